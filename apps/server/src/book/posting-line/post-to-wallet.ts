import type { AttemptState } from '@thumba/lending/attempt';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Ngwee } from '@thumba/lending/money';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { AGAIN, retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Actor } from '../actor.ts';
import { answerToUsedKey } from '../idempotency/idempotency.ts';
import { keepAnswer } from '../idempotency/keep-answer.ts';
import { insertWalletPayoutEvent } from '../ledger/events.ts';
import { insertTransfers, transferRecords } from '../ledger/transfers.ts';
import { insertMessages } from '../message/messages.ts';
import type { AttemptEnd, NewAttempt } from '../payment-attempt/attempt.ts';
import { type AttemptOwner, attemptRecord, insertAttempts } from '../payment-attempt/insert-attempts.ts';
import { isNumberShared } from '../payment-attempt/payout-number.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome, type WriteDeps } from './posting.ts';
import type { WalletPosting, WalletPostingRequest, WalletSubject } from './wallet-posting.ts';

/*
 * A change of a wallet without a loan. It is read, decided and written as a change of a loan is, in two round trips and
 * with the same SQL fragments. It is rare, so it is not batched.
 */

type WalletRow = {
  wallet_ngwee: Ngwee;
  account_id: number | null;
  operator: OperatorName | null;
  mobile_sealed: Buffer | null;
  is_shared: boolean;
  added_at: Date | null;
  payouts_from: Date | null;
  attempt_state: AttemptState | null;
  input_hash: Buffer | null;
  answer: unknown;
};

const readWalletStatement = statement<
  WalletRow,
  { borrowerId: number; accountId: number | null; attemptId: string | null; keyHashes: Buffer[] }
>(
  'posting line: read wallet',
  `select s.wallet_ngwee, c.account_id, c.operator, c.mobile_sealed, c.created_at as added_at,
     c.payouts_from, ${isNumberShared('c')} as is_shared, p.state as attempt_state, k.input_hash, k.answer
   from borrower_standing s
   left join repay_account c on c.borrower_id = s.borrower_id
     and (c.account_id = $accountId or ($accountId = ${DEFAULT_ACCOUNT} and c.is_default))
   left join payment_attempt p on p.borrower_id = s.borrower_id and p.attempt_id = $attemptId::uuid
   left join idempotency_key k on k.borrower_id = s.borrower_id
     and k.key_hash = any ($keyHashes::bytea[])
   where s.borrower_id = $borrowerId`,
);

type CommonValues = {
  borrowerId: number;
  attemptId: string;
  walletChangeNgwee: number;
  transfers: string;
  event: string;
  actor: Actor;
  on: string;
  at: Date;
};

/** The entry for the borrower in `changed`, with its transfers and its event. */
const ENTRY = `entries as materialized (
     select borrower_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at from changed
   ),
   inserted_transfers as (
     ${insertTransfers({ records: '$transfers', entries: 'entries' })}
   ),
   inserted_event as (
     ${insertWalletPayoutEvent({
       attemptId: '$attemptId::uuid',
       kind: '$event::text',
       on: '$on::date',
       actor: '$actor::text',
       entries: 'entries',
     })}
   )`;

/** Returns no row where the wallet has changed since it was read, or the account is gone. */
const writeBeginningStatement = statement<
  { entry_id: number },
  CommonValues & {
    walletNgwee: Ngwee;
    accountId: number;
    attempts: string;
    keyHash: Buffer | null;
    inputHash: Buffer | null;
    answer: string;
  }
>(
  'posting line: begin wallet payout',
  `with changed as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $walletChangeNgwee
     from repay_account c
     where s.borrower_id = $borrowerId and s.wallet_ngwee = $walletNgwee
       and c.borrower_id = s.borrower_id and c.account_id = $accountId
     returning s.borrower_id
   ),
   ${ENTRY},
   ${insertAttempts({ records: '$attempts', entries: 'entries' })},
   kept_answer as (
     ${keepAnswer({
       borrowerId: 'e.borrower_id',
       keyHash: '$keyHash::bytea',
       inputHash: '$inputHash::bytea',
       answer: '$answer::jsonb',
       at: '$at::timestamptz',
       from: 'entries e where $keyHash::bytea is not null',
     })}
   )
   select entry_id from entries`,
);

/** Returns no row where the attempt is not in the state any more in which its end was decided. */
const writeEndStatement = statement<
  { entry_id: number },
  CommonValues & {
    stateBefore: AttemptState | null;
    state: AttemptEnd['state'];
    operatorReference: string | null;
    failureReason: string | null;
    messages: string;
  }
