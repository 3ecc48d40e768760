import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import {
  submitWalletPayout,
  type WalletChange,
  type WalletPayoutRefusal,
  walletPayoutSucceeded,
} from '@thumba/lending/wallet-payout';
import { type IdempotencyKey, idempotencyOf } from '../../book/idempotency/idempotency.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import { ledgerLines, type SmsOf, smsText } from '../../book/loan/staff-preview.ts';
import type { NumberOfAttempt } from '../../book/payment-attempt/attempt.ts';
import { DEFAULT_ACCOUNT, type PostingRefusal } from '../../book/posting-line/posting.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import type { WalletSubject } from '../../book/posting-line/wallet-posting.ts';
import { describeStaffRefusal } from '../../book/staff-action.ts';
import type { ApprovedRequest, AskedRequest, Execution } from '../../book/staff-request.ts';
import { accountTitle } from '../../people/borrower/accounts.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { checkOperator, type OperatorRefusal, type Operators } from '../payment/operators/operator.ts';

export type RefundDeps = {
  db: Database;
  sealing: Sealing;
  line: PostingLine;
  operators: Operators;
  clock: Clock;
  today(): Day;
  newAttemptId(): string;
};

/** `paymentId` null: to the borrower's default account. Otherwise to the number of that payment, and no more than it brought. */
export type WantedRefund = { loanId: number; amountNgwee: Ngwee; paymentId: string | null };

export type RefundRefusal =
  | WalletPayoutRefusal
  | { kind: 'no_such_loan' }
  | { kind: 'no_such_payment' }
  | { kind: 'above_payment'; paidNgwee: Ngwee }
  | { kind: 'no_such_account' }
  | OperatorRefusal
  | { kind: 'payout_number_shared' }
  | { kind: 'account_waits' }
  | { kind: 'wallet_moved_on' };

type Payment = {
  borrower_id: number;
  attempt_id: string;
  operator: OperatorName;
  msisdn_sealed: Buffer;
  amount_ngwee: Ngwee;
};

const findPaymentStatement = statement<Payment, { borrowerId: number; loanId: number; paymentId: string }>(
  'refund: find payment',
  `select borrower_id, attempt_id, operator, msisdn_sealed, amount_ngwee from payment_attempt
   where borrower_id = $borrowerId and attempt_id = $paymentId::uuid and loan_id = $loanId
     and direction = 'collection' and state = 'succeeded' and msisdn_sealed <> ''`,
);

type Payee = { operator: OperatorName } & ({ accountId: number } | { payee: NumberOfAttempt });

type Refund = {
  amountNgwee: Ngwee;
  /** Undefined for a refund to an account. */
  payment: Payment | undefined;
  /** The wallet as the request showed it; undefined while it is only asked what would be done. */
  seenNgwee?: Ngwee;
};

function decideRefund(
  { operators, clock }: RefundDeps,
  { walletNgwee, account }: WalletSubject,
  { amountNgwee, payment, seenNgwee }: Refund,
): Outcome<{ change: WalletChange; number: Payee }, RefundRefusal> {
  if (seenNgwee !== undefined && walletNgwee !== seenNgwee) return refuse({ kind: 'wallet_moved_on' });
  if (payment && amountNgwee > payment.amount_ngwee)
    return refuse({ kind: 'above_payment', paidNgwee: payment.amount_ngwee });
  const change = submitWalletPayout(walletNgwee, amountNgwee);
  if (!change.ok) return change;
  const number = payment ? numberOfPayment(payment) : accountOf(account, clock.nowMs());
  if (!number.ok) return number;
  const operator = checkOperator(operators, number.value.operator);
  return operator.ok ? allow({ change: change.value, number: number.value }) : operator;
}

function numberOfPayment({ attempt_id, msisdn_sealed, operator }: Payment): Outcome<Payee, never> {
  return allow({ operator, payee: { attemptId: attempt_id, mobileSealed: msisdn_sealed, operator } });
}

/** Staff send money to no number of another borrower, and wait for a new account as the borrower does. */
function accountOf(account: WalletSubject['account'], nowMs: number): Outcome<Payee, RefundRefusal> {
  if (!account) return refuse({ kind: 'no_such_account' });
  const { accountId, operator, isShared, payoutsFrom } = account;
  if (isShared) return refuse({ kind: 'payout_number_shared' });
  return payoutsFrom !== null && nowMs < payoutsFrom.getTime()
    ? refuse({ kind: 'account_waits' })
    : allow({ accountId, operator });
}

/** Asks for sending wallet credit back, with what it would do. */
export async function askForRefund(
  deps: RefundDeps & { smsOf: SmsOf },
  { loanId, amountNgwee, paymentId, reason }: WantedRefund & { reason: string },
): Promise<Outcome<AskedRequest, RefundRefusal | PostingRefusal>> {
  const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
  if (borrowerId === undefined) return refuse({ kind: 'no_such_loan' });
  const payment =
    paymentId === null
      ? undefined
      : await deps.db.row(findPaymentStatement, { borrowerId, loanId, paymentId });
  if (paymentId !== null && !payment) return refuse({ kind: 'no_such_payment' });
  const previewed = await preview(deps, borrowerId, { amountNgwee, payment });
  if (!previewed.ok) return previewed;
  const { walletNgwee, change, number, title } = previewed.value;
  const { operator } = number;
  const paid = walletPayoutSucceeded(amountNgwee, operator);
  return allow({
    kind: 'refund',
    title: `Refund ${formatKwacha(amountNgwee)} of wallet credit to borrower ${borrowerId}`,
    subject: `wallet of borrower ${borrowerId}`,
    ...{ borrowerId, loanId, ofStaffId: null },
    payload: {
      ...{ amountNgwee, paymentId, walletNgwee, attemptId: deps.newAttemptId() },
      accountId: 'accountId' in number ? number.accountId : null,
    } satisfies Payload,
    effect: [
      {
        title: 'Wallet credit',
        before: formatKwacha(walletNgwee),
        after: formatKwacha((walletNgwee + change.walletNgwee) as Ngwee),
      },
      { title: payment ? 'Number that paid' : 'Default account', before: null, after: title },
      ...ledgerLines([...change.transfers, ...paid.transfers]),
    ],
    message: await smsText([{ kind: 'wallet_paid_out', amountNgwee }], deps.smsOf),
    reason,
  });
}

