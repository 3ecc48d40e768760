from handset import add, approve, expect, given, refused, report, settings
from mtnmomo import MoMoClient, MoMoConfig, Party, ProductCredentials
from mtnmomo.errors import MoMoConflictError, MoMoError, MoMoNotFoundError
from uuid import uuid4

base = given["url"]
MOBILE = "0966930001"


def client(path, user, key):
    keys = (settings["mtnCollectionKey"], settings["mtnDisbursementKey"])
    collection, disbursement = (ProductCredentials(one, user, key) for one in keys)
    return MoMoClient(
        MoMoConfig(
            collection=collection,
            disbursement=disbursement,
            target_environment="mtnzambia",
            base_url=base + path,
        )
    )


def payment(party_key, amount):
    return {
        "amount": amount,
        "currency": "ZMW",
        "externalId": "loan-7",
        party_key: Party("MSISDN", "26" + MOBILE),
        "payerMessage": "Loan 7",
        "payeeNote": "Loan 7",
    }


with client("/mtn", settings["mtnApiUser"], settings["mtnApiKey"]) as momo:
    reference = momo.collection.request_to_pay(payment("payer", "150"))
    expect(momo.collection.get_request_to_pay_status(reference).status, "PENDING", "before the PIN")
    approve(base, MOBILE)
    expect(momo.collection.get_request_to_pay_status(reference).status, "SUCCESSFUL", "after the PIN")
    add("mtn", "legacy", "collect", reference, MOBILE, 150)
    refused(
        lambda: momo.collection.request_to_pay(payment("payer", "150"), reference_id=reference),
        MoMoConflictError,
        "an id of before",
    )
    payout = momo.disbursement.transfer(payment("payee", "200.25"))
    expect(momo.disbursement.get_transfer_status(payout).status, "SUCCESSFUL", "a payout")
    add("mtn", "legacy", "payout", payout, MOBILE, 200.25)
    for currency in (None, "ZMW"):
        expect(momo.disbursement.get_account_balance(currency).currency, "ZMW", f"the balance in {currency}")
    refused(lambda: momo.disbursement.get_account_balance("EUR"), MoMoError, "a balance in EUR")
    refused(
        lambda: momo.collection.get_request_to_pay_status(str(uuid4())), MoMoNotFoundError, "an unknown payment"
    )

# It asks for a token without X-Target-Environment, which the new platform refuses.
with client("/mtn-new", settings["mtnNewUserId"], settings["mtnNewCredentialToken"]) as momo:
    error = refused(lambda: momo.collection.get_account_balance(), MoMoError, "a token without X-Target-Environment")
    expect(error.status_code, 400, "a token without X-Target-Environment")
report()
