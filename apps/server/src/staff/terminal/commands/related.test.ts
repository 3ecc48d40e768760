import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, signUp } from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { hire, openOffice } from '../../../../test/staff-client.ts';
import { applicant } from '../../../credit/application/review.test-support.ts';
import { addToBlockedList } from '../../../people/screening/blocked-list.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import type { StaffCommand } from '../staff-desk.ts';
import { command as blocked } from './blocked.ts';
import { command as complaints } from './complaints.ts';
import { command as coupons } from './coupons.ts';
import { command as decide } from './decide.ts';
import { command as differences } from './differences.ts';
import { command as duplicates } from './duplicates.ts';
import { command as endPayment } from './end-payment.ts';
import { command as faces } from './faces.ts';
import { command as holders } from './holders.ts';
import { command as screening } from './screening.ts';
import { command as servicing } from './servicing.ts';
import { command as suspense } from './suspense.ts';

const RELATED = {
  done: false,
  text: 'This is your own account or that of a relative. Another person has to do it.',
};

let server: AppServer;
let waits: Awaited<ReturnType<typeof applicant>>;
let relative: AppBorrower;
/** The words by which commands name what is the relative's. */
let names: Record<'order' | 'mobile' | 'ticket' | 'account' | 'hit' | 'entry' | 'payment', string>;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const mary = await hire(server, { maker, checker }, { userName: 'mary', roles: ['support'] });
  waits = await applicant(server);
  relative = await signUp(server);
  const loanId = await borrow(relative);
  for (const { mobile } of [relative, waits.borrower])
    await mary.client.call('declareRelation', { body: { relation: 'relative', mobile } });
  const { borrowerId, mobile } = relative;
  const ticket = await relative.ask('writeComplaint', { body: { topic: 'app', text: 'It is slow.' } });
  const [{ account, payment }] = await server.query(
    `select (select account_id from repay_account where borrower_id = $1) as account,
       (select attempt_id from payment_attempt where borrower_id = $1) as payment`,
    [borrowerId],
  );
  const [{ hit }] = await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at)
     select $1, nextval('screening_hit_id'), '', 'open', now() returning hit_id as hit`,
    [borrowerId],
  );
  const subject = { kind: 'mobile', mobile } as const;
  const entry = await addToBlockedList(server, {
    ...{ subject, reason: 'a forged card', addedBy: 'staff:grace', now: new Date() },
  });
  if (!entry.ok) throw new Error(entry.refusal.kind);
  names = {
    ...{ order: String(loanId), mobile, ticket: String(ticket.ticketNo) },
    ...{
      account: String(account),
      hit: String(hit),
      entry: String(entry.value.entryId),
      payment: String(payment),
    },
  };
});
afterAll(() => server.stop());

async function run(staffName: string, command: StaffCommand, words: readonly string[]) {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await command.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}

describe('a person at the terminal', () => {
  test('neither sees nor decides the application of a relative, and another person does', async () => {
    const order = String(waits.orderId);
    expect(await run('mary', decide, [order])).toEqual(RELATED);
    expect(await run('mary', decide, [order, 'approve', 'payslip seen'])).toEqual(RELATED);
    expect(await server.query('select state from loan where loan_id = $1', [waits.orderId])).toEqual([
      { state: 'applied' },
    ]);
    const [refused] = await server.query(
      `select outcome from security_event where actor = 'staff:mary' and kind = 'staff_command'
       order by event_id desc limit 1`,
    );
    expect(refused).toEqual({ outcome: 'refused' });
    expect(await run('grace', decide, [order, 'approve', 'payslip seen'])).toMatchObject({ done: true });
  });

  test.each<[string, StaffCommand, () => string[]]>([
    ['waives no charge', servicing, () => ['waive', names.order, '1', 'fee', '10', 'a good customer']],
    ['takes no posting back', servicing, () => ['reverse', `${names.order}-1`, 'ours', 'a mistake']],
    ['shows no loan', servicing, () => ['show', names.order]],
    ['answers no complaint', complaints, () => ['answer', names.ticket, 'We are sorry']],
    ['gives no coupon', coupons, () => ['give', names.mobile, '1', 'a good customer']],
    ['skips no face check', faces, () => ['by-person', names.mobile]],
    ['looks for no duplicates', duplicates, () => [names.mobile]],
    ['allows no account', holders, () => ['allow', names.account, 'it is her husband']],
    ['decides on no hit', screening, () => ['clear', names.hit, 'another person']],
    ['ends no payment', endPayment, () => [names.payment, 'failed', 'on the statement']],
    ['lifts no entry of the blocked list', blocked, () => ['lift', names.entry]],
    ['posts no difference', differences, () => ['post', '999', names.order, 'named by phone']],
    ['places no money on the loan', suspense, () => ['loan', '999', names.order, 'named by phone']],
    ['places no money in the wallet', suspense, () => ['wallet', '999', names.mobile, 'named by phone']],
  ])('%s of a relative', async (_what, command, words) => {
    expect(await run('mary', command, words())).toEqual(RELATED);
    expect(await run('grace', command, words())).not.toEqual(RELATED);
  });
});
