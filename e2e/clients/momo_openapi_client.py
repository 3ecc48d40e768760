from handset import add, approve, expect, given, refused, report, settings
from momo_openapi import AuthenticationError, Collection, Disbursement, MomoAPIError, MomoConfig

base = given["url"]
PLATFORMS = {
    "legacy": ("/mtn", settings["mtnApiUser"], settings["mtnApiKey"], "0966910001"),
    "new": ("/mtn-new", settings["mtnNewUserId"], settings["mtnNewCredentialToken"], "0966910002"),
}


def config(platform, subscription_key, **changes):
    path, user_id, credential_token, _ = PLATFORMS[platform]
    fields = {
        "subscription_key": subscription_key,
        "user_id": user_id,
        "credential_token": credential_token,
        "target_environment": "mtnzambia",
        "base_url": base + path,
        "currency": "ZMW",
        **changes,
    }
    return MomoConfig(**fields)


references = {}
for platform, (_, _, _, mobile) in PLATFORMS.items():
    collection = Collection(config(platform, settings["mtnCollectionKey"]))
    disbursement = Disbursement(config(platform, settings["mtnDisbursementKey"]))

    reference = collection.request_to_pay("150.50", "26" + mobile, "loan-7", payer_message="Loan 7", payee_note="Loan 7")
    expect(collection.get_transaction_status(reference)["status"], "PENDING", "before the PIN")
    approve(base, mobile)
    expect(collection.get_transaction_status(reference)["status"], "SUCCESSFUL", "after the PIN")
    add("mtn", platform, "collect", reference, mobile, 150.5)

    payout = disbursement.transfer("200", "26" + mobile, "loan-8", payer_message="Loan 8", payee_note="Loan 8")
    expect(disbursement.get_transaction_status(payout)["status"], "SUCCESSFUL", "a payout")
    add("mtn", platform, "payout", payout, mobile, 200)
    expect(disbursement.get_balance()["currency"], "ZMW", "the balance")
    references[platform] = reference

    error = refused(
        lambda: collection.request_to_pay("5", "26" + mobile, "loan-9", payer_message="Mwila's loan"),
        MomoAPIError,
        "an apostrophe",
    )
    expect(error.status_code, 400, "an apostrophe")

for asked, made_on in (("new", "legacy"), ("legacy", "new")):
    collection = Collection(config(asked, settings["mtnCollectionKey"]))
    error = refused(
        lambda: collection.get_transaction_status(references[made_on]), MomoAPIError, "a payment of the other platform"
    )
    expect(error.code, "RESOURCE_NOT_FOUND", "a payment of the other platform")

old_pair = Collection(
    config(
        "new",
        settings["mtnCollectionKey"],
        user_id=settings["mtnApiUser"],
        credential_token=settings["mtnApiKey"],
    )
)
refused(old_pair.get_access_token, AuthenticationError, "the credentials of the legacy platform")
report()
