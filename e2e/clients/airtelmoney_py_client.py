from uuid import uuid4

from airtelmoney import AirtelAPIError, AirtelMoney
from handset import add, approve, expect, given, refused, report, settings

MOBILE = "0977940001"
SUBSCRIBER = MOBILE[1:]


def client(base, secret=settings["airtelClientSecret"]):
    return AirtelMoney(
        client_id=settings["airtelClientId"],
        client_secret=secret,
        base_url=base + "/airtel",
        country="ZM",
        currency="ZMW",
    )


def status_of(answer):
    return answer["data"]["transaction"]["status"]


# It signs collections and no payouts, so each has an application of its own.
for base in (given["url"], given["signedUrl"]):
    airtel = client(base)
    id = str(uuid4())
    airtel.collection.payment(reference="Loan 7", msisdn=SUBSCRIBER, amount=150, transaction_id=id)
    expect(status_of(airtel.collection.enquiry(id)), "TIP", "before the PIN")
    approve(base, MOBILE)
    paid = airtel.collection.enquiry(id)
    expect(status_of(paid), "TS", "after the PIN")
    if base == given["url"]:
        add("airtel", "only", "collect", id, MOBILE, 150)
        refund = airtel.collection.refund(paid["data"]["transaction"]["airtel_money_id"])
        expect(status_of(refund), "SUCCESS", "a refund")

error = refused(
    lambda: client(given["signedUrl"]).collection.payment(
        reference="Loan 7", msisdn=SUBSCRIBER, amount=150, sign=False
    ),
    AirtelAPIError,
    "a collection without a signature",
)
expect(error.response_code, "DP00800001026", "a collection without a signature")

airtel = client(given["url"])
id = str(uuid4())
payout = airtel.disbursement.payment(
    msisdn=SUBSCRIBER, amount=200, reference="Loan8", pin=settings["airtelPin"], transaction_id=id
)
expect(status_of(payout), "TS", "a payout")
expect(status_of(airtel.disbursement.enquiry(id)), "TS", "the enquiry of a payout")
add("airtel", "only", "payout", id, MOBILE, 200)
error = refused(
    lambda: airtel.disbursement.payment(msisdn=SUBSCRIBER, amount=200, reference="Loan8", pin="0000"),
    AirtelAPIError,
    "a wrong PIN",
)
expect(error.status_code, 400, "a wrong PIN")
expect(airtel.account.balance()["data"]["currency"], "ZMW", "the balance")
expect(airtel.kyc.user_enquiry(SUBSCRIBER)["data"]["is_barred"], False, "an account holder")
report()
