import { randomUUID } from 'node:crypto';
import { demoSettings } from '../../apps/server/src/simulator/settings.ts';

const { mtnApiUser, mtnApiKey, mtnDisbursementKey } = demoSettings;

/** Money that leaves the lender's account at MTN without the program. Answers the id of the payout at MTN. */
export async function payOutUnknown(simulatorUrl: string, mobile: string, amount: number): Promise<string> {
  const subscription = { 'Ocp-Apim-Subscription-Key': mtnDisbursementKey };
  const basic = Buffer.from(`${mtnApiUser}:${mtnApiKey}`).toString('base64');
  const granted = await fetch(`${simulatorUrl}/mtn/disbursement/token/`, {
    method: 'POST',
    headers: { ...subscription, Authorization: `Basic ${basic}` },
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const id = randomUUID();
  const answer = await fetch(`${simulatorUrl}/mtn/disbursement/v1_0/transfer`, {
    method: 'POST',
    headers: {
      ...subscription,
      Authorization: `Bearer ${token}`,
      'X-Reference-Id': id,
      'X-Target-Environment': 'mtnzambia',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({
      amount: String(amount),
      currency: 'ZMW',
      externalId: id,
      payee: { partyIdType: 'MSISDN', partyId: `26${mobile}` },
      payerMessage: 'By hand',
      payeeNote: 'By hand',
    }),
  });
  if (answer.status !== 202) throw new Error(`MTN answered ${answer.status}: ${await answer.text()}`);
  return id;
}
