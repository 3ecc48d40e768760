import { setImmediate as nextTurn } from 'node:timers/promises';
import { incomeOfEndedMonths } from '@thumba/accounting/cut-off';
import type { Loan } from '@thumba/lending/loan';
import { ZERO } from '@thumba/lending/money';
import { valueDayOf } from '@thumba/lending/payment-event';
import { toDate } from '../../platform/clock.ts';
import { NO_GROUPS } from '../column-table.ts';
import { answerToUsedKey } from '../idempotency/idempotency.ts';
import { transferRecords } from '../ledger/transfers.ts';
import {
  changedGroups,
  changedInstalments,
  instalmentRecord,
  type LoanRow,
  loanRecord,
  toLoan,
} from '../loan/loan-columns.ts';
import { attemptRecord } from '../payment-attempt/insert-attempts.ts';
import type {
  Failure,
  Posting,
  PostingLineOptions,
  PostingOutcome,
  PostingRequest,
  Subject,
  Verdict,
  WriteDeps,
} from './posting.ts';
import {
  acceptanceRecords,
  attemptEndRecords,
  couponRecords,
  eventRecords,
  keyRecords,
  messageRecords,
  occasionRecords,
  placementRecords,
  reviewRecords,
  standingRecords,
  supersedingRecords,
  takenBackRecords,
} from './posting-records.ts';
import { readSubjects, type SubjectRow } from './read-subjects.ts';
import { type WrittenColumns, writeChanges } from './write-postings.ts';
import { writeUnlessTaken } from './write-unless-taken.ts';

type AnyRequest = PostingRequest<unknown, unknown>;
export type AnyOutcome = PostingOutcome<unknown, unknown>;
export type PostingItem = { request: AnyRequest };
type Answer = (item: PostingItem, outcome: AnyOutcome | Failure) => void;

type Deps = WriteDeps & Pick<PostingLineOptions, 'onBatch'>;

/** A posting, and the loan and the account that it was decided on. */
type Decided = { before: Loan; account: Subject['account']; posting: Posting<unknown> };
type DecidedItem = Decided & { item: PostingItem };

/** After so many decisions in a row, other work of the process has its turn. */
const DECISIONS_IN_A_ROW = 64;
const MAX_ROUNDS = 8;

/** Reads, decides and writes until each request has its outcome. A loan that changed meanwhile is decided again. */
export async function postChanges(deps: Deps, items: PostingItem[], answer: Answer): Promise<void> {
  let undecided = items;
  for (let round = 0; undecided.length > 0; round += 1) {
    if (round === MAX_ROUNDS) throw new Error('a loan kept changing under a posting');
    const decided = await decideAll(deps, undecided, answer);
    if (decided.length === 0) return;
    const written = await writeUnlessTaken(decided, () => write(deps, decided));
    const isWritten = ({ posting }: DecidedItem) => written.has(posting.change.loan.loanId);
    const done = decided.filter(isWritten);
    for (const one of done) answer(one.item, { ok: true, value: one.posting.answer });
    deps.announce(done.map(({ posting }) => posting));
    undecided = decided.filter((one) => !isWritten(one)).map(({ item }) => item);
  }
}

/** Answers the postings that are to be written. The other requests get their outcome. */
async function decideAll(deps: Deps, items: PostingItem[], answer: Answer): Promise<DecidedItem[]> {
  const subjects = await read(
    deps,
    items.map((item) => item.request),
  );
  deps.onBatch?.(items.length);
  const postings: DecidedItem[] = [];
  for (const [index, item] of items.entries()) {
    if (index % DECISIONS_IN_A_ROW === DECISIONS_IN_A_ROW - 1) await nextTurn();
    const decided = decide(item.request, subjects[index]!);
    if ('posting' in decided) postings.push({ item, ...decided });
    else answer(item, decided.outcome);
  }
  return postings;
}

async function read({ db }: Deps, requests: AnyRequest[]): Promise<SubjectRow[]> {
  const reading = readSubjects({
    borrowerIds: requests.map((request) => request.borrowerId),
    loanIds: requests.map((request) => request.loanId),
    attemptIds: requests.map((request) => request.attemptId ?? null),
    keyHashes: requests.map(({ idempotency }) => (idempotency ? arrayLiteral(idempotency.keyHashes) : null)),
    accountIds: requests.map((request) => request.accountId ?? null),
    userCouponIds: requests.map((request) => request.userCouponId ?? null),
  });
  const rows = await db.rows(...reading);
  return rows.sort((a, b) => a.ordinal - b.ordinal);
}

/** An array as PostgreSQL writes it, because an array of arrays has the same number of values in each. */
function arrayLiteral(values: readonly Buffer[]): string {
  return `{${values.map((value) => String.raw`"\\x${value.toString('hex')}"`).join(',')}}`;
}

function decide(request: AnyRequest, row: SubjectRow): Decided | { outcome: AnyOutcome | Failure } {
  const again = answerToUsedKey(request.idempotency, {
    inputHash: row.input_hash ?? null,
    answer: row.answer,
  });
  if (again) return { outcome: again };
  if (row.loan_id === null) return { outcome: { ok: false, refusal: { kind: 'no_such_loan' } } };
  const subject = subjectOf(request, row);
  let verdict: Verdict<unknown, unknown>;
  try {
    verdict = request.decide(subject);
  } catch (error) {
    return { outcome: { error } };
  }
  if (!verdict.ok) return { outcome: verdict };
  if ('unchanged' in verdict) return { outcome: { ok: true, value: verdict.answer } };
  return { before: subject.loan, account: subject.account, posting: verdict.value };
}

