import type { StaffBody } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addAccount,
  answerPrompt,
  borrow,
  PATIENCE,
  pay,
  signUp,
  waitForPayment,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { ledgerOf, leftInTheBook, lineOf, newestRows } from '../../../test/shown-effect.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { writeOffLoan } from '../../credit/servicing/commands.ts';
import { servicingDepsOf } from '../../credit/servicing/servicing.test-support.ts';

type Wanted = StaffBody<'previewPrompt'>['prompt'];

let server: AppServer;
let kondwani: StaffMember;
let bupe: StaffMember;
let auditor: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, role: 'collector' | 'auditor') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  kondwani = await hired('kondwani', 'collector');
  bupe = await hired('bupe', 'collector');
  auditor = await hired('thandiwe', 'auditor');
});
afterEach(() => expectSoundBook(server));
afterAll(() => server.stop());

/** A borrower of K1,000 for 30 days, four days late: K1,167.25 is left. */
async function lateBorrower() {
  const borrower = await signUp(server);
  const loanId = await borrow(borrower);
  await server.passDays(34);
  return { borrower, loanId };
}

type Late = Awaited<ReturnType<typeof lateBorrower>>;

const EXTENSION: Wanted = { kind: 'extension', accountId: null };
const payment = (amount: number, accountId: number | null = null): Wanted => ({
  ...{ kind: 'payment', amount, accountId },
});

const preview = ({ client }: StaffMember, { loanId }: Late, prompt: Wanted) =>
  client.call('previewPrompt', { params: { loanId }, body: { prompt } });

type Shown = Awaited<ReturnType<typeof preview>>['data'];

const send = (
  { client }: StaffMember,
  { loanId }: Late,
  prompt: Wanted,
  { amount, accountId, seen }: Shown,
) =>
  client.call('sendPrompt', { params: { loanId }, body: { prompt: { ...prompt, amount, accountId }, seen } });

async function lookAndSend(member: StaffMember, late: Late, prompt: Wanted) {
  const { data } = await preview(member, late, prompt);
  return send(member, late, prompt, data);
}

async function newestPayment({ loanId }: Late): Promise<string> {
  const [{ attempt_id }] = await server.query(
    `select detail ->> 'attemptId' as attempt_id from loan_event
     where loan_id = $1 and kind = 'repayment_submitted' order by loan_version desc limit 1`,
    [loanId],
  );
  return attempt_id;
}

async function answer(late: Late, action: 'approve' | 'refuse' = 'approve') {
  await answerPrompt(server, late.borrower, action);
  await waitForPayment(late.borrower, await newestPayment(late), action);
}

const billOf = ({ borrower, loanId }: Late) => borrower.ask('queryLoanDetail', { params: { id: loanId } });
const newestText = async ({ borrower }: Late) =>
  (await borrower.ask('listMessages', { query: {} })).items[0]!.text;

