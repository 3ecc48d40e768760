"""What the scripts share: the simulator's addresses and credentials, the phone of a borrower, and the report at the end."""

import json
import os
import urllib.request

given = json.loads(os.environ["SIMULATOR"])
settings = given["settings"]
made = []


def approve(base, mobile):
    """Enters the PIN on the phone for the oldest prompt."""
    with urllib.request.urlopen(f"{base}/api/phones/{mobile}") as answer:
        prompt = json.load(answer)["prompts"][0]
    request = urllib.request.Request(
        f"{base}/api/phones/{mobile}/prompts/{prompt['id']}",
        data=json.dumps({"action": "approve"}).encode(),
        headers={"Content-Type": "application/json"},
        method="POST",
    )
    with urllib.request.urlopen(request) as answer:
        answer.read()


def add(operator, platform, direction, id, mobile, amount):
    made.append(
        {
            "operator": operator,
            "platform": platform,
            "direction": direction,
            "id": id,
            "mobile": mobile,
            "amount": amount,
            "outcome": "succeeded",
        }
    )


def expect(seen, wanted, what):
    if seen != wanted:
        raise SystemExit(f"{what}: {seen!r} in place of {wanted!r}")


def refused(call, errors, what):
    """Calls what has to be refused, and returns the error."""
    try:
        call()
    except errors as error:
        return error
    raise SystemExit(f"{what} was not refused")


def report():
    print(json.dumps(made))
