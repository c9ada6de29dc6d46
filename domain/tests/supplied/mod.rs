//! A request rolled with the dice that it brings.

use melee_domain::chance::{Given, Luck, Supplied};
use melee_domain::{Refusal, Rolled};
use serde_json::Value;

/// The outcome of a verb by the faces of the request, all of them asked for; or why it is refused.
pub(crate) fn rolled<V: Rolled>(request: Value) -> Result<Value, Refusal> {
    let request: V = serde_json::from_value(request).unwrap();
    let mut chance = match request.dice().map(Luck::given) {
        Some(Given::Supplied(supplied)) => supplied,
        // Where cards are asked for only sometimes, none need be brought.
        None => Supplied::cards(&[]),
        Some(Given::Seed(_)) => panic!("these tests throw their own dice"),
    };
    let outcome = V::resolve(&request.lawful()?, &mut chance);
    let outcome = outcome.map_err(|fault| fault.refusing(chance.record()))?;
    let outcome = serde_json::to_value(outcome).unwrap();
    chance.finish().map_err(Refusal::Dice)?;
    Ok(outcome)
}