describe('a prompt of staff', () => {
  test('for an extension is shown with its price, and the dates move as shown once the PIN is entered', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, EXTENSION);
    expect(shown).toMatchObject({ title: `Later dates for order ${late.loanId}`, amount: 67.25 });
    expect(lineOf(shown.effect, 'PIN prompt on')?.after).toMatch(/^MTN · \d{3} \*{4} \d{3}$/);
    expect(lineOf(shown.effect, 'The prompt asks for')?.after).toBe('K67.25');
    expect(lineOf(shown.effect, 'Left to repay')).toEqual({
      title: 'Left to repay',
      before: await leftInTheBook(server, late.loanId),
      after: 'K1,150.00',
    });
    const sent = await send(kondwani, late, EXTENSION, shown);
    expect(sent.data.sentence).toContain('The prompt is on its way.');
    expect(await billOf(late)).toMatchObject({ status: 'overdue', remaining: 1167.25 });
    await answer(late);
    expect(await billOf(late)).toMatchObject({ status: 'active', remaining: 1150 });
    expect(await leftInTheBook(server, late.loanId)).toBe('K1,150.00');
    expect(await newestRows(server, late.loanId)).toEqual(ledgerOf(shown.effect));
    expect(await newestText(late)).toBe(shown.message);
    const entries = await server.query(
      `select actor, outcome, borrower_id::integer as borrower_id, detail from staff_audit
       where call = 'sendPrompt' and subject_id = $1 order by entry_id`,
      [late.loanId],
    );
    expect(entries).toMatchObject([
      { actor: 'staff:kondwani', outcome: 'begun' },
      {
        outcome: 'done',
        borrower_id: late.borrower.borrowerId,
        detail: { kind: 'extension', amount: 67.25 },
      },
    ]);
  });

  test('for a loan that was written off recovers what was shown, and what is paid then is income', async () => {
    const late = await lateBorrower();
    await writeOffLoan(servicingDepsOf(server), {
      ...{ loanId: late.loanId, reason: 'moved abroad', staffName: 'mary' },
    });
    const { data: shown } = await preview(kondwani, late, payment(500));
    expect(ledgerOf(shown.effect)).toEqual([
      { title: 'Ledger: float mtn collection to recovery income', before: null, after: 'K500.00' },
    ]);
    await send(kondwani, late, payment(500), shown);
    await answer(late);
    expect(await newestRows(server, late.loanId)).toEqual(ledgerOf(shown.effect));
    expect(await newestText(late)).toBe(shown.message);
    const { remaining } = await billOf(late);
    const [{ left }] = await server.query(
      `select (select sum(amount_ngwee) from ledger_transfer where loan_id = $1 and debit_account = 'write_off_expense')::integer
         - (select sum(amount_ngwee) from ledger_transfer where loan_id = $1 and credit_account = 'recovery_income')::integer
         as left`,
      [late.loanId],
    );
    expect(lineOf(shown.effect, 'Left to repay')?.after).toBe(formatKwacha(left));
    expect(remaining).toBe(left / 100);
  });

  test('that is refused on the phone changes nothing', async () => {
    const late = await lateBorrower();
    await lookAndSend(kondwani, late, payment(200));
    await answer(late, 'refuse');
    expect(await billOf(late)).toMatchObject({ status: 'overdue', remaining: 1167.25 });
  });

  test('goes to the account that was chosen, which is one of the borrower', async () => {
    const [late, other] = [await lateBorrower(), await lateBorrower()];
    const mobile = server.newMobile('airtel');
    const { repayAccountId } = await addAccount(server, late.borrower, { mobile, operator: 'airtel' });
    const { data: shown } = await preview(kondwani, late, payment(100, repayAccountId));
    expect(lineOf(shown.effect, 'PIN prompt on')?.after).toMatch(/^Airtel · /);
    expect(await preview(kondwani, other, payment(100, repayAccountId))).toMatchObject({
      code: 409,
      reason: 'no_such_account',
    });
    await send(kondwani, late, payment(100, repayAccountId), shown);
    const prompt = await server.handset.waitForPrompt(mobile);
    await server.handset.answer(mobile, prompt.id, 'approve');
    await waitForPayment(late.borrower, await newestPayment(late));
    expect(await newestRows(server, late.loanId)).toEqual(ledgerOf(shown.effect));
  });
});

describe('the number that was shown', () => {
  /** The prompt was shown for the default account, and another account is the default one since. */
  async function shownBefore() {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, payment(100));
    const mobile = server.newMobile('airtel');
    const { repayAccountId } = await addAccount(server, late.borrower, { mobile, operator: 'airtel' });
    // A change of the mobile number does this.
    const { borrowerId } = late.borrower;
    await server.query('update repay_account set is_default = false where borrower_id = $1', [borrowerId]);
    await server.query(
      'update repay_account set is_default = true where borrower_id = $1 and account_id = $2',
      [borrowerId, repayAccountId],
    );
    return { late, shown };
  }

  test('gets the prompt, although another account is the default one by then', async () => {
    const { late, shown } = await shownBefore();
    expect(lineOf(shown.effect, 'PIN prompt on')?.after).toMatch(/^MTN · /);
    expect(await send(kondwani, late, payment(100), shown)).toMatchObject({ code: 200 });
    const [attempt] = await server.query('select operator from payment_attempt where attempt_id = $1', [
      await newestPayment(late),
    ]);
    expect(attempt).toEqual({ operator: 'mtn' });
    await answer(late);
  });

  test('has to be named where the prompt is sent', async () => {
    const { late, shown } = await shownBefore();
    expect(await send(kondwani, late, payment(100), { ...shown, accountId: null })).toMatchObject({
      code: 409,
      reason: 'account_not_named',
    });
    const sent = await server.query(
      `select from payment_attempt where loan_id = $1 and direction = 'collection'`,
      [late.loanId],
    );
    expect(sent).toEqual([]);
  });
});

