import path from 'node:path';
import { expect, test } from 'vitest';
import { giveDetails } from '../../apps/server/src/demo/borrower-steps.ts';
import {
  deleteAccount,
  settledBorrower,
} from '../../apps/server/src/upkeep/personal-data/personal-data.test-support.ts';
import { apply, signIn } from '../../apps/server/test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { startPushService } from '../../apps/server/test/push-service.ts';
import { type KeptBorrower, readData, writeKeptData } from './earlier-data.ts';
import { type FullLife, liveFully, SMALL_CARD, settingsForFullLife } from './full-life.ts';

/*
 * Makes the data for `attacks/upgrade.test.ts`. In a checkout of the version whose data are wanted, put this file,
 * `earlier-data.ts` and `full-life.ts` into `e2e/support`, and copy this one to `e2e/support/record-data.test.ts`. Then
 * run `COMMIT=<that version> npx vitest run --project e2e e2e/support/record-data.test.ts`. All people are invented.
 */

const KEPT = ['Alpha', 'Beta'];

function keptOf({ borrower, email, orderId, repayLinkCode, ...life }: FullLife, word: string): KeptBorrower {
  return {
    borrowerId: borrower.borrowerId,
    mobile: borrower.mobile,
    deviceSecret: life.deviceSecret,
    token: life.token,
    email,
    orderId,
    repayLinkCode,
    entered: [
      ...['first', 'last', 'brand', 'model', 'purpose', 'complaint', 'answered', 'declined'].map(
        (what) => `X${what}${word}`,
      ),
      ...[email, life.idNumber, ...life.mobiles.slice(0, 3)],
    ],
  };
}

async function applyForReview(server: AppServer) {
  const borrower = await signIn(server);
  const identity = { idNumber: '300001/10/1', firstName: 'Mary', lastName: 'Zulu', birthDate: '1991-02-03' };
  const card = { front: SMALL_CARD };
  await giveDetails(borrower, { identity, card, monthlyIncome: 1500 });
  return apply(borrower, { amount: 300 });
}

test('data are kept', async () => {
  const push = await startPushService();
  const settings = settingsForFullLife(push);
  const server = await startAppServer({ settings });
  const borrowers: KeptBorrower[] = [];
  for (const word of KEPT) {
    borrowers.push(keptOf(await liveFully({ server, settings, push }, word), word));
  }
  expect(await applyForReview(server)).toMatchObject({ userStatus: 2 });
  await signIn(server);
  await deleteAccount(server, await settledBorrower(server));
  // Those of one borrower are enough, and they are the largest values.
  await server.query('delete from data_download where borrower_id <> $1', [borrowers[1]!.borrowerId]);
  await server.query('delete from paper_download where borrower_id <> $1', [borrowers[1]!.borrowerId]);
  await writeKeptData(path.join(import.meta.dirname, 'kept-data.json.gz'), {
    commit: process.env.COMMIT!,
    atMs: server.clock.nowMs(),
    businessDay: server.today(),
    ...(await readData(server.databaseUrl, server.dataDir)),
    borrowers,
  });
  await server.stop();
  await push.close();
});
