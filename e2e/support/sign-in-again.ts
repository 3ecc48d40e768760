import { setTimeout as sleep } from 'node:timers/promises';
import { type BorrowerClient, createBorrowerClient } from '../../apps/server/src/demo/borrower-client.ts';
import { signIn } from '../../apps/server/src/demo/borrower-steps.ts';
import { createHandset } from '../../apps/server/src/demo/handset.ts';
import type { Program } from './program.ts';

const DEVICE = { deviceType: 4, deviceBrand: 'h5', appChannelCode: '' } as const;

/** Signs a demo borrower in without a browser. Their phone holds older codes, so this waits for one more. */
export async function signInAgain(
  { url, simulatorUrl }: Pick<Program, 'url' | 'simulatorUrl'>,
  mobile: string,
): Promise<{ token: string; client: BorrowerClient }> {
  const client = createBorrowerClient(url, Date.now);
  const handset = createHandset(simulatorUrl);
  const codes = async () =>
    (await handset.phone(mobile)).messages.filter(({ text }) => text.includes('is your Thumba code'));
  const before = (await codes()).length;
  const waitForCode = async () => {
    while ((await codes()).length === before) await sleep(50);
    return handset.waitForCode(mobile);
  };
  const { token } = await signIn(client, { waitForCode }, mobile, DEVICE);
  return { token, client };
}

export async function newestOrderId(client: BorrowerClient): Promise<number | undefined> {
  const { items } = await client.ask('listOrders', { query: {} });
  return items[0]?.orderId;
}
