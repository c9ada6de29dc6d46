//! What an attack costs, in process, as ratios taken in one run: `cargo bench`.
//!
//! Each thing is measured in many short turns, one after the other, so that a noisy machine bears on
//! all of them alike; the median turn counts.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    reason = "a benchmark that meets the unexpected should stop there, and its result is printed"
)]

use std::hint::black_box;
use std::time::Instant;

use melee_domain::chance::{Chance, Seeded};
use melee_domain::odds::{MOST_BRANCHES, Odds};
use melee_domain::rulesets::futile_kingdoms::full_round::RoundRequest;
use melee_domain::rulesets::futile_kingdoms::{
    AttackRequest, DeviationRoll, LawfulAttack, Red, Roll,
};
use melee_domain::rulesets::momentum;
use melee_domain::{Rolled, Total};
use serde_json::{Value, json};

/// The nanoseconds that each of these takes, by the median of many interleaved turns.
fn measure<const N: usize>(mut things: [(u32, &mut dyn FnMut()); N]) -> [f64; N] {
    const TURNS: usize = 101;

    let mut times = [const { Vec::<f64>::new() }; N];
    for _ in 0..TURNS {
        for ((repeats, thing), times) in things.iter_mut().zip(&mut times) {
            let started = Instant::now();
            for _ in 0..*repeats {
                thing();
            }
            times.push(started.elapsed().as_secs_f64() * 1e9 / f64::from(*repeats));
        }
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[TURNS / 2]
    })
}

/// The contract's first example, with its damage; it always hits.
fn attack() -> AttackRequest {
    serde_json::from_value(json!({
        "attacker": {"vigor": 9, "weapon": {"name": "sword", "skill": 4, "attack_modifier": 1, "reach": 1, "damage": 3}},
        "target": {"vigor": 2, "combat": 2, "evasion": 1, "weapon": {"name": "axe", "skill": 4, "reach": 1},
                   "armor": {"helmet": 1}, "conditions": ["defending"]},
        "distance": 1, "arc": "flank", "incoming_attack_number": 2, "roll_damage": true
    }))
    .unwrap()
}

fn one_attack(lawful: &LawfulAttack<'_>) {
    let seeded = || Seeded::from_text("a benchmark");
    let (mut dice, mut bare, mut itemised) = (seeded(), seeded(), seeded());
    let [dice, bare, itemised] = measure([
        (20_000, &mut || {
            for roll in [Roll::Attack, Roll::Damage] {
                let deviation = dice.ask(DeviationRoll::of(roll, Red::Unread)).unwrap();
                black_box(&deviation);
            }
        }),
        (20_000, &mut || {
            let attack = black_box(lawful).resolve::<Total, _>(&mut bare);
            black_box(&attack).as_ref().unwrap();
        }),
        (20_000, &mut || {
            let attack = AttackRequest::resolve(black_box(lawful), &mut itemised);
            black_box(&attack).as_ref().unwrap();
        }),
    ]);
    println!("one attack with its damage");
    println!("  its two Deviation Rolls alone{dice:8.1} ns");
    println!(
        "  without lines                {bare:8.1} ns  {:5.2} of the dice (bar: at most 2.5)",
        bare / dice
    );
    println!(
        "  itemised                     {itemised:8.1} ns  {:5.2} of the dice (bar: at most 6)",
        itemised / dice
    );
}

fn exact_odds(lawful: &LawfulAttack<'_>) {
    let [odds] = measure([(100, &mut || {
        black_box(AttackRequest::odds(black_box(lawful), MOST_BRANCHES).unwrap());
    })]);
    println!("exact odds of an attack and its damage");
    println!("  all of them                  {:8.1} us", odds / 1e3);
}

/// A round of so many: pairs, of whom one attacks and the other strikes back.
fn round(combatants: usize) -> RoundRequest {
    let ids: Vec<_> = (0..combatants).map(|index| format!("c{index}")).collect();
    let fighter = |index: usize| -> Value {
        let (side, q, facing) = [("active", 0, 0), ("passive", 1, 3)][index % 2];
        json!({"id": ids[index], "side": side, "position": {"q": q, "r": index / 2}, "facing": facing,
            "vigor": 1, "weapon": {"skill": 4, "reach": 1}})
    };
    let attack = |index: usize| json!({"combatant": ids[index], "action": "attack", "target": ids[index ^ 1]});
    serde_json::from_value(json!({
        "combatants": (0..combatants).map(fighter).collect::<Vec<_>>(),
        "declarations": (0..combatants).map(attack).collect::<Vec<_>>()
    }))
    .unwrap()
}

fn full_rounds() {
    println!("a round of Futile Kingdoms, checked and rolled");
    for combatants in [2, 20, 200] {
        let request = round(combatants);
        let mut chance = Seeded::from_text("a benchmark");
        let [nanoseconds] = measure([(10, &mut || {
            let lawful = black_box(&request).lawful().unwrap();
            let outcome = RoundRequest::resolve(&lawful, &mut chance).unwrap();
            black_box(outcome);
        })]);
        let each = nanoseconds / f64::from(u32::try_from(combatants).unwrap());
        println!(
            "  {combatants:3} combatants               {:8.1} us  {each:5.0} ns each",
            nanoseconds / 1e3
        );
    }
}

/// A brawl of so many: pairs, each of whom targets the other.
fn brawl(combatants: usize) -> momentum::full_round::RoundRequest {
    let id = |index: usize| format!("c{index}");
    let fighter = |index: usize| json!({"id": id(index), "melee_skill": index % 3, "health": 20});
    let declaration = |index: usize| json!({"combatant": id(index), "target": id(index ^ 1)});
    serde_json::from_value(json!({
        "combatants": (0..combatants).map(fighter).collect::<Vec<_>>(),
        "engagements": (0..combatants / 2).map(|pair| [id(2 * pair), id(2 * pair + 1)]).collect::<Vec<_>>(),
        "declarations": (0..combatants).map(declaration).collect::<Vec<_>>()
    }))
    .unwrap()
}

fn brawls() {
    println!("a round of Momentum, checked and rolled");
    for combatants in [2, 20, 200] {
        let request = brawl(combatants);
        let mut chance = Seeded::from_text("a benchmark");
        let [nanoseconds] = measure([(10, &mut || {
            let lawful = black_box(&request).lawful().unwrap();
            let outcome =
                momentum::full_round::RoundRequest::resolve(&lawful, &mut chance).unwrap();
            black_box(outcome);
        })]);
        let clash = nanoseconds / f64::from(u32::try_from(combatants / 2).unwrap());
        println!(
            "  {combatants:3} combatants               {:8.1} us  {clash:5.0} ns a clash",
            nanoseconds / 1e3
        );
    }
}

fn main() {
    let request = attack();
    let lawful = request.lawful().unwrap();
    one_attack(&lawful);
    exact_odds(&lawful);
    full_rounds();
    brawls();
}
