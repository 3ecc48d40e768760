import { z } from 'zod';

/** Sends one text to one mobile number. A refusal by the network throws. */
export type SmsGateway = { send(message: Sms): Promise<void> };

/** `on` is the business day of the text, where that may be another day than the one on which it is sent. */
export type Sms = { mobile: string; text: string; on?: string };

const TIMEOUT_MS = 10_000;

/** Africa's Talking: a form, answered with a status for each recipient, as its documentation says. */
export function africasTalkingGateway(account: {
  baseUrl: string;
  username: string;
  apiKey: string;
  sender: string;
}): SmsGateway {
  return {
    async send({ mobile, text }) {
      const response = await fetch(`${account.baseUrl}/version1/messaging`, {
        method: 'POST',
        headers: { apiKey: account.apiKey, accept: 'application/json' },
        body: new URLSearchParams({
          username: account.username,
          to: `+26${mobile}`,
          message: text,
          from: account.sender,
        }),
        // A redirect would send the key and the code in the text to a host that is not configured.
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
      const answer = africasTalkingAnswer.safeParse(await response.json());
      const statusCode = answer.data?.SMSMessageData.Recipients[0]?.statusCode;
      // 100 is processed, 101 sent, 102 queued. Any other status is a refusal.
      if (statusCode === undefined || statusCode < 100 || statusCode > 102) {
        throw new Error(`the SMS gateway refused a message with ${statusCode ?? 'no status'}`);
      }
    },
  };
}

const africasTalkingAnswer = z.object({
  SMSMessageData: z.object({ Recipients: z.array(z.object({ statusCode: z.number() })) }),
});

/** Sends to the phones of the simulator. */
export function handsetGateway(simulatorUrl: string, sender: string): SmsGateway {
  return {
    async send({ mobile, text, on }) {
      const response = await fetch(`${simulatorUrl}/api/sms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: mobile, from: sender, text, businessDate: on }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
    },
  };
}