>(
  'posting line: end wallet payout',
  `with changed as (
     update payment_attempt set state = $state, operator_reference = coalesce($operatorReference, operator_reference),
       failure_reason = $failureReason, finished_at = $at::timestamptz, next_step_at = null
     where borrower_id = $borrowerId and attempt_id = $attemptId and state = $stateBefore
     returning borrower_id
   ),
   updated_standing as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $walletChangeNgwee
     from changed where s.borrower_id = changed.borrower_id and $walletChangeNgwee <> 0
   ),
   ${ENTRY},
   inserted_messages as (
     ${insertMessages({
       borrowerId: 'e.borrower_id',
       kind: 'm.kind',
       figures: 'm.figures',
       on: '$on::date',
       at: '$at::timestamptz',
       from: 'entries e, json_to_recordset($messages::json) as m(kind text, figures jsonb)',
     })}
   )
   select entry_id from entries`,
);

/** Reads, decides and writes until no other writer was first. */
export function postToWallet<Answer, Refusal>(
  deps: WriteDeps,
  request: WalletPostingRequest<Answer, Refusal>,
): Promise<PostingOutcome<Answer, Refusal>> {
  const { idempotency } = request;
  return retryOnConflict('a posting to a wallet', async () => {
    const row = await deps.db.row(readWalletStatement, {
      borrowerId: request.borrowerId,
      accountId: request.accountId ?? null,
      attemptId: request.attemptId ?? null,
      keyHashes: idempotency?.keyHashes ?? [],
    });
    if (!row) throw new Error('a borrower has no wallet');
    const again = answerToUsedKey<Answer>(idempotency, { inputHash: row.input_hash, answer: row.answer });
    if (again) return again;
    const subject = subjectOf(row);
    const verdict = request.decide(subject);
    if (!verdict.ok) return verdict;
    if ('unchanged' in verdict) return { ok: true, value: verdict.answer };
    const posting = verdict.value;
    if (!(await write(deps, request, { row, subject, posting }))) return AGAIN;
    const newAttempt = 'begins' in posting.attempt ? posting.attempt.begins : undefined;
    deps.announce([{ newAttempt, change: posting.change }]);
    return { ok: true, value: posting.answer };
  });
}

function subjectOf(row: WalletRow): WalletSubject {
  return {
    walletNgwee: row.wallet_ngwee,
    account:
      row.account_id === null
        ? null
        : {
            accountId: row.account_id,
            operator: row.operator!,
            mobileSealed: row.mobile_sealed!,
            isShared: row.is_shared,
            addedAt: row.added_at!,
            payoutsFrom: row.payouts_from,
          },
    attemptState: row.attempt_state,
  };
}

/** False when another writer was first. */
async function write(
  { db, clock, sealing }: WriteDeps,
  request: WalletPostingRequest<unknown, unknown>,
  { row, subject, posting }: { row: WalletRow; subject: WalletSubject; posting: WalletPosting<unknown> },
): Promise<boolean> {
  const { change, on, attempt, answer } = posting;
  const { borrowerId } = request;
  const common = {
    borrowerId,
    walletChangeNgwee: change.walletNgwee,
    transfers: JSON.stringify(transferRecords(change.transfers, { loanId: null, on })),
    actor: request.actor,
    on,
    at: toDate(clock.nowMs()),
  };
  const written =
    'begins' in attempt
      ? await db.row(writeBeginningStatement, {
          ...common,
          ...beginningValues(sealing(), attempt.begins, {
            borrowerId,
            loanId: null,
            account: subject.account,
          }),
          walletNgwee: row.wallet_ngwee,
          keyHash: request.idempotency?.keyHashes[0] ?? null,
          inputHash: request.idempotency?.inputHash ?? null,
          answer: JSON.stringify(answer),
        })
      : await db.row(writeEndStatement, {
          ...common,
          ...endValues(attempt.ends),
          stateBefore: row.attempt_state,
          messages: JSON.stringify(change.messages.map(({ kind, ...figures }) => ({ kind, figures }))),
        });
  return written !== undefined;
}

function beginningValues(sealing: Sealing, attempt: NewAttempt & { accountId: number }, owner: AttemptOwner) {
  return {
    attemptId: attempt.attemptId,
    accountId: attempt.accountId,
    event: 'submitted',
    attempts: JSON.stringify([attemptRecord(sealing, attempt, owner)]),
  };
}

function endValues(end: AttemptEnd) {
  return {
    attemptId: end.attemptId,
    event: end.state === 'succeeded' ? 'succeeded' : 'failed',
    state: end.state,
    operatorReference: end.operatorReference,
    failureReason: end.failureReason,
  };
}
