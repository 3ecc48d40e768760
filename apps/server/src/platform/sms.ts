/** Sends one text to one mobile number. A refusal by the network throws. */
export type SmsGateway = { send(message: { mobile: string; text: string }): Promise<void> };

/** The phones of the simulator, reached over HTTP like any provider. */
export function handsetGateway(simulatorUrl: string, sender: string): SmsGateway {
  return {
    async send({ mobile, text }) {
      const response = await fetch(`${simulatorUrl}/api/sms`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: mobile, from: sender, text }),
        signal: AbortSignal.timeout(10_000),
      });
      if (!response.ok) throw new Error(`the SMS gateway answered ${response.status}`);
    },
  };
}
