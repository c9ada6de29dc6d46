//! Commands, obeyed by the rules of a duel.

use super::super::hand::hand_size;
use super::super::initiative::{InitiativeCombatant, InitiativeCombatants, InitiativeRequest};
use super::super::pile::Pile;
use super::super::weapon::{WeaponRange, check_hands};
use super::super::worth::Hit;
use super::{
    Amended, CombatantAdded, CombatantRemoved, Command, Draw, Duelist, Encounter, Event, Fighter,
    HandCount, HandsDrawn, Initiative, InitiativeChecked, Phase, SeatedFighter, SetUp, TurnEnded,
};
use crate::bounded::Id;
use crate::chance::{Deal, DiceFault, Luck as _, Throw};
use crate::encounter::{self, Denied, Luck, TurnNumber, Viewer, check_seat};
use crate::refusal::{Fault, Place, Refusal};
use crate::sum::Modifiers;
use crate::verb::Rolled;

/// Where the command for the initiative has the ruling on jokers.
const RULING: Place = Place {
    within: "",
    item: None,
    field: "ruling",
};

impl encounter::Encounter for Encounter {
    type SetUp = SetUp;
    type Command = Command;
    type Event<'e> = Event<'e>;
    type View<'s> = super::EncounterView<'s>;

    fn begin(set_up: SetUp, seats: &[Id]) -> Result<Self, Refusal> {
        let mut faults = Vec::new();
        set_up.maneuvers.check(&mut faults);
        for (place, seated) in set_up.combatants.iter().enumerate() {
            check_fighter(seated, seats, &format!("/combatants/{place}"), &mut faults);
        }
        if let [one, other] = &*set_up.combatants
            && one.combatant.id == other.combatant.id
        {
            let detail = "both have the same id; give each its own";
            faults.push(Fault::new("/combatants/1/id", "K-20", detail));
        }
        Refusal::of(faults)?;
        let ranges = set_up
            .combatants
            .iter()
            .map(|seated| seated.combatant.weapon.range);
        let longest = ranges.max().unwrap_or_default();
        Ok(Self {
            turn: TurnNumber::default(),
            range: set_up.range.unwrap_or(longest),
            maneuvers: set_up.maneuvers,
            gm_sees_hands: set_up.gm_sees_hands,
            duelists: set_up.combatants.iter().cloned().map(Duelist::of).collect(),
            initiative: None,
            phase: Phase::Initiative,
            resolved: 0,
            yielded: 0,
        })
    }

    fn may(&self, command: &Command, by: Viewer<'_>) -> Result<(), Denied> {
        let own = |id: &Id| {
            let seat = self.find(id).and_then(|place| self.duelists.get(place));
            let seat = seat.and_then(|duelist| duelist.fighter.seat.as_ref());
            by.commands(seat)
        };
        match command {
            Command::Yield(command) => own(&command.combatant),
            Command::Declare(command) => {
                own(&command.combatant)?;
                self.may_name_a_card(&command.combatant, by)
            }
            Command::StopDeclaring(command) => own(&command.combatant),
            Command::Initiative(_)
            | Command::Draw(_)
            | Command::Resolve(_)
            | Command::Rule(_)
            | Command::AddCombatant(_)
            | Command::RemoveCombatant(_)
            | Command::Amend(_)
            | Command::Undo(_)
            | Command::EndTurn(_)
            | Command::Close(_) => by.is_gm(),
        }
    }

    fn obey<T: Throw>(
        &mut self,
        command: Command,
        seats: &[Id],
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        match command {
            Command::Initiative(command) => self.check_initiative(&command, luck, tell),
            Command::Draw(Draw {}) => self.draw(luck, tell),
            Command::Yield(command) => self.give_way(&command.combatant, tell),
            Command::Declare(command) => self.declare(command, tell),
            Command::StopDeclaring(command) => self.stop(&command.combatant, tell),
            Command::Resolve(_) => self.resolve(luck, tell),
            Command::Rule(command) => self.rule(&command, tell),
            Command::AddCombatant(command) => {
                let seated = *command.combatant;
                let mut faults = Vec::new();
                check_fighter(&seated, seats, "/combatant", &mut faults);
                if self.duelists.len() >= 2 {
                    let detail = "a duel is of two; remove a combatant first";
                    faults.push(Fault::new("/combatant", "K-20", detail));
                }
                if self.find(&seated.combatant.id).is_some() {
                    let detail = "this id is taken; give the combatant its own";
                    faults.push(Fault::new("/combatant/id", "K-20", detail));
                }
                Refusal::of(faults)?;
                tell(&Event::CombatantAdded(CombatantAdded {
                    combatant: &seated,
                }));
                self.duelists.push(Duelist::of(seated));
                self.begin_combat();
                Ok(())
            }
            Command::RemoveCombatant(command) => {
                let place = self.place(&command.combatant)?;
                self.duelists.remove(place);
                self.begin_combat();
                let combatant = &command.combatant;
                tell(&Event::CombatantRemoved(CombatantRemoved { combatant }));
                Ok(())
            }
            Command::Amend(command) => {
                let place = self.place(&command.combatant)?;
                self.amend(place, &command.set, seats)?;
                let (combatant, set) = (&command.combatant, &command.set);
                tell(&Event::Amended(Amended { combatant, set }));
                Ok(())
            }
            Command::EndTurn(_) => {
                self.end_turn();
                tell(&Event::TurnEnded(TurnEnded { turn: self.turn }));
                Ok(())
            }
            // Those two are not the game's.
            Command::Undo(_) | Command::Close(_) => Ok(()),
        }
    }

