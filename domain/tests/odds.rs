//! Exact odds: against enumeration of single dice, against rolls, and by hand.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a test that meets the unexpected should stop there"
)]

use std::collections::BTreeMap;

use melee_domain::cards::{Card, Deck};
use melee_domain::chance::{Chance, DiceFault, Die, OneOf, Seeded, Throw, Wanted};
use melee_domain::odds::{Census, MOST_BRANCHES, Odds};
use melee_domain::rulesets::futile_kingdoms::AttackRequest;
use melee_domain::rulesets::futile_kingdoms::full_round::RoundRequest;
use melee_domain::{Rolled, Standstill};
use serde_json::{Value, json};

fn odds<V: Odds>(request: &Value) -> Value {
    let request: V = serde_json::from_value(request.clone()).unwrap();
    let odds = V::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap();
    serde_json::to_value(odds).unwrap()
}

/// Chance that follows given faces and says how many sides the next die has when they run out.
struct Path<'f> {
    faces: &'f [u8],
    used: usize,
}

/// The die that the path ends before; none where the rules stand still.
struct Ended(Option<Die>);

impl From<Standstill> for Ended {
    fn from(_: Standstill) -> Self {
        Self(None)
    }
}

impl Throw for Path<'_> {
    type Error = Ended;

    fn throw(&mut self, die: Die) -> Result<u8, Ended> {
        let face = self.faces.get(self.used).copied().ok_or(Ended(Some(die)));
        self.used += 1;
        face
    }

    fn draw(&mut self, _: &Deck, _: &'static str) -> Result<Option<Card>, Ended> {
        Ok(None)
    }
}

/// Every sequence of single faces, each with its weight over 36 to the power of 4 and a choice.
fn enumerate(request: &AttackRequest, mut visit: impl FnMut(Value, u64)) -> u64 {
    const WHOLE: u64 = 6 * 6 * 6 * 6 * 12;

    let lawful = request.lawful().unwrap();
    let mut open: Vec<(Vec<u8>, u64)> = vec![(Vec::new(), WHOLE)];
    while let Some((faces, weight)) = open.pop() {
        let mut path = Path {
            faces: &faces,
            used: 0,
        };
        match AttackRequest::resolve(&lawful, &mut path) {
            Ok(outcome) => visit(serde_json::to_value(outcome).unwrap(), weight),
            Err(Ended(die)) => {
                let die = die.unwrap();
                let share = weight / u64::from(die.sides);
                assert_eq!(
                    share * u64::from(die.sides),
                    weight,
                    "the whole is too small"
                );
                open.extend((1..=die.sides).map(|face| ([&faces[..], &[face]].concat(), share)));
            }
        }
    }
    WHOLE
}

/// An attack that can be redirected both ways, and rolls its damage.
fn tangled() -> Value {
    json!({
        "attacker": {"vigor": 2, "weapon": {"skill": 3, "reach": 2, "damage": 4}},
        "target": {"vigor": 3, "evasion": 3, "armor": {"protection": 2, "helmet": 1}},
        "distance": 2,
        "sidelined": [{"occupant": {"vigor": 1, "evasion": 1}}, {}, {"occupant": {"vigor": 4}, "arc": "rear"}],
        "roll_damage": true
    })
}

fn entries(list: &Value, key: &str) -> BTreeMap<(String, String), u64> {
    let mut entries = BTreeMap::new();
    for entry in list.as_array().unwrap() {
        let victim = entry.get("victim").map_or(String::new(), Value::to_string);
        let before = entries.insert(
            (entry[key].to_string(), victim),
            entry["probability"]["numerator"].as_u64().unwrap(),
        );
        assert_eq!(before, None, "an entry stands twice");
    }
    entries
}

