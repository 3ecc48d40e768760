import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { reviewDeps } from './review.test-support.ts';
import { reviewApplication } from './review.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server?.stop());

test('a purpose and a reason of staff that name a person are not found in a dump', async () => {
  const borrower = await signUp(server, { monthlyIncome: 1500 });
  const terms = wishOf({ amount: 300 });
  const { contractVersion } = await borrower.ask('productTrial', { body: terms });
  const { orderId } = await borrower.ask('appManualGetLoan', {
    body: { ...terms, contractVersion, agreed: true, purpose: 'for my sister Xcanarina' },
  });
  const reviewed = await reviewApplication(await reviewDeps(server), {
    loanId: orderId,
    outcome: 'decline',
    reasonCode: 'income_not_shown',
    reason: 'the employer, Mr Xcanaro, was asked',
    staffName: 'mary',
  });
  expect(reviewed).toMatchObject({ ok: true });
  expect(secretsIn(await dumpDatabase(server.owner), ['Xcanarina', 'Xcanaro'])).toEqual([]);
});

test('a purpose with a mark that turns the direction of text is refused', async () => {
  const borrower = await signUp(server);
  const terms = wishOf();
  const { contractVersion } = await borrower.ask('productTrial', { body: terms });
  for (const purpose of ['school\u202e', 'sch\u200bool', 'school\n']) {
    expect(
      await borrower.call('appManualGetLoan', { body: { ...terms, contractVersion, agreed: true, purpose } }),
    ).toMatchObject({ code: 400, msg: 'Please use only letters, numbers and signs that you can see' });
  }
});
