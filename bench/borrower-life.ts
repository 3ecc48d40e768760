import { randomUUID } from 'node:crypto';
import { openLoan } from '@thumba/lending/application';
import type { Day } from '@thumba/lending/day';
import type { Decision } from '@thumba/lending/decision';
import type { OperatorName } from '@thumba/lending/ledger';
import type { LoanTerms } from '@thumba/lending/loan';
import { kwacha, type Ngwee } from '@thumba/lending/money';
import { payoutSucceeded } from '@thumba/lending/payout';
import { priceLoan } from '@thumba/lending/pricing';
import { demoCatalogue, loanTerms, microfinancePolicy } from '@thumba/lending/product';
import type { AttemptEnd, NewAttempt } from '../apps/server/src/book/payment-attempt/attempt.ts';
import type { Posting, Subject } from '../apps/server/src/book/posting-line/posting.ts';
import { createPostingLine, type PostingLine } from '../apps/server/src/book/posting-line/posting-line.ts';
import { hashOfShown } from '../apps/server/src/credit/application/apply.ts';
import { contractVersion } from '../apps/server/src/credit/application/contract-text.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { type Database, statement } from '../apps/server/src/platform/database.ts';
import type { Sealing } from '../apps/server/src/platform/sealing.ts';
import { registerBorrower } from './register-borrower.ts';

export const OPERATOR: OperatorName = 'mtn';

/** A borrower whose loans are posted by the server's own commands, on any day. */
export type Life = {
  db: Database;
  line: PostingLine;
  borrowerId: number;
  account: { accountId: number; mobileSealed: Buffer };
  operator: OperatorName;
  /** Where it is not given, the ids are random. */
  newAttemptId?: () => string;
};

const findAccount = statement<{ accountId: number; mobileSealed: Buffer }, { borrowerId: number }>(
  'bench: account',
  `select account_id as "accountId", mobile_sealed as "mobileSealed" from repay_account where borrower_id = $borrowerId`,
);

export async function beginLife(
  db: Database,
  sealing: Sealing,
  mobile: string,
  operator = OPERATOR,
): Promise<Life> {
  const borrowerId = await registerBorrower(db, sealing, mobile);
  const account = await db.row(findAccount, { borrowerId });
  const line = createPostingLine({
    db,
    clock: systemClock,
    sealing: () => sealing,
    onNewAttempts: () => undefined,
    onNewMessages: () => undefined,
  });
  return { db, line, borrowerId, account: account!, operator };
}

const noteMessagesSentStatement = statement<never>(
  'bench: messages were sent',
  'update message set sent_at = created_at, next_try_at = null where next_try_at is not null',
);

export async function noteMessagesSent(db: Database): Promise<void> {
  await db.rows(noteMessagesSentStatement, {});
}

export function termsOf(productId: number, termId: number, amountNgwee: Ngwee): LoanTerms {
  const product = demoCatalogue.find((candidate) => candidate.productId === productId)!;
  const terms = loanTerms(product, microfinancePolicy, termId, amountNgwee);
  if (!terms.ok) throw new Error(`product ${productId} cannot be lent: ${terms.refusal.kind}`);
  return terms.value;
}

/** The policy of the demo lender in its first version. */
const FIRST_CATALOGUE = {
  policy: microfinancePolicy,
  versions: { policy: 1, ladder: 1, rules: 1, scorecard: 1 },
};

const nextLoanId = statement<{ loan_id: number }>('bench: loan id', `select nextval('loan_id') as loan_id`);

const approval: Decision = {
  outcome: 'approve',
  reasons: [],
  points: 500,
  availableNgwee: kwacha(5000),
  versions: { rules: 1, scorecard: 1 },
};

/** Applies for a loan. Its payout is only opened where the rules approve. */
export async function apply(
  life: Life,
  terms: LoanTerms,
  on: Day,
  decision: Decision = approval,
): Promise<{ loanId: number; attemptId: string }> {
  const { borrowerId, account } = life;
  const { loan_id: loanId } = (await life.db.row(nextLoanId, {}))!;
  const payout = newAttempt(life, 'payout', terms.principalNgwee, on);
  const { attemptId } = payout;
  const application = { loanId, borrowerId, terms, on, decision, payoutAttemptId: attemptId };
  const shown = { ...priceLoan(terms, on), contractVersion: contractVersion(terms, FIRST_CATALOGUE) };
  await life.line.open({
    borrowerId,
    account,
    identitySealed: null,
    change: openLoan(application),
    on,
    ...(decision.outcome === 'approve' ? { newAttempt: payout } : {}),
    actor: 'borrower',
    acceptance: {
      contract_version: shown.contractVersion,
      shown,
      shown_hash: hashOfShown(shown),
      purpose: '',
      app_version_code: '',
      app_channel_code: '',
    },
    decision: {
      ...decision,
      inputs: {},
      may_apply_again_on: decision.outcome === 'decline' ? decision.mayApplyAgainOn : null,
    },
  });
  return { loanId, attemptId };
}

export async function takeLoan(life: Life, terms: LoanTerms, on: Day): Promise<number> {
  const { operator } = life;
  const { loanId, attemptId } = await apply(life, terms, on);
  await post(life, loanId, ({ loan }) => ({
    change: payoutSucceeded(loan, { attemptId, operator, on }),
    on,
    attemptEnd: attemptEnd(attemptId, 'succeeded', operator),
  }));
  return loanId;
}

export async function post(
  { line, borrowerId, account }: Life,
  loanId: number,
  decide: (subject: Subject) => Omit<Posting<null>, 'answer'>,
): Promise<void> {
  const outcome = await line.post<null, never>({
    borrowerId,
    loanId,
    accountId: account.accountId,
    actor: 'staff:bench',
    decide: (subject) => ({ ok: true, value: { ...decide(subject), answer: null } }),
  });
  if (!outcome.ok) throw new Error(`loan ${loanId} was refused: ${outcome.refusal.kind}`);
}

export function newAttempt(
  { account, newAttemptId = randomUUID }: Life,
  direction: NewAttempt['direction'],
  amountNgwee: Ngwee,
  submittedOn: Day,
): NewAttempt {
  const isPayout = direction === 'payout';
  return {
    attemptId: newAttemptId(),
    direction,
    purpose: isPayout ? 'loan_payout' : 'repayment',
    period: isPayout ? null : 1,
    amountNgwee,
    accountId: account.accountId,
    submittedOn,
  };
}

export function attemptEnd(attemptId: string, state: AttemptEnd['state'], operator = OPERATOR): AttemptEnd {
  const isPaid = state === 'succeeded';
  return {
    attemptId,
    state,
    operator,
    operatorReference: isPaid ? attemptId : null,
    failureReason: isPaid ? null : 'prompt_expired',
    receiptNo: null,
  };
}