describe('what cannot be done', () => {
  test('a prompt for a loan that was paid since the look is not sent', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, EXTENSION);
    await pay(server, late.borrower, late.loanId, { amount: 100 });
    expect(await send(kondwani, late, EXTENSION, shown)).toMatchObject({
      code: 409,
      reason: 'loan_moved_on',
      msg: 'The loan changed since this was shown. No prompt was sent. Please look again.',
    });
  });

  test('an extension at the price of yesterday is not sent', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, EXTENSION);
    await server.passDays(1);
    expect(await send(kondwani, late, EXTENSION, shown)).toMatchObject({
      code: 409,
      reason: 'stale_quote',
      msg: 'It costs K73.00 now. Please look again.',
    });
  });

  test('of two people at once one sends, and the other is told of the payment under way', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, payment(100));
    const answers = await Promise.all([
      send(kondwani, late, payment(100), shown),
      send(bupe, late, payment(100), shown),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
    expect(answers.find(({ code }) => code === 409)).toMatchObject({ reason: 'payment_pending' });
    const prompts = await server.query(
      `select from payment_attempt where loan_id = $1 and direction = 'collection'`,
      [late.loanId],
    );
    expect(prompts).toHaveLength(1);
    await answer(late);
  });

  test('staff send three prompts a day for a loan, and the borrower pays in the app as before', async () => {
    const late = await lateBorrower();
    for (const member of [kondwani, bupe, kondwani]) {
      expect(await lookAndSend(member, late, payment(50))).toMatchObject({ code: 200 });
      await answer(late, 'refuse');
    }
    expect(await preview(bupe, late, payment(50))).toMatchObject({
      code: 409,
      reason: 'too_many_prompts',
      msg: 'Staff sent 3 prompts for this loan today. The borrower can pay in the app.',
    });
    await pay(server, late.borrower, late.loanId, { amount: 50 });
    await server.passDays(1);
    expect(await preview(bupe, late, payment(50))).toMatchObject({ code: 200 });
  });

  test('where contact with the borrower is stopped staff send no prompt until the stop ends, and the borrower can pay', async () => {
    const late = await lateBorrower();
    const { data: shown } = await preview(kondwani, late, payment(50));
    const params = { loanId: late.loanId };
    const reasonOf = (reason: string) => ({ params, body: { kind: 'wrong_number', reason } }) as never;
    await kondwani.client.call('stopArrearsContact', reasonOf('another person answered'));
    const refusal = {
      code: 409,
      reason: 'contact_stopped',
      msg: 'Contact with this borrower is stopped, so staff send no prompt. The loan can be paid in the app.',
    };
    expect(await send(kondwani, late, payment(50), shown)).toMatchObject(refusal);
    expect(await preview(kondwani, late, payment(50))).toMatchObject(refusal);
    expect(await preview(kondwani, late, EXTENSION)).toMatchObject(refusal);
    expect(
      await server.query(`select from payment_attempt where loan_id = $1 and direction = 'collection'`, [
        late.loanId,
      ]),
    ).toEqual([]);
    await pay(server, late.borrower, late.loanId, { amount: 50 });
    await bupe.client.call('endContactStop', reasonOf('the borrower called us'));
    expect(await lookAndSend(kondwani, late, payment(50))).toMatchObject({ code: 200 });
    await answer(late);
  });

  test('an amount that the loan does not take is refused at its field', async () => {
    const late = await lateBorrower();
    const { code, data } = await preview(kondwani, late, payment(5000));
    expect(code).toBe(400);
    expect(data).toMatchObject({ fields: { 'prompt.amount': expect.any(String) } });
  });

  test('a person who only looks sends no prompt', async () => {
    const late = await lateBorrower();
    expect(await preview(auditor, late, payment(50))).toMatchObject({ code: 403 });
  });
});

test('the borrower reads of a prompt of staff as of any other payment', async () => {
  const late = await lateBorrower();
  await lookAndSend(kondwani, late, payment(100));
  await vi.waitFor(async () => {
    const { order } = await late.borrower.ask('getMyLoanInfo', {});
    expect(order?.pendingPaymentId).toBe(await newestPayment(late));
  }, PATIENCE);
  await answer(late);
});
