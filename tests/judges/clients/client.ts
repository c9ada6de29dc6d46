// A plugin's client over the generated types. It compiles under `tsc --strict` without a cast, and
// runs against the service: node client.js http://127.0.0.1:8080

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" });

const swordsman: components["schemas"]["futile_kingdoms.Combatant"] = {
  vigor: 3,
  weapon: { name: "sword", skill: 4, attack_modifier: 1, reach: 1 },
};

const attack = await client.POST("/v1/futile-kingdoms/attack-roll", {
  body: {
    attacker: swordsman,
    target: { vigor: 2, weapon: { name: "axe", skill: 4, reach: 1 }, conditions: ["defending"] },
    arc: "flank",
    incoming_attack_number: 2,
    dice: { faces: [6, 3] },
  },
});
assert.equal(attack.data?.attack_result.total, 5);
assert.equal(attack.data?.outcome, "hit");
assert.deepEqual(attack.data?.dice.faces, [6, 3]);
assert.equal(attack.data?.attack_result.lines[1]?.rule, "FK-11");

const refused = await client.POST("/v1/futile-kingdoms/attack-roll", {
  body: { attacker: swordsman, target: { vigor: 2 }, distance: 5, dice: null },
});
assert.equal(refused.response.status, 422);
assert.equal(refused.error?.code, "against_the_rules");
assert.equal(refused.error?.errors?.[0]?.rule, "FK-12");

const skill = await client.POST("/v1/gurps/skill-modifier", {
  body: {
    skill: 18,
    maneuver: "move_and_attack",
    evaluate_turns: 3,
    target: { location: "torso" },
    situation: { distraction: null },
  },
});
assert.equal(skill.data?.effective_skill.total, 9);
assert.equal(skill.data?.effective_skill.limits?.[0]?.from, 17);
assert.equal(skill.data?.odds?.hit.numerator, 81);

const round = await client.POST("/v1/futile-kingdoms/full-round", {
  body: {
    combatants: [
      { id: "a", side: "active", position: { q: 0, r: 0 }, ...swordsman },
      { id: "b", side: "passive", position: { q: 1, r: 0 }, facing: 3, vigor: 2 },
    ],
    declarations: [
      { action: "attack", combatant: "a", target: "b" },
      { action: "defend", combatant: "b" },
    ],
    dice: { seed: "from a client" },
  },
});
assert.equal(round.data?.steps.length, 3);
assert.equal(round.data?.next.combatants.length, 2);

const batch = await client.POST("/v1/gurps/attack-roll/batch", {
  body: { seed: "many", requests: [{ skill: 12 }, { skill: 2 }] },
});
const [first, second] = batch.data?.results ?? [];
assert.ok(first && "answer" in first && first.answer.dice.source === "seed");
assert.ok(second && "problem" in second && second.problem.code === "against_the_rules");

const catalogue = await client.GET("/v1/rulesets/{ruleset}", {
  params: { path: { ruleset: "futile-kingdoms" } },
});
assert.ok(catalogue.data?.modifiers.some((modifier) => modifier.id === "flank"));

console.log("the generated TypeScript client works");
