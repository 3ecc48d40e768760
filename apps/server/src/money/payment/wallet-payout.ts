import type { Day } from '@thumba/lending/day';
import type { OperatorName, Transfer } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import {
  submitWalletPayout,
  type WalletChange,
  type WalletMessage,
  type WalletPayoutRefusal,
  walletPayoutFailed,
  walletPayoutSucceeded,
  walletPayoutSucceededLate,
} from '@thumba/lending/wallet-payout';
import { answerToUsedKey, type IdempotencyKey, type KeyReused } from '../../book/posting-line/idempotency.ts';
import { type AttemptState, DEFAULT_ACCOUNT } from '../../book/posting-line/posting.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, isConflict, statement } from '../../platform/database.ts';
import type { AttemptRow, End } from './attempt-sql.ts';
import type { Operators } from './operators/operator.ts';
import type { AccountRefusal, Submitted } from './submit-collection.ts';

/*
 * A payout of wallet credit belongs to no loan, so it does not go through the posting line: its two writes stand here,
 * each one guarded statement that holds the wallet, the book, the attempt and what is told together.
 */

const MAX_ROUNDS = 8;

/** The rows of a change as JSON, for `BOOK`. */
function transferRecords(transfers: readonly Transfer[]): string {
  return JSON.stringify(
    transfers.map((row, index) => ({
      line: index + 1,
      debit_account: row.debitAccount,
      credit_account: row.creditAccount,
      amount_ngwee: row.amountNgwee,
    })),
  );
}

/** Writes the rows in `rows` as one entry for whoever is in `whose`, with the event that made it. */
function book(parts: {
  whose: string;
  rows: string;
  attemptId: string;
  kind: string;
  actor: string;
  on: string;
  at: string;
}): string {
  return `entry as materialized (
     select borrower_id, operator, nextval('ledger_entry_id') as entry_id from ${parts.whose}
   ),
   book as (
     insert into ledger_transfer (borrower_id, entry_id, line, loan_id, debit_account, credit_account, amount_ngwee,
       business_on, recorded_at)
     select e.borrower_id, e.entry_id, t.line, null, t.debit_account, t.credit_account, t.amount_ngwee, ${parts.on},
       ${parts.at}
     from entry e, json_to_recordset(${parts.rows}::json) as t(line integer, debit_account text, credit_account text,
       amount_ngwee bigint)
   ),
   history as (
     insert into wallet_payout_event (borrower_id, entry_id, attempt_id, kind, on_day, actor, recorded_at)
     select borrower_id, entry_id, ${parts.attemptId}, ${parts.kind}, ${parts.on}, ${parts.actor}, ${parts.at}
     from entry
   )`;
}

type WalletRow = {
  wallet_ngwee: Ngwee;
  account_id: number | null;
  operator: OperatorName | null;
  input_hash: Buffer | null;
  answer: unknown;
};

const readWalletStatement = statement<WalletRow>(
  'payment: read wallet',
  `select s.wallet_ngwee, c.account_id, c.operator, k.input_hash, k.answer
   from borrower_standing s
   left join repay_account c on c.borrower_id = s.borrower_id
     and (c.account_id = $2 or ($2 = ${DEFAULT_ACCOUNT} and c.is_default))
   left join idempotency_key k on k.borrower_id = s.borrower_id and k.key_hash = $3
   where s.borrower_id = $1`,
);

/** Answers nothing when the wallet is not any more as it was read: whoever comes second looks again. */
const submitPayoutStatement = statement<{ entry_id: number }>(
  'payment: submit wallet payout',
  `with taken as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $4
     from repay_account c
     where s.borrower_id = $1 and s.wallet_ngwee = $3 and c.borrower_id = s.borrower_id and c.account_id = $2
     returning s.borrower_id, c.operator, c.mobile_sealed
   ),
   ${book({
     whose: 'taken',
     rows: '$5',
     attemptId: '$6::uuid',
     kind: `'submitted'`,
     actor: `'borrower'`,
     on: '$8::date',
     at: '$9::timestamptz',
   })},
   attempt as (
     insert into payment_attempt (borrower_id, attempt_id, loan_id, direction, purpose, amount_ngwee, operator,
       msisdn_sealed, state, submitted_on, created_at, next_step_at)
     select borrower_id, $6::uuid, null, 'payout', 'wallet_payout', $7, operator, mobile_sealed, 'created', $8::date,
       $9::timestamptz, $9::timestamptz
     from taken
   ),
   attempt_lookup as (
     insert into payment_by_attempt (attempt_id, borrower_id) select $6::uuid, borrower_id from taken
   ),
   keys as (
     insert into idempotency_key (borrower_id, key_hash, input_hash, answer, created_at)
     select borrower_id, $10::bytea, $11::bytea, $12::jsonb, $9::timestamptz from taken where $10::bytea is not null
   )
   select entry_id from entry`,
);

export type WalletPayoutDeps = {
  db: Database;
  clock: Clock;
  operators: Operators;
  today(): Day;
  newAttemptId(): string;
  onNewAttempts(): void;
};

export type WalletPayoutRequest = {
  borrowerId: number;
  /** Without one, all that the wallet holds. */
  amountNgwee: Ngwee | undefined;
  accountId: number | undefined;
  idempotency: IdempotencyKey | undefined;
};

export type SubmitWalletPayoutRefusal = WalletPayoutRefusal | AccountRefusal | KeyReused;

