import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Change, Loan } from '@thumba/lending/loan';
import { ZERO } from '@thumba/lending/money';
import { createBatchLine } from '../../platform/batch-line.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, isConflict, isRefusal } from '../../platform/database.ts';
import { changedInstalments, instalmentRecord, type LoanRow, loanRecord, toLoan } from '../loan/loan-row.ts';
import { dayInstalmentRecord, dayRecord, isOfDays } from './day-records.ts';
import { answerToUsedKey } from './idempotency.ts';
import type {
  NewAttempt,
  Opening,
  Posting,
  PostingOutcome,
  PostingRequest,
  Subject,
  Verdict,
} from './posting.ts';
import {
  attemptEndRecords,
  attemptRecords,
  couponRecords,
  eventRecords,
  keyRecords,
  messageRecords,
  occasionRecords,
  reviewRecords,
  standingRecords,
  supersedingRecords,
  transferRecords,
} from './posting-rows.ts';
import {
  readLoans,
  readSubjects,
  type SubjectRow,
  writeChanges,
  writeDays,
  writeOpenings,
} from './posting-sql.ts';

/**
 * The only writer of loans. It takes what is waiting, each borrower at most once, reads all of it with one query,
 * decides each with a pure rule of `lending`, and writes all of it with one guarded statement. No lock is held
 * while a rule thinks: a loan that moved on meanwhile is read and decided again.
 */
export type PostingLine = {
  post<Answer, Refusal>(request: PostingRequest<Answer, Refusal>): Promise<PostingOutcome<Answer, Refusal>>;
  /** `opened` is false when the borrower has an open loan, or the key was used, by the time it was written. */
  open(opening: Opening): Promise<{ opened: boolean }>;
  /** Whether anybody waits for an answer of it right now. */
  isBusy(): boolean;
};

type AnyRequest = PostingRequest<unknown, unknown>;
type AnyOutcome = PostingOutcome<unknown, unknown>;
type Item = { request: AnyRequest } | { opening: Opening };
type Failure = { error: unknown };
type Result = AnyOutcome | { opened: boolean } | Failure;
type Results = Map<Item, Result>;

/** A posting and the loan that it was decided on. */
type Decided = { before: Loan; posting: Posting<unknown> };

const MAX_BATCH = 64;
/** While the database works on one batch, the rules think about the other. */
const LANES = 2;
/** So many decisions in a row keep nobody waiting; a larger batch lets others have their turn in between. */
const DECISIONS_IN_A_ROW = 64;
const MAX_ROUNDS = 8;

