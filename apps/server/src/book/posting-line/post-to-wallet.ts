import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
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
import type { AttemptEnd } from '../payment-attempt/attempt.ts';
import { isFrozen } from '../payment-attempt/frozen-money.ts';
import { type AttemptOwner, attemptRecord, insertAttempts } from '../payment-attempt/insert-attempts.ts';
import { isNumberShared } from '../payment-attempt/payout-number.ts';
import { insertPlacements, placementRecord, type SuspensePlacement } from '../suspense/placement.ts';
import { DEFAULT_ACCOUNT, type PostingOutcome, type WriteDeps } from './posting.ts';
import type {
  WalletPayoutAttempt,
  WalletPosting,
  WalletPostingRequest,
  WalletSubject,
} from './wallet-posting.ts';

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
  is_frozen: boolean;
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
     c.payouts_from, ${isNumberShared('c')} as is_shared, ${isFrozen('s.borrower_id')} as is_frozen, p.state as attempt_state, k.input_hash, k.answer
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
  walletChangeNgwee: number;
  transfers: string;
  on: string;
  at: Date;
};

type PayoutValues = CommonValues & { attemptId: string; event: string; actor: Actor };

/** The entry for the borrower in `changed`, with its transfers. */
const ENTRY = `entries as materialized (
     select borrower_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at from changed
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   )`;

const ENTRY_OF_PAYOUT = `${ENTRY},
   inserted_event as (
     ${insertWalletPayoutEvent({
       attemptId: '$attemptId::uuid',
       kind: '$event::text',
       on: '$on::date',
       actor: '$actor::text',
       entries: 'entries',
     })}
   )`;

const MESSAGES = `inserted_messages as (
     ${insertMessages({
       borrowerId: 'e.borrower_id',
       kind: 'm.kind',
       figures: 'm.figures',
       on: '$on::date',
       at: '$at::timestamptz',
       from: 'entries e, json_to_recordset($messages::json) as m(kind text, figures jsonb)',
     })}
   )`;

/** Returns no row where the wallet has changed since it was read, or the account is gone. */
const writeBeginningStatement = statement<
  { entry_id: number },
  PayoutValues & {
    walletNgwee: Ngwee;
    accountId: number | null;
    attempts: string;
    keyHash: Buffer | null;
    inputHash: Buffer | null;
    answer: string;
  }
>(
  'posting line: begin wallet payout',
  `with changed as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $walletChangeNgwee
     where s.borrower_id = $borrowerId and s.wallet_ngwee = $walletNgwee
       and ($accountId::bigint is null or exists (select from repay_account c
         where c.borrower_id = s.borrower_id and c.account_id = $accountId))
     returning s.borrower_id
   ),
   ${ENTRY_OF_PAYOUT},
   ${insertAttempts({ records: '$attempts', entries: 'entries' })},
   kept_answer as (
     ${keepAnswer({
       borrowerId: 'e.borrower_id',
       keyHash: '$keyHash::bytea',
       inputHash: '$inputHash::bytea',
       answer: '$answer::json',
       at: '$at::timestamptz',
       from: 'entries e where $keyHash::bytea is not null',
     })}
   )
   select entry_id from entries`,
);

/** Returns no row where the attempt is not in the state any more in which its end was decided. */
const writeEndStatement = statement<
  { entry_id: number },
  PayoutValues & {
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
   ${ENTRY_OF_PAYOUT},
   ${MESSAGES}
   select entry_id from entries`,
);

/** Returns no row for a deleted account. Fails where the pieces hold less than is taken. */
const writePlacementStatement = statement<
  { entry_id: number },
  CommonValues & { placements: string; messages: string }
>(
  'posting line: place suspense in wallet',
  `with changed as (
     update borrower_standing s set wallet_ngwee = s.wallet_ngwee + $walletChangeNgwee
     where s.borrower_id = $borrowerId and s.deleted_at is null
     returning s.borrower_id
   ),
   ${ENTRY},
   ${insertPlacements({ records: '$placements', entries: 'entries' })},
   ${MESSAGES}
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
    const newAttempt = 'begins' in posting.cause ? posting.cause.begins : undefined;
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
            isFrozen: row.is_frozen,
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
  const { change, on, cause, answer } = posting;
  const { borrowerId, actor } = request;
  const common = {
    borrowerId,
    walletChangeNgwee: change.walletNgwee,
    transfers: JSON.stringify(transferRecords(change.transfers, { loanId: null, on })),
    on,
    at: toDate(clock.nowMs()),
  };
  const messages = JSON.stringify(change.messages.map(({ kind, ...figures }) => ({ kind, figures })));
  if ('places' in cause) {
    const placements = placementsOf(cause.places, change.walletNgwee, on);
    return (await db.row(writePlacementStatement, { ...common, placements, messages })) !== undefined;
  }
  const written =
    'begins' in cause
      ? await db.row(writeBeginningStatement, {
          ...common,
          actor,
          ...beginningValues(sealing(), cause.begins, { borrowerId, loanId: null, account: subject.account }),
          walletNgwee: row.wallet_ngwee,
          keyHash: request.idempotency?.keyHashes[0] ?? null,
          inputHash: request.idempotency?.inputHash ?? null,
          answer: JSON.stringify(answer),
        })
      : await db.row(writeEndStatement, {
          ...common,
          actor,
          ...endValues(cause.ends),
          stateBefore: row.attempt_state,
          messages,
        });
  return written !== undefined;
}

function placementsOf(placement: SuspensePlacement, amountNgwee: number, on: Day): string {
  return JSON.stringify([placementRecord(placement, { target: 'wallet', amountNgwee, on })]);
}

function beginningValues(sealing: Sealing, attempt: WalletPayoutAttempt, owner: AttemptOwner) {
  return {
    attemptId: attempt.attemptId,
    accountId: 'accountId' in attempt ? attempt.accountId : null,
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