fn equal_enumeration(request: &Value) {
    let odds = odds::<AttackRequest>(request);
    let denominator = odds["outcomes"][0]["probability"]["denominator"]
        .as_u64()
        .unwrap();
    let (mut outcomes, mut totals, mut damage, mut effects) = (
        BTreeMap::new(),
        BTreeMap::new(),
        BTreeMap::new(),
        BTreeMap::new(),
    );
    let parsed: AttackRequest = serde_json::from_value(request.clone()).unwrap();
    let whole = enumerate(&parsed, |outcome, weight| {
        let victim = outcome
            .get("redirected")
            .map_or(String::new(), |other| other["victim"].to_string());
        let count = |entries: &mut BTreeMap<_, u64>, key: String| {
            *entries.entry((key, victim.clone())).or_insert(0) += weight;
        };
        count(&mut outcomes, outcome["outcome"].to_string());
        count(&mut totals, outcome["attack_result"]["total"].to_string());
        let effect = outcome.get("effect").cloned().unwrap_or(json!("none"));
        count(&mut effects, effect.to_string());
        if let Some(rolled) = outcome.get("damage") {
            count(&mut damage, rolled["total"].to_string());
        }
    });
    // Both as shares of one whole.
    let scaled = |entries: BTreeMap<_, u64>, by: u64| -> BTreeMap<(String, String), u128> {
        entries
            .into_iter()
            .map(|(key, weight)| (key, u128::from(weight) * u128::from(by)))
            .collect()
    };
    for (name, list, key, enumerated) in [
        ("outcomes", &odds["outcomes"], "outcome", outcomes),
        ("totals", &odds["totals"], "total", totals),
        ("damage", &odds["damage"]["totals"], "total", damage),
        ("effects", &odds["effects"], "effect", effects),
    ] {
        assert_eq!(
            scaled(entries(list, key), whole),
            scaled(enumerated, denominator),
            "{name}"
        );
    }
}

#[test]
fn odds_equal_the_enumeration_of_single_dice() {
    equal_enumeration(&tangled());
    let mut cornered = tangled();
    cornered["close_quarters_with"] = json!({"vigor": 1});
    cornered["other_modifiers"] = json!([{"label": "Fog", "value": -6}]);
    equal_enumeration(&cornered);
}

/// The sum of the numerators of a list, which has one denominator.
fn sum(list: &Value) -> u64 {
    let list = list.as_array().unwrap();
    list.iter()
        .map(|entry| entry["probability"]["numerator"].as_u64().unwrap())
        .sum()
}

#[test]
fn all_lists_add_up_to_exactly_1_explosions_included() {
    let mut request = tangled();
    request["sidelined"] = json!([{"occupant": {"vigor": 1}}]);
    request["explode"] = json!("always");
    request["explode_damage"] = json!("always");
    let odds = odds::<AttackRequest>(&request);
    let remainder = odds["remainder"]["numerator"].as_u64().unwrap();
    let whole = odds["remainder"]["denominator"].as_u64().unwrap();
    assert_eq!(sum(&odds["outcomes"]) + remainder, whole);
    assert_eq!(sum(&odds["totals"]) + remainder, whole);
    assert_eq!(sum(&odds["effects"]) + remainder, whole);
    let not_rolled = odds["damage"]["not_rolled"]["numerator"].as_u64().unwrap();
    assert_eq!(
        sum(&odds["damage"]["totals"]) + not_rolled + remainder,
        whole
    );
}

#[test]
fn the_remainder_is_what_explodes_more_than_four_times() {
    let request = json!({"attacker": {"vigor": 0, "weapon": {"reach": 1}}, "target": {"vigor": 0}, "explode": "always"});
    let odds = odds::<AttackRequest>(&request);
    // Five rolls in a row of +5 or -5: (2 / 36) to the power of 5.
    assert_eq!(odds["remainder"]["numerator"], 32);
    assert_eq!(odds["remainder"]["denominator"], 60_466_176);
}

#[test]
fn without_explosions_nothing_remains_and_the_moments_are_those_of_a_deviation_roll() {
    let request = json!({"attacker": {"vigor": 7, "weapon": {"reach": 1}}, "target": {"vigor": 0}});
    let odds = odds::<AttackRequest>(&request);
    assert_eq!(odds.get("remainder"), None);
    assert_eq!(odds.get("damage"), None);
    assert_eq!(odds["mean"], 7.0);
    // The variance of a Deviation Roll: 2 * (1*5 + 4*4 + 9*3 + 16*2 + 25*1) / 36 = 210 / 36.
    let deviation = odds["standard_deviation"].as_f64().unwrap();
    assert!((deviation - (210.0_f64 / 36.0).sqrt()).abs() < 1e-12);
}