export function createPostingLine(options: {
  db: Database;
  clock: Clock;
  /** For a line of work that nobody waits for: larger batches, and several of them on their way at once. */
  bulk?: { batchSize(): number; lanes: number };
  /** Told after attempts were written, so that the operators are called at once. */
  onNewAttempts(): void;
  onNewMessages(): void;
}): PostingLine {
  const { db, clock } = options;
  const line = createBatchLine<Item, Result>({
    maxSize: options.bulk?.batchSize ?? (() => MAX_BATCH),
    lanes: options.bulk?.lanes ?? LANES,
    keyOf: (item) => ('request' in item ? item.request.borrowerId : item.opening.borrowerId),
    run,
  });

  async function run(items: Item[]): Promise<Result[]> {
    const results: Results = new Map();
    await doEach(
      items.filter((item) => 'opening' in item),
      results,
      openAll,
    );
    await doEach(
      items.filter((item) => 'request' in item),
      results,
      postAll,
    );
    return items.map((item) => results.get(item)!);
  }

  /**
   * What the database refused was not done, and each is tried alone, because one bad request must not spoil the others.
   * Any other failure may hide a write: whoever waits is told, and nothing is done a second time.
   */
  async function doEach<One extends Item>(
    items: One[],
    results: Results,
    doAll: (items: One[], results: Results) => Promise<void>,
  ): Promise<void> {
    if (items.length === 0) return;
    try {
      await doAll(items, results);
    } catch (error) {
      const undone = items.filter((item) => !results.has(item));
      const areTriedAlone = undone.length > 1 && isRefusal(error);
      for (const item of undone) {
        if (areTriedAlone) await doEach([item], results, doAll);
        else results.set(item, { error });
      }
    }
  }

  async function postAll(items: { request: AnyRequest }[], results: Results): Promise<void> {
    let undecided = items;
    for (let round = 0; undecided.length > 0; round += 1) {
      if (round === MAX_ROUNDS) throw new Error('a loan kept changing under a posting');
      const subjects = await read(undecided.map((item) => item.request));
      const postings: ({ item: { request: AnyRequest } } & Decided)[] = [];
      for (const [index, item] of undecided.entries()) {
        if (index % DECISIONS_IN_A_ROW === DECISIONS_IN_A_ROW - 1) await nextTurn();
        const decided = decide(item.request, subjects[index]!);
        if ('posting' in decided) postings.push({ item, ...decided });
        else results.set(item, decided.outcome);
      }
      if (postings.length === 0) return;
      let written: Set<number>;
      try {
        written = await write(
          postings.map(({ item, ...decided }) => ({ request: item.request, ...decided })),
          db,
          clock,
        );
      } catch (error) {
        // Somebody else used the same key, or the same wallet credit, first: look again, alone.
        if (postings.length > 1 || !isConflict(error)) throw error;
        written = new Set();
      }
      for (const { item, posting } of postings) {
        if (written.has(posting.change.loan.loanId)) results.set(item, { ok: true, value: posting.answer });
      }
      announce(postings.map(({ posting }) => posting));
      undecided = undecided.filter((item) => !results.has(item));
    }
  }

  async function read(requests: AnyRequest[]): Promise<SubjectRow[]> {
    const loans = [requests.map((request) => request.borrowerId), requests.map((request) => request.loanId)];
    if (requests.every(namesLoanOnly)) return inOrder(await db.rows(readLoans, loans));
    const rows = await db.rows(readSubjects, [
      ...loans,
      requests.map((request) => request.attemptId ?? null),
      requests.map((request) => request.idempotency?.keyHash ?? null),
      requests.map((request) => request.accountId ?? null),
      requests.map((request) => request.userCouponId ?? null),
    ]);
    return inOrder(rows);
  }

  async function openAll(items: { opening: Opening }[], results: Results): Promise<void> {
    const openings = items.map((item) => item.opening);
    let opened: Set<number>;
    try {
      opened = await writeNew(openings, db, clock);
    } catch (error) {
      if (openings.length > 1 || !isConflict(error)) throw error;
      opened = new Set();
    }
    for (const item of items) {
      results.set(item, { opened: opened.has(item.opening.change.loan.loanId) });
    }
    announce(openings);
  }

  function announce(written: { newAttempt?: NewAttempt; change: Change }[]): void {
    if (written.some((posting) => posting.newAttempt)) options.onNewAttempts();
    if (written.some((posting) => posting.change.messages.length > 0)) options.onNewMessages();
  }

  return {
    post: (request) => answerOf(line.push({ request: request as unknown as AnyRequest })),
    open: (opening) => answerOf(line.push({ opening })),
    isBusy: line.isBusy,
  };
}

function namesLoanOnly({ attemptId, idempotency, accountId, userCouponId }: AnyRequest): boolean {
  return (attemptId ?? idempotency ?? accountId ?? userCouponId) === undefined;
}

function inOrder(rows: SubjectRow[]): SubjectRow[] {
  return rows.sort((a, b) => a.ordinal - b.ordinal);
}

async function answerOf<Answer>(result: Promise<Result>): Promise<Answer> {
  const known = await result;
  if ('error' in known) throw known.error;
  return known as Answer;
}

function decide(request: AnyRequest, row: SubjectRow): Decided | { outcome: AnyOutcome | Failure } {
  const again = answerToUsedKey(request.idempotency, { inputHash: row.input_hash, answer: row.answer });
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
  return { before: subject.loan, posting: verdict.value };
}

function subjectOf(request: AnyRequest, row: SubjectRow): Subject {
  return {
    loan: toLoan(row as LoanRow, row.instalments ?? []),
    disbursedAt: row.disbursed_at,
    walletNgwee: row.wallet_ngwee ?? ZERO,
    ladder: { step: row.ladder_step ?? 1, onTimeLoans: row.on_time_loans ?? 0 },
    attempt: row.attempt_state === null ? null : { attemptId: request.attemptId!, state: row.attempt_state },
    account:
      row.chosen_account_id === null
        ? null
        : { accountId: row.chosen_account_id, operator: row.chosen_operator! },
    coupon:
      row.chosen_coupon === null
        ? null
        : { coupon: row.chosen_coupon, state: row.chosen_coupon_state!, loanId: row.chosen_coupon_loan_id },
  };
}

