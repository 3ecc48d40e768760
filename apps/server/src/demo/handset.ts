import { setTimeout as sleep } from 'node:timers/promises';

type Phone = {
  balance: number;
  messages: { id: string | number; at: string; from: string; text: string }[];
  prompts: { id: string | number; amount: number; text: string }[];
};

/** A phone of the simulator, used by a program. */
export type Handset = {
  phone(mobile: string): Promise<Phone>;
  waitForCode(mobile: string): Promise<string>;
  /** The newest second code, of six digits. */
  waitForStepUpCode(mobile: string): Promise<string>;
  waitForPrompt(mobile: string): Promise<Phone['prompts'][number]>;
  answer(
    mobile: string,
    promptId: string | number,
    action: 'approve' | 'wrong_pin' | 'refuse' | 'ignore',
  ): Promise<void>;
};

/** A code at the beginning of a message, in any language. The test language puts a mark before it. */
const FOUR_DIGITS = /^⟦?(\d{4})\b/;
const SIX_DIGITS = /^⟦?(\d{6})\b/;

const LOOK_EVERY_MS = 50;
const WAIT_MS = 30_000;

/** The code of the newest message that begins with one. */
function codeOf(messages: Phone['messages'], pattern: RegExp): string | undefined {
  return messages.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])[0];
}

export function createHandset(simulatorUrl: string): Handset {
  async function phone(mobile: string): Promise<Phone> {
    const response = await fetch(`${simulatorUrl}/api/phones/${mobile}`);
    if (!response.ok) throw new Error(`the handset answered ${response.status}`);
    return (await response.json()) as Phone;
  }

  async function waitFor<Found>(what: string, look: () => Promise<Found | undefined>): Promise<Found> {
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_EVERY_MS) {
      const found = await look();
      if (found !== undefined) return found;
      await sleep(LOOK_EVERY_MS);
    }
    throw new Error(`${what} did not reach the handset`);
  }

  return {
    phone,
    waitForCode: (mobile) =>
      waitFor('a code', async () => {
        const { messages } = await phone(mobile);
        return codeOf(messages, FOUR_DIGITS);
      }),
    waitForStepUpCode: (mobile) =>
      waitFor('a second code', async () => {
        const { messages } = await phone(mobile);
        return codeOf(messages, SIX_DIGITS);
      }),
    waitForPrompt: (mobile) => waitFor('a prompt', async () => (await phone(mobile)).prompts[0]),
    async answer(mobile, promptId, action) {
      const response = await fetch(`${simulatorUrl}/api/phones/${mobile}/prompts/${promptId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ action }),
      });
      if (!response.ok) throw new Error(`the prompt could not be answered: ${response.status}`);
    },
  };
}
