import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { openLoan } from '@thumba/lending/application';
import { addDays, type Day } from '@thumba/lending/day';
import type { Decision } from '@thumba/lending/decision';
import type { LoanTerms } from '@thumba/lending/loan';
import { kwacha, type Ngwee } from '@thumba/lending/money';
import { owedOnLoan } from '@thumba/lending/owed';
import { payoutSucceeded } from '@thumba/lending/payout';
import { demoCatalogue, loanTerms } from '@thumba/lending/product';
import { repaymentFailed, repaymentSucceeded, submitRepayment } from '@thumba/lending/repayment';
import { planSchedule } from '@thumba/lending/schedule';
import { demoLender } from '../apps/server/src/loan/lender.ts';
import type { AttemptEnd, NewAttempt, Posting, Subject } from '../apps/server/src/loan/posting.ts';
import { createPostingLine, type PostingLine } from '../apps/server/src/loan/posting-line.ts';
import { lusakaDay, systemClock, toDate } from '../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { sendCode, signIn } from '../apps/server/src/session/commands.ts';

const OPERATOR = 'mtn';
const MOBILE = '0967000001';

/**
 * A borrower made by the server's own commands: repaid a first loan, saw a payment that had been given up arrive after
 * all, which is the wallet credit of K2,172, and ten days ago took a loan of K5,000 to repay in six instalments.
 */
export async function makeFirstBorrower(
  db: Database,
  sealing: Sealing,
): Promise<{ borrowerId: number; loanId: number; partPayments: number }> {
  const borrowerId = await register(db, sealing);
  const account = await db.row(findAccount, [borrowerId]);
  const line = createPostingLine({
    db,
    clock: systemClock,
    onNewAttempts: () => undefined,
    onNewMessages: () => undefined,
  });
  const life = { db, line, borrowerId, accountId: account!.account_id };
  const today = lusakaDay(systemClock.nowMs());
  const repaidLoanId = await takeLoan(life, termsOf(1, 2, kwacha(2000)), addDays(today, -30));
  await payTwice(life, repaidLoanId, addDays(today, -20));
  const terms = termsOf(2, 5, kwacha(5000));
  const loanId = await takeLoan(life, terms, addDays(today, -10));
  await db.rows(noteMessagesSent, []);
  return { borrowerId, loanId, partPayments: partPaymentsOf(terms) };
}

/** How many of the least payments the first instalment takes before it has to be cleared. */
function partPaymentsOf({ minRepayNgwee, minLeftoverNgwee, ...terms }: LoanTerms): number {
  const [first] = planSchedule(terms).instalments;
  return Math.floor((first!.totalNgwee - minLeftoverNgwee) / minRepayNgwee);
}

const findAccount = statement<{ account_id: number }>(
  'bench: account',
  'select account_id from repay_account where borrower_id = $1',
);

const noteMessagesSent = statement<never>(
  'bench: messages were sent',
  'update message set sent_at = created_at, next_try_at = null',
);

async function register(db: Database, sealing: Sealing): Promise<number> {
  const nowMs = systemClock.nowMs();
  let text = '';
  const needs = {
    db,
    sealing,
    random: { randomInt, randomBytes },
    sms: {
      async send(message: { text: string }) {
        text = message.text;
      },
    },
  };
  const now = toDate(nowMs);
  await sendCode(needs, { mobile: MOBILE, address: '127.0.0.1', sendsPerAddressPerHour: 1, now });
  const signedIn = await signIn(needs, {
    mobile: MOBILE,
    code: text.slice(0, 4),
    now,
    today: lusakaDay(nowMs),
    channelCode: '',
    operator: OPERATOR,
  });
  if (signedIn.kind !== 'signed_in') throw new Error('the first borrower could not sign in');
  return signedIn.borrowerId;
}

type Life = { db: Database; line: PostingLine; borrowerId: number; accountId: number };

function termsOf(productId: number, termId: number, amountNgwee: Ngwee): LoanTerms {
  const product = demoCatalogue.find((candidate) => candidate.productId === productId)!;
  const terms = loanTerms(product, demoLender.policy, termId, amountNgwee);
  if (!terms.ok) throw new Error(`product ${productId} cannot be lent: ${terms.refusal.kind}`);
  return terms.value;
}