/** Writes changes of existing loans and answers the ids of those that were still as they had been read. */
async function write(
  entries: ({ request: AnyRequest } & Decided)[],
  db: Database,
  clock: Clock,
): Promise<Set<number>> {
  const postings = entries.map(({ posting }) => posting);
  const at = toDate(clock.nowMs());
  const transfers = postings.flatMap(transferRecords);
  const events = entries.flatMap(({ request, posting }) => eventRecords(posting.change, request.actor));
  if (entries.every(({ request, before, posting }) => !request.idempotency && isOfDays(before, posting))) {
    const loans = postings.map(({ change }) => dayRecord(change.loan));
    const instalments = entries.flatMap(({ before, posting: { change } }) =>
      changedInstalments(before, change.loan).map((instalment) =>
        dayInstalmentRecord(change.loan, instalment),
      ),
    );
    const rows = { instalments, transfers, events };
    return idsOf(await db.rows(...writeDays({ at, loans, rows })));
  }
  const written = await db.rows(
    ...writeChanges({
      at,
      loans: postings.map(({ change, newAttempt }) => ({
        ...loanRecord(change.loan),
        payout_account_id:
          newAttempt?.direction === 'payout' && 'accountId' in newAttempt ? newAttempt.accountId : null,
      })),
      rows: {
        instalments: entries.flatMap(({ before, posting: { change } }) =>
          changedInstalments(before, change.loan).map((instalment) =>
            instalmentRecord(change.loan, instalment),
          ),
        ),
        transfers,
        events,
        messages: postings.flatMap(messageRecords),
        standings: postings.flatMap(({ change }) => standingRecords(change)),
        attempts: postings.flatMap(({ change, newAttempt }) => attemptRecords(change.loan, newAttempt)),
        attemptEnds: postings.flatMap(({ change, attemptEnd }) => attemptEndRecords(change.loan, attemptEnd)),
        coupons: postings.flatMap(({ change }) => couponRecords(change)),
        supersedings: postings.flatMap(({ change, attemptEnd }) => supersedingRecords(change, attemptEnd)),
        occasions: postings.flatMap(({ change }) => occasionRecords(change)),
        reviews: entries.flatMap(({ request, posting: { change, review } }) =>
          reviewRecords(change.loan, review, request.actor),
        ),
        keys: entries.flatMap(({ request, posting: { change, answer } }) =>
          keyRecords(change.loan, request.idempotency, answer),
        ),
      },
    }),
  );
  return idsOf(written);
}

async function writeNew(openings: Opening[], db: Database, clock: Clock): Promise<Set<number>> {
  const written = await db.rows(
    ...writeOpenings({
      at: toDate(clock.nowMs()),
      loans: openings.map(({ change, accountId }) => ({
        ...loanRecord(change.loan),
        terms: change.loan.terms,
        account_id: accountId,
        principal_ngwee: change.loan.terms.principalNgwee,
        applied_on: change.loan.appliedOn,
      })),
      rows: {
        instalments: openings.flatMap(({ change: { loan } }) =>
          loan.instalments.map((instalment) => instalmentRecord(loan, instalment)),
        ),
        transfers: openings.flatMap(transferRecords),
        events: openings.flatMap(({ change, actor }) => eventRecords(change, actor)),
        messages: openings.flatMap(messageRecords),
        attempts: openings.flatMap(({ change, newAttempt }) => attemptRecords(change.loan, newAttempt)),
        coupons: openings.flatMap(({ change }) => couponRecords(change)),
        keys: openings.flatMap(({ change, idempotency }) =>
          keyRecords(change.loan, idempotency, idempotency?.answer ?? null),
        ),
        acceptances: openings.map(({ change, acceptance }) => ({
          loan_id: change.loan.loanId,
          ...acceptance,
        })),
        decisions: openings.map(({ change, decision }) => ({ loan_id: change.loan.loanId, ...decision })),
      },
    }),
  );
  return idsOf(written);
}

function idsOf(written: { loan_id: number }[]): Set<number> {
  return new Set(written.map((row) => row.loan_id));
}
