import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApp } from '../apps/server/src/app.ts';
import { createBusinessCalendar } from '../apps/server/src/book/calendar/calendar.ts';
import { demoLender } from '../apps/server/src/book/lender.ts';
import { readConfig } from '../apps/server/src/book/settings/config.ts';
import { createBorrowerClient } from '../apps/server/src/demo/borrower-client.ts';
import { signIn } from '../apps/server/src/demo/borrower-steps.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { freePort } from '../apps/server/src/platform/ports.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';

/**
 * Registers a number by the calls of the app and answers the borrower's id. The server runs in this process for that
 * long. Its background work is not started, so it ends no day and sends no messages.
 */
export async function registerBorrower(db: Database, sealing: Sealing, mobile: string): Promise<number> {
  await createBusinessCalendar(db, systemClock, 0);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'thumba-bench-'));
  let smsText = '';
  const app = await createApp({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }),
    db,
    clock: systemClock,
    log: createLog({ level: 'error', service: 'bench' }),
    sealing,
    sms: {
      async send({ text }) {
        smsText = text;
      },
    },
    push: undefined,
    google: undefined,
    operators: {},
    earlierOperators: [],
    lender: demoLender,
    publicUrl,
  });
  try {
    await app.http.listen({ port, host: '127.0.0.1' });
    const client = createBorrowerClient(publicUrl, systemClock.nowMs);
    const { id } = await signIn(client, { waitForCode: async () => smsText.slice(0, 4) }, mobile);
    return id;
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