#[test]
fn odds_agree_with_100_000_seeded_rolls() {
    const ROLLS: u32 = 100_000;

    let mut request = tangled();
    request["explode"] = json!("when_failing");
    request["sidelined"] = json!([{"occupant": {"vigor": 1, "evasion": 1}}]);
    let odds = odds::<AttackRequest>(&request);
    let parsed: AttackRequest = serde_json::from_value(request).unwrap();
    let lawful = parsed.lawful().unwrap();
    let mut chance = Seeded::from_text("a hundred thousand");
    let mut seen: BTreeMap<(String, String), u32> = BTreeMap::new();
    for _ in 0..ROLLS {
        let outcome =
            serde_json::to_value(AttackRequest::resolve(&lawful, &mut chance).unwrap()).unwrap();
        let victim = outcome
            .get("redirected")
            .map_or(String::new(), |other| other["victim"].to_string());
        *seen
            .entry((outcome["outcome"].to_string(), victim))
            .or_insert(0) += 1;
    }
    for entry in odds["outcomes"].as_array().unwrap() {
        let victim = entry.get("victim").map_or(String::new(), Value::to_string);
        let rolled = seen
            .remove(&(entry["outcome"].to_string(), victim))
            .unwrap_or(0);
        let likely = entry["probability"]["decimal"].as_f64().unwrap();
        let expected = likely * f64::from(ROLLS);
        // Five standard deviations.
        let slack = 5.0 * (expected * (1.0 - likely)).sqrt() + 1.0;
        assert!(
            (f64::from(rolled) - expected).abs() < slack,
            "{entry}: {rolled}"
        );
    }
    assert!(seen.is_empty(), "rolled but not in the odds: {seen:?}");
}

#[test]
fn a_request_with_too_many_outcomes_is_refused_with_both_figures() {
    let mut request = tangled();
    request["explode"] = json!("always");
    request["explode_damage"] = json!("always");
    let parsed: AttackRequest = serde_json::from_value(request).unwrap();
    // Ten rolls of 36 and a choice of three: more than 2^53 ways.
    let refused = AttackRequest::odds(&parsed.lawful().unwrap(), MOST_BRANCHES).unwrap_err();
    assert!(refused.branches <= MOST_BRANCHES);
    assert_eq!(refused.denominator, 36_u128.pow(10) * 3);
}

fn duel(damage: i32) -> Value {
    json!({"combatants": [
        {"id": "a", "side": "active", "position": {"q": 0, "r": 0}, "vigor": 0, "weapon": {"skill": 4, "reach": 1, "damage": damage}},
        {"id": "b", "side": "passive", "position": {"q": 1, "r": 0}, "facing": 3, "vigor": 0, "weapon": {"skill": 4, "reach": 2}}],
        "declarations": [{"combatant": "a", "action": "attack", "target": "b"}, {"combatant": "b", "action": "attack", "target": "a"}]})
}

#[test]
fn the_odds_of_a_round_know_that_the_downed_strike_no_blow() {
    // a attacks at 4 against 0: a hit unless the deviation is -4 or lower, 33 in 36. Damage 20 and
    // more always downs, so that b, too long, strikes back only in 3 of 36.
    let odds = odds::<RoundRequest>(&duel(20));
    let lapsed = &odds["attacks"][1]["lapsed"];
    let (numerator, denominator) = (
        lapsed["numerator"].as_u64().unwrap(),
        lapsed["denominator"].as_u64().unwrap(),
    );
    assert_eq!(numerator * 36, denominator * 33);
    let worst = &odds["combatants"][1]["effects"];
    assert_eq!(worst[1]["effect"], "downed");
    assert_eq!(
        worst[1]["probability"]["numerator"].as_u64().unwrap() * 36,
        denominator * 33
    );
}