    fn view(&self, viewer: Viewer<'_>) -> super::EncounterView<'_> {
        self.seen_by(viewer)
    }
}

fn check_fighter(seated: &SeatedFighter, seats: &[Id], at: &str, faults: &mut Vec<Fault>) {
    let Fighter {
        weapon, off_hand, ..
    } = &seated.combatant;
    check_seat(seated.seat.as_ref(), seats, &format!("{at}/seat"), faults);
    check_hands(Some(weapon), off_hand.as_ref(), at, faults);
}

impl Duelist {
    fn of(fighter: SeatedFighter) -> Self {
        Self {
            hand: Vec::new(),
            pile: Pile::new(fighter.combatant.deck.cards(), &[]),
            face_down: Vec::new(),
            used: Vec::new(),
            stopped: false,
            damage: 0,
            damage_in_all: 0,
            fighter,
        }
    }

    /// Lays all its cards aside that are in hand or face down.
    fn lay_cards_aside(&mut self) {
        self.pile.lay_aside(&std::mem::take(&mut self.hand));
        for declaration in std::mem::take(&mut self.face_down) {
            self.pile.lay_aside(&[declaration.card]);
        }
    }
}

impl Encounter {
    pub(super) fn find(&self, id: &Id) -> Option<usize> {
        self.duelists.iter().position(|duelist| duelist.id() == id)
    }

    pub(super) fn place(&self, id: &Id) -> Result<usize, Denied> {
        let detail = "no combatant has this id; name one of the encounter";
        self.find(id)
            .ok_or_else(|| Denied::fault("/combatant", "K-20", detail))
    }

    /// Refuses what is not its time.
    pub(super) fn wait_for(&self, phase: Phase) -> Result<(), Denied> {
        if self.phase == phase {
            return Ok(());
        }
        let awaited = match self.phase {
            Phase::Initiative => "the GM to check the initiative",
            Phase::Hands => "the GM to let hands be drawn",
            Phase::Declarations => "declarations",
            Phase::Resolution => "the GM to resolve what is declared",
            Phase::NextTurn => "the GM to end the turn",
            Phase::Nothing => "nothing: the combat has ended; the GM may check the initiative anew",
        };
        Err(Denied::OutOfTurn(format!(
            "the encounter waits for {awaited}"
        )))
    }

    fn begin_combat(&mut self) {
        for duelist in &mut self.duelists {
            duelist.lay_cards_aside();
            duelist.used.clear();
            duelist.stopped = false;
        }
        self.initiative = None;
        self.resolved = 0;
        self.yielded = 0;
        self.phase = Phase::Initiative;
    }

    fn two(&self) -> Result<[&Duelist; 2], Denied> {
        match self.duelists.as_slice() {
            [one, other] => Ok([one, other]),
            _ => Err(Denied::fault(
                "",
                "K-20",
                "a duel is of two; add a combatant",
            )),
        }
    }

    /// Both check who begins (K-20).
    fn check_initiative<T: Throw>(
        &mut self,
        command: &Initiative,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        if self.phase != Phase::Nothing {
            self.wait_for(Phase::Initiative)?;
        }
        self.begin_combat();
        let two = self.two()?;
        let combatants = two.map(|duelist| {
            let fighter = &duelist.fighter.combatant;
            InitiativeCombatant {
                id: fighter.id.clone(),
                combat_training: fighter.combat_training,
                willpower: fighter.willpower,
                deck: fighter.deck.clone(),
                hit: Hit::Never,
                ruling: command.ruling,
                other_modifiers: Modifiers::default(),
            }
        });
        let piles = two.map(|duelist| duelist.pile.clone());
        let Some(combatants) = InitiativeCombatants::new(combatants.into()) else {
            return Ok(());
        };
        let request = InitiativeRequest {
            combatants,
            dice: None,
        };
        let lawful = request
            .lawful()
            .map_err(|refusal| Denied::at(refusal, ""))?;
        let mut lawful = lawful.with_piles(piles, RULING);
        let outcome = lawful.decide(&mut luck.chance);
        let outcome = outcome.map_err(|fault| Denied::of_luck(fault, luck))?;
        for (duelist, pile) in self.duelists.iter_mut().zip(lawful.into_piles()) {
            duelist.pile = pile;
        }
        self.initiative = self.find(outcome.initiative);
        self.phase = Phase::Hands;
        tell(&Event::InitiativeChecked(InitiativeChecked {
            outcome,
            dice: Deal::shown(luck.source, luck.chance.record().clone()),
        }));
        Ok(())
    }

