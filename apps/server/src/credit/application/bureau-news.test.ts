import { formatDay } from '@thumba/lending/day';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, borrow, signUp } from '../../../test/app-borrower.ts';
import { startWithBureau } from '../bureau/bureau.test-support.ts';

let bureau: Awaited<ReturnType<typeof startWithBureau>>;
let borrower: AppBorrower;
let loanId: number;
beforeAll(async () => {
  bureau = await startWithBureau({ BUREAU_LIST_FROM_DAYS_LATE: '10', BUREAU_WARN_DAYS: '5' });
  borrower = await signUp(bureau.server);
  await borrower.ask('saveConsent', { body: { kind: 'bureau', given: true, wordingVersion: 1 } });
  loanId = await borrow(borrower);
  await bureau.server.passDays(30);
}, 120_000);
afterAll(() => bureau.stop());

const told = async () => (await borrower.ask('getMyLoanInfo', {})).toBureau;

const warnedFor = async () =>
  (
    await bureau.server.query(
      'select list_from_on::text as on from bureau_listing where loan_id = $1 and ended_on is null',
      [loanId],
    )
  )[0]?.on;

test('a late bill says from which day on the bureau is told, and the warning names the same day', async () => {
  expect(await told()).toBeUndefined();
  await bureau.server.passDays(1);
  const before = await told();
  expect(before).toMatch(/^From \d+ \w+( \d{4})? on we tell the credit bureau that this loan is not paid\.$/);
  expect(await warnedFor()).toBeUndefined();
  await bureau.server.passDays(5);
  const on = await warnedFor();
  expect(before).toContain(formatDay(on));
  expect(await told()).toBe(before);
  // A plan that was paid since the warning: what is late now is late since a later day.
  const { query } = bureau.server;
  await query(`update bureau_listing set warned_on = warned_on - 3, list_from_on = list_from_on - 3`);
  expect(await told()).toBe(before);
  // A dispute about an earlier lateness that the borrower won, and one about this lateness.
  await query(
    `insert into bureau_listing (borrower_id, loan_id, warned_on, list_from_on, ended_on, ended_because)
     select borrower_id, loan_id, warned_on - 40, list_from_on - 40, warned_on - 30, 'withdrawn' from bureau_listing`,
  );
  expect(await told()).toBe(before);
  await query(`update bureau_listing set ended_on = $1 where ended_because = 'withdrawn'`, [
    bureau.server.today(),
  ]);
  expect(await told()).toBeUndefined();
  await query(`delete from bureau_listing where ended_because = 'withdrawn'`);
  expect(await told()).toBe(before);
  await borrower.ask('writeComplaint', {
    body: { topic: 'cost', text: 'The fee is higher than I was told.', orderId: loanId },
  });
  expect(await told()).toBeUndefined();
});