#[test]
fn the_odds_of_a_round_add_up_to_exactly_1() {
    let odds = odds::<RoundRequest>(&duel(2));
    for attack in odds["attacks"].as_array().unwrap() {
        let lapsed = attack["lapsed"]["numerator"].as_u64().unwrap();
        assert_eq!(
            sum(&attack["outcomes"]) + lapsed,
            attack["lapsed"]["denominator"].as_u64().unwrap()
        );
    }
    for combatant in odds["combatants"].as_array().unwrap() {
        let whole = combatant["effects"][0]["probability"]["denominator"]
            .as_u64()
            .unwrap();
        assert_eq!(sum(&combatant["effects"]), whole);
    }
}

/// So many pairs, of whom one attacks the other.
fn pairs(count: i32) -> RoundRequest {
    let fighters: Vec<_> = (0..count)
        .flat_map(|row| {
            [json!({"id": format!("a{row}"), "side": "active", "position": {"q": 0, "r": 3 * row}, "vigor": 0, "weapon": {"skill": 4, "reach": 1}}),
             json!({"id": format!("b{row}"), "side": "passive", "position": {"q": 1, "r": 3 * row}, "vigor": 0})]
        })
        .collect();
    let declarations: Vec<_> = (0..count)
        .map(|row| json!({"combatant": format!("a{row}"), "action": "attack", "target": format!("b{row}")}))
        .collect();
    serde_json::from_value(json!({"combatants": fighters, "declarations": declarations})).unwrap()
}

#[test]
fn more_facts_than_are_kept_unmerged_still_add_up_to_1() {
    // 7776 throws tell 7776 sequences and their sums, each sequence once.
    const DIE: Die = Die {
        name: "die",
        sides: 6,
    };
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    enum Fact {
        Sequence([usize; 5]),
        Sum(usize),
    }
    let census = Census::take(MOST_BRANCHES, |chance| {
        let mut faces = [0_usize; 5];
        for face in &mut faces {
            *face = chance.ask(OneOf { die: DIE })? + 1;
        }
        Ok([Fact::Sequence(faces), Fact::Sum(faces.iter().sum())])
    })
    .unwrap();
    let sequences = census.by(|fact| match fact {
        Fact::Sequence(faces) => Some(*faces),
        Fact::Sum(_) => None,
    });
    assert_eq!(sequences.len(), 7776);
    assert!(
        sequences.iter().all(|(_, probability)| {
            (probability.numerator, probability.denominator) == (1, 7776)
        })
    );
    let of_17 = census.probability_of(|fact| *fact == Fact::Sum(17));
    // The middle sums of five dice, 17 and 18, come up in 780 ways each.
    assert_eq!((of_17.numerator, of_17.denominator), (780, 7776));
    let whole = census.certainty();
    assert_eq!((whole.numerator, whole.denominator), (7776, 7776));
}

#[test]
fn a_round_of_many_attacks_has_too_many_branches() {
    let request = pairs(4);
    let refused = RoundRequest::odds(&request.lawful().unwrap(), 10_000).unwrap_err();
    assert_eq!(refused.branches, 10_000);
}

#[test]
fn a_denominator_too_large_is_seen_at_the_first_branch() {
    // All hit first: twelve rolls of 36.
    let request = pairs(6);
    let refused = RoundRequest::odds(&request.lawful().unwrap(), MOST_BRANCHES).unwrap_err();
    assert_eq!(
        (refused.branches, refused.denominator),
        (1, 36_u128.pow(12))
    );
}

#[test]
fn supplied_dice_name_the_die_that_a_round_asks_for_next() {
    let request: RoundRequest = serde_json::from_value(duel(0)).unwrap();
    let mut chance = melee_domain::chance::Supplied::faces(&[]);
    let fault = RoundRequest::resolve(&request.lawful().unwrap(), &mut chance).unwrap_err();
    assert!(
        matches!(fault, DiceFault::MoreNeeded { supplied: 0, next: Wanted::Die(next), whose: Some(whose) }
            if next.name == "red die of the attack" && whose.as_str() == "a")
    );
}
