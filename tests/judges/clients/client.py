"""A service's client over the generated Python package. Usage: client.py http://127.0.0.1:8080"""

import sys

from melee_client import Client
from melee_client.api.futile_kingdoms import futile_kingdoms_attack_roll as attack_roll
from melee_client.models import (
    FutileKingdomsAttackRequest,
    FutileKingdomsAttackRoll,
    FutileKingdomsCombatant,
    FutileKingdomsWeapon,
    Problem,
    SuppliedDice,
)

client = Client(base_url=sys.argv[1])


def attack(distance: int) -> FutileKingdomsAttackRoll | Problem | None:
    return attack_roll.sync(
        client=client,
        body=FutileKingdomsAttackRequest(
            attacker=FutileKingdomsCombatant(
                vigor=3, weapon=FutileKingdomsWeapon(skill=4, attack_modifier=1, reach=1)
            ),
            target=FutileKingdomsCombatant(vigor=2, evasion=1),
            distance=distance,
            dice=SuppliedDice(faces=[6, 3]),
        ),
    )


hit = attack(1)
assert isinstance(hit, FutileKingdomsAttackRoll), hit
# 3 + 3 + 4 + 1 - 3
assert hit.attack_result.total == 8, hit
refused = attack(5)
assert isinstance(refused, Problem), refused
assert refused.errors[0].rule == "FK-12", refused
print("the generated Python client works")
