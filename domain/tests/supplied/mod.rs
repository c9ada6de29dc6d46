//! A request rolled with the dice that it brings.

use melee_domain::chance::{Dice, Supplied};
use melee_domain::{Refusal, Rolled};
use serde_json::Value;

/// The outcome of a verb by the faces of the request, all of them asked for; or why it is refused.
pub(crate) fn rolled<V: Rolled>(request: Value) -> Result<Value, Refusal> {
    let request: V = serde_json::from_value(request).unwrap();
    let Some(Dice::Faces(faces)) = request.dice() else {
        panic!("these tests throw their own dice")
    };
    let mut chance = Supplied::new(faces);
    let outcome = V::resolve(&request.lawful()?, &mut chance)?;
    chance.finish()?;
    Ok(serde_json::to_value(outcome).unwrap())
}
