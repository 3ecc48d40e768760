from handset import add, approve, expect, given, refused, report, settings
from momo_api import AirtelApi, AirtelConfig, Config, MomoException, PaymentRequest, TransferRequest
from momo_api.products.collection import CollectionApi
from momo_api.products.disbursement import DisbursementApi
from momo_api.support.airtel_pin import encrypt_airtel_pin
from uuid import uuid4

import httpx

base = given["url"]
MTN, AIRTEL = "0966920001", "0977920001"


def mtn_config(key, user, secret):
    return Config(subscription_key=key, api_user=user, api_key=secret)


user = (settings["mtnApiUser"], settings["mtnApiKey"])
collection = CollectionApi(mtn_config(settings["mtnCollectionKey"], *user), base + "/mtn", "mtnzambia")
disbursement = DisbursementApi(mtn_config(settings["mtnDisbursementKey"], *user), base + "/mtn", "mtnzambia")

reference = collection.request_to_pay(PaymentRequest.make("150", "26" + MTN, "loan-7", "ZMW", "Loan 7", "Loan 7"))
approve(base, MTN)
expect(collection.get_payment_status(reference).is_successful(), True, "a collection")
add("mtn", "legacy", "collect", reference, MTN, 150)
payout = disbursement.transfer(TransferRequest.make("200", "26" + MTN, "loan-8", "ZMW", "Loan 8", "Loan 8"))
expect(disbursement.get_transfer_status(payout).is_successful(), True, "a payout")
add("mtn", "legacy", "payout", payout, MTN, 200)
expect(collection.check_account_holder("26" + MTN), True, "an account holder")
expect(disbursement.get_balance().currency, "ZMW", "the balance")

# Its refusals have the code as a text in the status answer.
failed = collection.request_to_pay(PaymentRequest.make("5", "260962222222", "loan-9", "ZMW", "Loan 9", "Loan 9"))
expect(collection.get_payment_status(failed).reason.code, "APPROVAL_REJECTED", "a refused collection")

# It asks for a token without X-Target-Environment, which the new platform refuses.
new_user = (settings["mtnNewUserId"], settings["mtnNewCredentialToken"])
on_new = CollectionApi(mtn_config(settings["mtnCollectionKey"], *new_user), base + "/mtn-new", "mtnzambia")
refused(on_new.get_access_token, (MomoException, httpx.HTTPError), "a token without X-Target-Environment")

airtel = AirtelApi(base + "/airtel")
credentials = {
    "client_id": settings["airtelClientId"],
    "client_secret": settings["airtelClientSecret"],
    "country": "ZM",
    "currency": "ZMW",
}
token = httpx.post(
    f"{base}/airtel/auth/oauth2/token",
    json={**{name: credentials[name] for name in ("client_id", "client_secret")}, "grant_type": "client_credentials"},
).json()["access_token"]
public_key = httpx.get(
    f"{base}/airtel/v1/rsa/encryption-keys",
    headers={"Authorization": f"Bearer {token}", "X-Country": "ZM", "X-Currency": "ZMW"},
).json()["data"]["key"]
pin = encrypt_airtel_pin(settings["airtelPin"], public_key)

airtel_collection = airtel.get_collection(AirtelConfig(**credentials))
airtel_disbursement = airtel.get_disbursement(AirtelConfig(**credentials, encrypted_pin=pin))
id = airtel_collection.request_to_pay("75", "26" + AIRTEL, "Loan 7", str(uuid4()))
expect(airtel_collection.get_payment_status(id).is_pending(), True, "before the PIN at Airtel")
approve(base, AIRTEL)
expect(airtel_collection.get_payment_status(id).is_successful(), True, "after the PIN at Airtel")
add("airtel", "only", "collect", id, AIRTEL, 75)
id = airtel_disbursement.transfer("80", "26" + AIRTEL, "Loan8", str(uuid4()))
expect(airtel_disbursement.get_transfer_status(id).is_successful(), True, "a payout of Airtel")
add("airtel", "only", "payout", id, AIRTEL, 80)
expect(airtel_disbursement.get_balance().currency, "ZMW", "the balance at Airtel")
refused(lambda: airtel_disbursement.transfer("80", "26" + AIRTEL, "Loan8", id), MomoException, "an id of before")
report()
