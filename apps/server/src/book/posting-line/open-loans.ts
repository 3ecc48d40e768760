import type { Day } from '@thumba/lending/day';
import type { Change } from '@thumba/lending/loan';
import { toDate } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';
import { transferRecords } from '../ledger/transfers.ts';
import { instalmentRecord, loanRecord } from '../loan/loan-columns.ts';
import { attemptRecord } from '../payment-attempt/insert-attempts.ts';
import type { Opening, WriteDeps } from './posting.ts';
import {
  acceptanceRecords,
  couponRecords,
  eventRecords,
  keyRecords,
  messageRecords,
} from './posting-records.ts';
import { writeOpenings } from './write-postings.ts';
import { writeUnlessTaken } from './write-unless-taken.ts';

export type OpeningItem = { opening: Opening };

/** Writes new loans, and answers for each whether it was opened. */
export async function openLoans(
  deps: WriteDeps,
  items: OpeningItem[],
  answer: (item: OpeningItem, result: { opened: boolean }) => void,
): Promise<void> {
  const openings = items.map((item) => item.opening);
  const opened = await writeUnlessTaken(openings, () => write(deps, openings));
  for (const item of items) {
    answer(item, { opened: opened.has(item.opening.change.loan.loanId) });
  }
  deps.announce(openings.filter(({ change }) => opened.has(change.loan.loanId)));
}

async function write({ db, clock, sealing }: WriteDeps, openings: Opening[]): Promise<Set<number>> {
  const [statement, values] = writeOpenings({
    at: toDate(clock.nowMs()),
    loans: openings.map(({ change, account, identitySealed }) => ({
      ...loanRecord(change.loan),
      account_id: account.accountId,
      identity_sealed: identitySealed?.toString('base64') ?? null,
      principal_ngwee: change.loan.terms.principalNgwee,
    })),
    rows: {
      instalments: openings.flatMap(({ change: { loan } }) =>
        loan.instalments.map((instalment) => instalmentRecord(loan, instalment)),
      ),
      transfers: openings.flatMap(({ change, on }) =>
        transferRecords(change.transfers, { loanId: change.loan.loanId, on }),
      ),
      events: openings.flatMap(({ change, actor }) => eventRecords(change, actor)),
      messages: openings.flatMap(messageRecords),
      attempts: openings.flatMap(({ borrowerId, change, account, newAttempt }) =>
        newAttempt
          ? [attemptRecord(sealing(), newAttempt, { borrowerId, loanId: change.loan.loanId, account })]
          : [],
      ),
      coupons: openings.flatMap(({ change }) => couponRecords(change)),
      keys: openings.flatMap(({ change, idempotency }) =>
        keyRecords(change.loan, idempotency, idempotency?.answer ?? null),
      ),
      acceptances: openings.flatMap(({ change, acceptance }) => acceptanceRecords(change.loan, acceptance)),
      traces: openings.flatMap(({ change, traces = [] }) =>
        traces.map(({ kind, subjectHashes }) => ({
          loan_id: change.loan.loanId,
          kind,
          subject_hashes: subjectHashes.map((hash) => `\\x${hash.toString('hex')}`),
        })),
      ),
      decisions: openings.map(({ change, decision }) => ({ loan_id: change.loan.loanId, ...decision })),
    },
  });
  const written = await db.rows(statement, values);
  return new Set(written.map((row) => row.loan_id));
}

/** A running loan of an earlier system, for a borrower who has no open loan. */
export type TakenOnOpening = {
  change: Change;
  /** The day on which its opening balances are booked. */
  on: Day;
  accountId: number;
  disbursedAt: Date;
  actor: Actor;
};

/**
 * Writes a loan that was taken on, in a transaction with what is written for its borrower. It has no application, so no
 * acceptance and no decision. Answers whether it was written.
 */
export async function openTakenOnLoan(
  transaction: Transaction,
  { change, on, accountId, disbursedAt, actor }: TakenOnOpening,
  at: Date,
): Promise<boolean> {
  const { loan, transfers } = change;
  const written = await transaction.rows(
    ...writeOpenings({
      at,
      loans: [
        {
          ...loanRecord(loan),
          account_id: accountId,
          principal_ngwee: loan.terms.principalNgwee,
          disbursed_at: disbursedAt,
        },
      ],
      rows: {
        instalments: loan.instalments.map((instalment) => instalmentRecord(loan, instalment)),
        transfers: transferRecords(transfers, { loanId: loan.loanId, on }),
        events: eventRecords(change, actor),
        ...NOTHING_OF_AN_APPLICATION,
      },
    }),
  );
  return written.length > 0;
}

const NOTHING_OF_AN_APPLICATION = {
  messages: [],
  attempts: [],
  coupons: [],
  keys: [],
  acceptances: [],
  traces: [],
  decisions: [],
};