type Previewed = { walletNgwee: Ngwee; change: WalletChange; number: Payee; title: string };

function preview(
  deps: RefundDeps,
  borrowerId: number,
  refund: Refund,
): Promise<Outcome<Previewed, RefundRefusal | PostingRefusal>> {
  return deps.line.postToWallet<Previewed, RefundRefusal>({
    borrowerId,
    ...(refund.payment ? {} : { accountId: DEFAULT_ACCOUNT }),
    actor: 'borrower',
    decide(subject) {
      const decided = decideRefund(deps, subject, refund);
      if (!decided.ok) return decided;
      const { change, number } = decided.value;
      const mobile = mobileOf(deps.sealing, borrowerId, refund.payment, subject.account);
      const title = accountTitle({ operator: number.operator, mobile });
      return {
        ok: true,
        unchanged: true,
        answer: { walletNgwee: subject.walletNgwee, change, number, title },
      };
    },
  });
}

function mobileOf(
  sealing: Sealing,
  borrowerId: number,
  payment: Payment | undefined,
  account: WalletSubject['account'],
): string {
  if (payment) return sealing.open('payment_attempt.msisdn_sealed', payment, payment.msisdn_sealed);
  const { accountId, mobileSealed } = account!;
  const place = { borrower_id: borrowerId, account_id: accountId };
  return sealing.open('repay_account.mobile_sealed', place, mobileSealed);
}

type Payload = {
  amountNgwee: Ngwee;
  paymentId: string | null;
  accountId: number | null;
  attemptId: string;
  walletNgwee: Ngwee;
};

/** Sends the credit as it was approved. The second time the posting line finds the first answer under the same key. */
export async function refundAsApproved(
  deps: RefundDeps,
  { requestId, borrowerId, loanId, payload, madeBy }: ApprovedRequest,
): Promise<Execution> {
  const { paymentId, amountNgwee } = payload as Payload;
  const owner = { borrowerId: borrowerId!, loanId: loanId! };
  const payment =
    paymentId === null ? undefined : await deps.db.row(findPaymentStatement, { ...owner, paymentId });
  if (paymentId !== null && !payment) return failed({ kind: 'no_such_payment' });
  const sent = await send(deps, owner.borrowerId, payload as Payload, payment, {
    ...{ requestId, actor: madeBy },
    idempotency: idempotencyOf(deps.sealing, `staff request ${requestId}`, 'refund', payload)!,
  });
  return sent.ok
    ? { isDone: true, sentence: `${formatKwacha(amountNgwee)} of wallet credit is on its way.` }
    : failed(sent.refusal);
}

function send(
  deps: RefundDeps,
  borrowerId: number,
  { amountNgwee, accountId, attemptId, walletNgwee }: Payload,
  payment: Payment | undefined,
  {
    requestId,
    actor,
    idempotency,
  }: Pick<ApprovedRequest, 'requestId'> & {
    actor: ApprovedRequest['madeBy'];
    idempotency: IdempotencyKey;
  },
): Promise<Outcome<null, RefundRefusal | PostingRefusal>> {
  return deps.line.postToWallet<null, RefundRefusal>({
    borrowerId,
    ...(accountId === null ? {} : { accountId }),
    ...{ idempotency, actor },
    decide(subject) {
      const decided = decideRefund(deps, subject, { amountNgwee, payment, seenNgwee: walletNgwee });
      if (!decided.ok) return decided;
      const { operator: _operator, ...payee } = decided.value.number;
      const on = deps.today();
      return allow({
        change: { ...decided.value.change, messages: [] },
        on,
        cause: {
          begins: {
            ...({ attemptId, direction: 'payout', purpose: 'wallet_payout', period: null } as const),
            ...{ amountNgwee, submittedOn: on, requestId },
            ...payee,
          },
        },
        answer: null,
      });
    },
  });
}

const failed = (refusal: RefundRefusal | PostingRefusal): Execution => ({
  isDone: false,
  sentence: describeRefundRefusal(refusal),
});

export function describeRefundRefusal(refusal: RefundRefusal | PostingRefusal): string {
  switch (refusal.kind) {
    case 'no_such_loan':
    case 'key_reused':
      return describeStaffRefusal(refusal);
    case 'nothing_to_pay_out':
      return 'Please enter an amount above zero.';
    case 'wallet_too_low':
      return `The wallet has ${formatKwacha(refusal.walletNgwee)}.`;
    case 'no_such_payment':
      return 'The loan has no such payment, or its number was erased.';
    case 'above_payment':
      return `This payment brought ${formatKwacha(refusal.paidNgwee)}. No more goes back to its number.`;
    case 'no_such_account':
      return 'The borrower has no account that could get it.';
    case 'operator_not_connected':
      return 'The lender is not connected to the operator of this number. Please choose another one.';
    case 'operator_stopped':
      return 'The operator of this number is stopped: see Operators. Please choose another number, or wait until it runs.';
    case 'payout_number_shared':
      return 'Another borrower uses the number of the default account.';
    case 'account_waits':
      return 'The default account is new, and gets no money in its first day.';
    case 'wallet_moved_on':
      return 'The wallet changed since this was asked for. Nothing was sent. Please look again.';
  }
}
