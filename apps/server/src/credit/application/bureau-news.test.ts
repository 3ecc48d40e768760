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
  await borrower.ask('writeComplaint', {
    body: { topic: 'cost', text: 'The fee is higher than I was told.', orderId: loanId },
  });
  expect(await told()).toBeUndefined();
});