    /// Both draw, whoever has the initiative first (K-22).
    fn draw<T: Throw>(
        &mut self,
        luck: &mut Luck<T>,
        tell: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Denied>
    where
        DiceFault: From<T::Error>,
    {
        self.wait_for(Phase::Hands)?;
        let first = self.initiative.unwrap_or(0);
        for place in [first, 1 - first.min(1)] {
            let Some(duelist) = self.duelists.get_mut(place) else {
                continue;
            };
            duelist.lay_cards_aside();
            let fighter = &duelist.fighter.combatant;
            let size = hand_size(
                fighter.skill,
                fighter.off_hand.as_ref(),
                fighter.extra_cards,
            );
            let drawn = duelist.pile.hand(size, None, 0, &mut luck.chance);
            duelist.hand = drawn.map_err(|fault| Denied::of_luck(fault, luck))?.cards;
        }
        self.phase = Phase::Declarations;
        let hands = self.duelists.iter().map(|duelist| HandCount {
            combatant: duelist.id(),
            hand_count: duelist.hand.len(),
        });
        tell(&Event::HandsDrawn(HandsDrawn {
            hands: hands.collect(),
        }));
        Ok(())
    }

    /// Whether a card is in a hand, or is not, is told to nobody who may not see the hand.
    fn may_name_a_card(&self, id: &Id, by: Viewer<'_>) -> Result<(), Denied> {
        let duelist = self.find(id).and_then(|place| self.duelists.get(place));
        let is_seats = duelist.is_some_and(|duelist| duelist.fighter.seat.is_some());
        if by == Viewer::Gm && is_seats && !self.gm_sees_hands {
            return Err(Denied::Forbidden(
                "the GM does not see this hand and plays no card of it; stop_declaring passes for it, or \
                 begin an encounter with gm_sees_hands",
            ));
        }
        Ok(())
    }

    /// The GM's word. Without sight of the hands it touches no card, and gives none to another seat.
    fn amend(&mut self, place: usize, set: &super::Amendment, seats: &[Id]) -> Result<(), Denied> {
        let Some(duelist) = self.duelists.get_mut(place) else {
            return Ok(());
        };
        let holds_cards = !duelist.hand.is_empty() || !duelist.face_down.is_empty();
        let secret = [
            ("hand", set.kept.hand.is_some()),
            ("deck", set.sets("deck")),
            ("seat", set.sets("seat") && holds_cards),
        ];
        for (field, would_tell) in secret {
            if would_tell && !self.gm_sees_hands {
                let detail = "this would show or change secret cards: leave it out, wait until end_turn has \
                              laid them aside, or begin an encounter with gm_sees_hands";
                return Err(Denied::fault(format!("/set/{field}"), "K-22", detail));
            }
        }
        if let Some(fields) = &set.fields {
            let amended = fields.amend(&duelist.fighter)?;
            let mut faults = Vec::new();
            check_fighter(&amended, seats, "/set", &mut faults);
            Refusal::of(faults)?;
            duelist.fighter = amended;
        }
        if set.sets("deck") {
            let face_down = duelist.face_down.iter().map(|declared| declared.card);
            let held: Vec<_> = duelist.hand.iter().copied().chain(face_down).collect();
            duelist.pile = Pile::new(duelist.fighter.combatant.deck.cards(), &held);
        }
        if let Some(hand) = &set.kept.hand {
            duelist.pile.lay_aside(&std::mem::take(&mut duelist.hand));
            duelist.pile.give(hand);
            duelist.hand = hand.to_vec();
        }
        if let Some(damage) = set.kept.damage {
            duelist.damage = damage.get();
        }
        if let Some(damage) = set.kept.damage_in_all {
            duelist.damage_in_all = damage.get();
        }
        self.go_on();
        Ok(())
    }

    /// The next turn begins with the hands, and with the initiative as it is (K-20, K-27).
    pub(super) fn end_turn(&mut self) {
        for duelist in &mut self.duelists {
            duelist.lay_cards_aside();
            duelist.used.clear();
            duelist.stopped = false;
            duelist.damage = 0;
        }
        self.resolved = 0;
        self.yielded = 0;
        self.turn = self.turn.next();
        self.phase = match (self.phase, self.initiative) {
            (Phase::Nothing, _) => Phase::Nothing,
            (_, Some(_)) => Phase::Hands,
            (_, None) => Phase::Initiative,
        };
    }

    /// The range that the GM has set, which holds for the whole turn.
    pub(super) fn range(&self) -> WeaponRange {
        self.range
    }
}
