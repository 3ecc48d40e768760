import { createHash } from 'node:crypto';
import { addDays, type Day, isDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { findLastEndedDay } from '../../book/calendar/calendar.ts';
import type { PostingLine } from '../../book/posting-line/posting-line.ts';
import { catchUpLoan } from '../../credit/end-of-day/end-of-day.ts';
import { statement } from '../../platform/database.ts';
import { isPeriodOpen } from '../journal/queries.ts';
import {
  type CheckDeps,
  type CheckedFile,
  checkLoans,
  type LoanProblem,
  type TakenOnBefore,
  type TakeOnTotals,
  totalsOf,
} from './check-loans.ts';
import { type LineProblem, readLoansFile } from './loans-file.ts';
import { confirmTakeOn, findWaiting, insertTakeOn, readTakeOn, type TakeOn } from './requests.ts';
import { type TakeOnDeps, takeOnOne } from './take-on-loan.ts';

export type TakeOnLoansDeps = TakeOnDeps & Omit<CheckDeps, 'db'> & { line: PostingLine };

export type TakeOnLoansRefusal =
  | { kind: 'problems'; problems: LineProblem[] }
  | { kind: 'not_a_day'; text: string }
  | { kind: 'day_not_begun'; on: Day }
  | { kind: 'period_closed'; on: Day }
  | { kind: 'closed_meanwhile'; on: Day; missing: string[] }
  | { kind: 'month_was_run'; on: Day }
  | { kind: 'all_taken_on' }
  | { kind: 'no_such_take_on' }
  | { kind: 'another_file' }
  | { kind: 'waits'; takeOnId: number; on: Day }
  | { kind: 'was_declined' }
  | { kind: 'same_person' };

const wasMonthRunStatement = statement<{ was_run: boolean }, { on: Day }>(
  'take-on: was a later month run',
  'select exists (select from accrual_run where through_on > $on::date) as was_run',
);

/** What a file would bring. The warnings name lines that can be taken on and that a person should look at. */
export type AskedLoans = {
  takeOnId: number;
  totals: TakeOnTotals;
  warnings: LineProblem[];
  alreadyTakenOn: number;
};

/**
 * Checks a file of running loans as the state at the end of a day, and keeps that a person asked for it. Nothing is taken
 * on before another person confirms the same file. Rule: docs/rules/take-on.md.
 */
export async function askForLoans(
  deps: TakeOnLoansDeps,
  { bytes, dayText, askedBy }: { bytes: Uint8Array; dayText: string; askedBy: Actor },
): Promise<Outcome<AskedLoans, TakeOnLoansRefusal>> {
  const fileHash = hashOf(bytes);
  const waiting = await findWaiting(deps.db, fileHash);
  if (waiting) return refuse({ kind: 'waits', takeOnId: waiting.takeOnId, on: waiting.on });
  const day = await checkDay(deps, dayText);
  if (!day.ok) return day;
  const on = day.value;
  const checked = await checkFile(deps, bytes, on);
  if (!checked.ok) return checked;
  const { toTakeOn: left, takenOnBefore, problems } = checked.value;
  if (problems.length > 0) return refuse({ kind: 'problems', problems });
  if (left.length === 0) return refuse({ kind: 'all_taken_on' });
  const totals = totalsOf(left);
  const takeOnId = await insertTakeOn(deps, {
    on,
    fileHash,
    loans: left.length,
    owedNgwee: owedOf(totals),
    askedBy,
  });
  const warnings = left.flatMap((loan) => loan.warnings.map((text) => ({ line: loan.written.line, text })));
  return allow({ takeOnId, totals, warnings, alreadyTakenOn: takenOnBefore.length });
}

export function owedOf({ principalNgwee, interestNgwee, feeNgwee, penaltyNgwee }: TakeOnTotals): number {
  return principalNgwee + interestNgwee + feeNgwee + penaltyNgwee;
}

/** What a run did. The loans of `left` cannot be taken on any more, each for the reason that stands with it. */
export type ConfirmedTakeOn = { takenOn: number; before: number; left: LoanProblem[] };

const GOT_LOAN_MEANWHILE = 'the borrower got another loan meanwhile';

/**
 * Takes on the loans of a file that another person asked for, each in a transaction of its own. What was stopped is
 * continued by the same call, while the period of the day is open: a loan that cannot be taken on any more is left out
 * and named. Days that have ended since are applied to the loans, as the end of each day did to others.
 */
export async function confirmLoans(
  deps: TakeOnLoansDeps,
  {
    takeOnId,
    bytes,
    confirmedBy,
    onLoan,
  }: {
    takeOnId: number;
    bytes: Uint8Array;
    confirmedBy: Actor;
    /** Called after each loan with how many of the loans of this run are done. */
    onLoan(done: number, of: number): void;
  },
): Promise<Outcome<ConfirmedTakeOn, TakeOnLoansRefusal>> {
  const asked = await readTakeOn(deps.db, takeOnId);
  if (!asked) return refuse({ kind: 'no_such_take_on' });
  if (!asked.fileHash.equals(hashOf(bytes))) return refuse({ kind: 'another_file' });
  if (asked.declinedBy !== null) return refuse({ kind: 'was_declined' });
  const checked = await checkAsked(deps, asked, bytes);
  if (!checked.ok) return checked;
  const confirmed = await confirmTakeOn(deps, { takeOnId, confirmedBy });
  if (!confirmed.ok) return confirmed;
  const { toTakeOn, takenOnBefore, problems } = checked.value;
  const endedThrough = await findLastEndedDay(deps.db);
  const applyDays = (loan: TakenOnBefore) => applyEndedDays(deps, loan, asked.on, endedThrough);
  const done: ConfirmedTakeOn = { takenOn: 0, before: takenOnBefore.length, left: [...problems] };
  // The run may have been stopped between writing a loan and applying the days to it.
  for (const loan of takenOnBefore) await applyDays(loan);
  for (const [index, loan] of toTakeOn.entries()) {
    const { line, earlierLoanNo } = loan.written;
    const taken = await takeOnOne(deps, loan, { takeOnId, on: asked.on, actor: confirmedBy });
    if (taken) {
      if (taken.isNew) done.takenOn += 1;
      else done.before += 1;
      await applyDays(taken);
    } else done.left.push({ line, earlierLoanNo, text: GOT_LOAN_MEANWHILE });
    onLoan(index + 1, toTakeOn.length);
  }
  return allow(done);
}

/** Before it is confirmed, the file has to be good as a whole. Of a run that was begun, only the period has to be open. */
async function checkAsked(
  deps: TakeOnLoansDeps,
  { takeOnId, on, confirmedBy }: TakeOn,
  bytes: Uint8Array,
): Promise<Outcome<CheckedFile, TakeOnLoansRefusal>> {
  if (confirmedBy === null) {
    const day = await checkDay(deps, on);
    if (!day.ok) return day;
  }
  const checked = await checkFile(deps, bytes, on, takeOnId);
  if (!checked.ok) return checked;
  const { toTakeOn, problems } = checked.value;
  if (confirmedBy === null)
    return problems.length > 0 ? refuse({ kind: 'problems', problems }) : allow(checked.value);
  const notTakenOn = [...toTakeOn.map(({ written }) => written), ...problems].sort((a, b) => a.line - b.line);
  const missing = [...new Set(notTakenOn.map(({ earlierLoanNo }) => earlierLoanNo))];
  if (missing.length === 0 || (await isPeriodOpen(deps.db, on, 'ordinary'))) return allow(checked.value);
  return refuse({ kind: 'closed_meanwhile', on, missing });
}

async function applyEndedDays(
  { line }: TakeOnLoansDeps,
  { borrowerId, loanId }: TakenOnBefore,
  takenOn: Day,
  endedThrough: Day | undefined,
): Promise<void> {
  for (let on = addDays(takenOn, 1); endedThrough !== undefined && on <= endedThrough; on = addDays(on, 1))
    await catchUpLoan(line, borrowerId, loanId, on);
}

/** The balances of the loans are booked on this day, so the book still has to take rows of it. */
async function checkDay(deps: TakeOnLoansDeps, text: string): Promise<Outcome<Day, TakeOnLoansRefusal>> {
  if (!isDay(text)) return refuse({ kind: 'not_a_day', text });
  if (text > deps.today()) return refuse({ kind: 'day_not_begun', on: text });
  if (!(await isPeriodOpen(deps.db, text, 'ordinary'))) return refuse({ kind: 'period_closed', on: text });
  const { was_run: wasRun } = (await deps.db.row(wasMonthRunStatement, { on: text }))!;
  return wasRun ? refuse({ kind: 'month_was_run', on: text }) : allow(text);
}

async function checkFile(
  deps: TakeOnLoansDeps,
  bytes: Uint8Array,
  on: Day,
  continued?: number,
): Promise<Outcome<CheckedFile, TakeOnLoansRefusal>> {
  const written = readLoansFile(bytes);
  if (!written.ok) return refuse({ kind: 'problems', problems: written.refusal });
  return allow(await checkLoans(deps, written.value, on, continued));
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}