const nextLoanId = statement<{ loan_id: number }>('bench: loan id', `select nextval('loan_id') as loan_id`);

const approval: Decision = {
  outcome: 'approve',
  reasons: [],
  points: 500,
  availableNgwee: kwacha(5000),
  versions: { rules: 1, scorecard: 1 },
};

async function takeLoan(life: Life, terms: LoanTerms, on: Day): Promise<number> {
  const { borrowerId, accountId } = life;
  const { loan_id: loanId } = (await life.db.row(nextLoanId, []))!;
  const payout = newAttempt(life, 'payout', terms.principalNgwee, on);
  const { attemptId } = payout;
  const application = { loanId, borrowerId, terms, on, decision: approval, payoutAttemptId: attemptId };
  await life.line.open({
    borrowerId,
    accountId,
    change: openLoan(application),
    on,
    newAttempt: payout,
    actor: 'borrower',
    acceptance: {
      contract_version: '1',
      shown: {},
      shown_hash: '',
      purpose: '',
      app_version_code: '',
      app_channel_code: '',
    },
    decision: { ...approval, inputs: {}, may_apply_again_on: null },
  });
  await post(life, loanId, ({ loan }) => ({
    change: payoutSucceeded(loan, { attemptId, operator: OPERATOR, on }),
    on,
    attemptEnd: attemptEnd(attemptId, 'succeeded'),
  }));
  return loanId;
}

/** The first payment is given up, the second clears the loan, and then the first arrives all the same. */
async function payTwice(life: Life, loanId: number, on: Day): Promise<void> {
  const first = await submit(life, loanId, on);
  await post(life, loanId, ({ loan }) => ({
    change: repaymentFailed(loan, { attemptId: first.attemptId, on, reason: 'prompt_expired' }),
    on,
    attemptEnd: attemptEnd(first.attemptId, 'expired'),
  }));
  const second = await submit(life, loanId, on);
  for (const { attemptId, amountNgwee } of [second, first]) {
    await post(life, loanId, ({ loan, ladder }) => ({
      change: repaymentSucceeded(loan, {
        attemptId,
        operator: OPERATOR,
        amountNgwee,
        submittedOn: on,
        on,
        ladder: { rule: demoLender.ladder, place: ladder },
      }),
      on,
      attemptEnd: attemptEnd(attemptId, 'succeeded'),
    }));
  }
}

async function submit(life: Life, loanId: number, on: Day): Promise<NewAttempt> {
  let attempt: NewAttempt | undefined;
  await post(life, loanId, ({ loan }) => {
    attempt = newAttempt(life, 'collection', owedOnLoan(loan).totalNgwee, on);
    const { attemptId, amountNgwee } = attempt;
    const submitted = submitRepayment(loan, { attemptId, period: 1, amountNgwee, on });
    if (!submitted.ok) throw new Error(`the first borrower may not repay: ${submitted.refusal.kind}`);
    return { change: submitted.value, on, newAttempt: attempt };
  });
  return attempt!;
}

async function post(
  { line, borrowerId }: Life,
  loanId: number,
  decide: (subject: Subject) => Omit<Posting<null>, 'answer'>,
): Promise<void> {
  const outcome = await line.post<null, never>({
    borrowerId,
    loanId,
    actor: 'bench',
    decide: (subject) => ({ ok: true, value: { ...decide(subject), answer: null } }),
  });
  if (!outcome.ok) throw new Error(`loan ${loanId} was refused: ${outcome.refusal.kind}`);
}

function newAttempt(
  { accountId }: Life,
  direction: NewAttempt['direction'],
  amountNgwee: Ngwee,
  submittedOn: Day,
): NewAttempt {
  const isPayout = direction === 'payout';
  return {
    attemptId: randomUUID(),
    direction,
    purpose: isPayout ? 'loan_payout' : 'repayment',
    period: isPayout ? null : 1,
    amountNgwee,
    accountId,
    submittedOn,
  };
}

function attemptEnd(attemptId: string, state: AttemptEnd['state']): AttemptEnd {
  const isPaid = state === 'succeeded';
  return {
    attemptId,
    state,
    operator: OPERATOR,
    operatorReference: isPaid ? attemptId : null,
    failureReason: isPaid ? null : 'prompt_expired',
    receiptNo: null,
  };
}