function subjectOf(request: AnyRequest, row: SubjectRow): Subject {
  return {
    loan: toLoan(row as LoanRow, row.instalments),
    disbursedAt: row.disbursed_at,
    walletNgwee: row.wallet_ngwee ?? ZERO,
    ladder: { step: row.ladder_step ?? 1, onTimeLoans: row.on_time_loans ?? 0 },
    attempt: row.attempt_state ? { attemptId: request.attemptId!, state: row.attempt_state } : null,
    account: accountOf(row),
    coupon: row.chosen_coupon
      ? {
          coupon: row.chosen_coupon,
          state: row.chosen_coupon_state!,
          loanId: row.chosen_coupon_loan_id ?? null,
        }
      : null,
  };
}

function accountOf(row: SubjectRow): Subject['account'] {
  const accountId = row.chosen_account_id ?? null;
  if (accountId === null) return null;
  return {
    accountId,
    operator: row.chosen_operator!,
    mobileSealed: row.chosen_mobile_sealed!,
    isShared: row.chosen_is_shared!,
    isFrozen: row.chosen_is_frozen!,
    addedAt: row.chosen_added_at!,
    payoutsFrom: row.chosen_payouts_from ?? null,
  };
}

/** Writes changes of existing loans and answers the ids of those that were still as they had been read. */
async function write({ db, clock, sealing }: Deps, decided: DecidedItem[]): Promise<Set<number>> {
  const at = toDate(clock.nowMs());
  const written = await db.rows(...writeChanges(batch(sealing, at, decided), writtenColumns(decided)));
  return new Set(written.map((row) => row.loan_id));
}

function writtenColumns(decided: DecidedItem[]): WrittenColumns {
  const written = { loan: NO_GROUPS, instalments: NO_GROUPS, hasApplications: false };
  for (const { before, posting } of decided) {
    const changed = changedGroups(before, posting.change.loan);
    written.loan |= changed.loan;
    written.instalments |= changed.instalments;
    written.hasApplications ||= applicationRecord(posting) !== undefined;
  }
  return written;
}

/** What a posting changes of an application beside its state. */
function applicationRecord({ change, newAttempt, payoutAccountId, acceptance }: Posting<unknown>) {
  const accountId =
    newAttempt?.direction === 'payout' && 'accountId' in newAttempt ? newAttempt.accountId : payoutAccountId;
  if (accountId === undefined && !acceptance) return undefined;
  const { terms } = change.loan;
  return {
    payout_account_id: accountId,
    ...(acceptance ? { signed_terms: terms, signed_principal_ngwee: terms.principalNgwee } : {}),
  };
}

function batch(sealing: Deps['sealing'], at: Date, decided: DecidedItem[]) {
  const postings = decided.map(({ posting }) => posting);
  return {
    at,
    loans: postings.map((posting) => {
      const record = loanRecord(posting.change.loan);
      const application = applicationRecord(posting);
      return application ? { ...record, ...application } : record;
    }),
    rows: {
      instalments: decided.flatMap(({ before, posting: { change, acceptance } }) =>
        acceptance
          ? []
          : changedInstalments(before, change.loan).map((instalment) =>
              instalmentRecord(change.loan, instalment),
            ),
      ),
      signedInstalments: postings.flatMap(({ change: { loan }, acceptance }) =>
        acceptance ? loan.instalments.map((instalment) => instalmentRecord(loan, instalment)) : [],
      ),
      acceptances: postings.flatMap(({ change, acceptance }) => acceptanceRecords(change.loan, acceptance)),
      ...bookRecords(decided),
      messages: postings.flatMap(messageRecords),
      standings: postings.flatMap(({ change }) => standingRecords(change)),
      attempts: decided.flatMap(({ before: { borrowerId, loanId }, account, posting: { newAttempt } }) =>
        newAttempt ? [attemptRecord(sealing(), newAttempt, { borrowerId, loanId, account })] : [],
      ),
      attemptEnds: postings.flatMap(({ change, attemptEnd }) => attemptEndRecords(change.loan, attemptEnd)),
      coupons: postings.flatMap(({ change }) => couponRecords(change)),
      supersedings: postings.flatMap(({ change, attemptEnd }) => supersedingRecords(change, attemptEnd)),
      occasions: postings.flatMap(({ change }) => occasionRecords(change)),
      reviews: decided.flatMap(({ item, posting: { change, review } }) =>
        reviewRecords(change.loan, review, item.request.actor),
      ),
      placements: postings.flatMap(placementRecords),
      takenBack: postings.flatMap(takenBackRecords),
      keys: decided.flatMap(({ item, posting: { change, answer } }) =>
        keyRecords(change.loan, item.request.idempotency, answer),
      ),
    },
  };
}

/** The transfers and events, which every change may have. */
function bookRecords(decided: DecidedItem[]) {
  return {
    transfers: decided.flatMap(({ before, posting: { change, on, takenBack } }) =>
      transferRecords(change.transfers, {
        loanId: change.loan.loanId,
        on,
        valueOn: valueDayOf(change, on),
        ...(takenBack ? { leftFloatOn: takenBack.leftOn } : {}),
        endedMonths: incomeOfEndedMonths(before, on),
      }),
    ),
    events: decided.flatMap(({ item, posting }) =>
      eventRecords(posting.change, item.request.actor, posting.review),
    ),
  };
}