/** Takes credit out of a wallet and has it sent to one of the borrower's accounts. */
export async function payOutWallet(
  deps: WalletPayoutDeps,
  request: WalletPayoutRequest,
): Promise<Outcome<Submitted, SubmitWalletPayoutRefusal>> {
  const { borrowerId, idempotency } = request;
  const answer: Submitted = { paymentId: deps.newAttemptId(), status: 'pending' };
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await deps.db.row(readWalletStatement, [
      borrowerId,
      request.accountId ?? DEFAULT_ACCOUNT,
      idempotency?.keyHash ?? null,
    ]);
    if (!row) throw new Error('a borrower has no wallet');
    const again = answerToUsedKey<Submitted>(idempotency, { inputHash: row.input_hash, answer: row.answer });
    if (again) return again;
    if (row.account_id === null || row.operator === null) return refuse({ kind: 'no_such_account' });
    if (!deps.operators[row.operator]) return refuse({ kind: 'operator_not_connected' });
    const amountNgwee = request.amountNgwee ?? row.wallet_ngwee;
    const taken = submitWalletPayout(row.wallet_ngwee, amountNgwee);
    if (!taken.ok) return taken;
    const values = [
      borrowerId,
      row.account_id,
      row.wallet_ngwee,
      taken.value.walletNgwee,
      transferRecords(taken.value.transfers),
      answer.paymentId,
      amountNgwee,
      deps.today(),
      toDate(deps.clock.nowMs()),
      idempotency?.keyHash ?? null,
      idempotency?.inputHash ?? null,
      JSON.stringify(answer),
    ];
    if (await isWritten(() => deps.db.row(submitPayoutStatement, values))) {
      deps.onNewAttempts();
      return allow(answer);
    }
  }
  throw new Error('a wallet kept changing under a payout');
}

/** False when somebody else wrote first: the same key, the wallet, or the attempt. */
async function isWritten(write: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await write()) !== undefined;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

const readPayoutStatement = statement<{ state: AttemptState; wallet_ngwee: Ngwee }>(
  'payment: read wallet payout',
  `select p.state, s.wallet_ngwee
   from payment_attempt p join borrower_standing s on s.borrower_id = p.borrower_id
   where p.borrower_id = $1 and p.attempt_id = $2`,
);

/** Answers nothing when the attempt is not any more in the state that the end was decided on. */
const endPayoutStatement = statement<{ entry_id: number }>(
  'payment: end wallet payout',
  `with ended as (
     update payment_attempt set state = $4, operator_reference = coalesce($5, operator_reference),
       failure_reason = $6, finished_at = $9::timestamptz, next_step_at = null
     where borrower_id = $1 and attempt_id = $2 and state = $3
     returning borrower_id, operator
   ),
   moved as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $7
     from ended e where s.borrower_id = e.borrower_id and $7 <> 0
   ),
   ${book({
     whose: 'ended',
     rows: '$10',
     attemptId: '$2',
     kind: `case $4 when 'succeeded' then $4 else 'failed' end`,
     actor: `'operator:' || operator`,
     on: '$8::date',
     at: '$9::timestamptz',
   })},
   words as (
     insert into message (borrower_id, loan_id, kind, figures, on_day, created_at, next_try_at)
     select borrower_id, null, $11, $12::jsonb, $8::date, $9::timestamptz, $9::timestamptz from ended
   )
   select entry_id from entry`,
);

export type WalletPayoutEndDeps = {
  db: Database;
  clock: Clock;
  today(): Day;
  onNewMessages(): void;
};

/** Ends a payout of wallet credit, as `endAttempt` ends what belongs to a loan. */
export async function endWalletPayout(
  deps: WalletPayoutEndDeps,
  attempt: AttemptRow,
  end: End,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const row = await deps.db.row(readPayoutStatement, [attempt.borrower_id, attempt.attempt_id]);
    if (!row) throw new Error('a payout of wallet credit is gone');
    const hadFailed = row.state === 'failed' || row.state === 'expired';
    if (row.state === 'succeeded' || (hadFailed && end.state !== 'succeeded')) return;
    const { transfers, walletNgwee } = changeOf(attempt, end, { ...row, hadFailed });
    const { kind, ...figures } = messageOf(attempt, end);
    const values = [
      attempt.borrower_id,
      attempt.attempt_id,
      row.state,
      end.state,
      end.state === 'succeeded' ? end.operatorReference : null,
      end.state === 'succeeded' ? null : end.reason,
      walletNgwee,
      deps.today(),
      toDate(deps.clock.nowMs()),
      transferRecords(transfers),
      kind,
      JSON.stringify(figures),
    ];
    if (await isWritten(() => deps.db.row(endPayoutStatement, values))) return deps.onNewMessages();
  }
  throw new Error('a payout of wallet credit kept changing under its end');
}

function changeOf(
  { amount_ngwee, operator }: AttemptRow,
  end: End,
  { hadFailed, wallet_ngwee }: { hadFailed: boolean; wallet_ngwee: Ngwee },
): WalletChange {
  if (end.state !== 'succeeded') return walletPayoutFailed(amount_ngwee);
  return hadFailed
    ? walletPayoutSucceededLate(wallet_ngwee, amount_ngwee, operator)
    : walletPayoutSucceeded(amount_ngwee, operator);
}

function messageOf({ amount_ngwee }: AttemptRow, end: End): WalletMessage {
  return {
    kind: end.state === 'succeeded' ? 'wallet_paid_out' : 'wallet_payout_failed',
    amountNgwee: amount_ngwee,
  };
}
