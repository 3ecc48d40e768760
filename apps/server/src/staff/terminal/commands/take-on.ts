import { readFile } from 'node:fs/promises';
import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import type { TakeOnTotals } from '../../../accounting/take-on/check-loans.ts';
import type { LineProblem } from '../../../accounting/take-on/loans-file.ts';
import {
  type DeclineTakeOnRefusal,
  declineTakeOn,
  findOrder,
  listOrders,
  listTakeOns,
  readTakeOn,
  type TakeOn,
} from '../../../accounting/take-on/requests.ts';
import {
  askForLoans,
  confirmLoans,
  owedOf,
  type TakeOnLoansDeps,
  type TakeOnLoansRefusal,
} from '../../../accounting/take-on/take-on-loans.ts';
import type { Actor } from '../../../book/actor.ts';
import { readLenderSettings } from '../../../book/lender-setting/live-settings.ts';
import { REASON_NEEDED_TEXT, readRecordNumber } from '../../../book/staff-action.ts';
import { operatorOfMobile } from '../../../money/payment/operators/numbers.ts';
import { createLog } from '../../../platform/log.ts';
import { connectedOperators } from '../connected-operators.ts';
import { nameOfPerson, readWordsAndPerson } from '../person-at-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run take-on                                  the files of loans that were asked for, and how far they came',
  'npm run take-on -- loans <file.csv> <day>        checks the running loans of another system as they were at the end of a day',
  'npm run take-on -- confirm <number> <file.csv>   takes them on; another person does it, with the same file',
  'npm run take-on -- decline <number> "<reason>"   ends a file that waits, without taking its loans on',
  'npm run take-on -- show <number>                 the loans of a file that are in the book, with their orders',
  'npm run take-on -- find <loan_no>                the order that a loan of the other system is here',
  'With --by <name> the person is another one than the user of this machine; the history then says "unverified".',
];

const NO_SUCH_TAKE_ON = 'No file was asked for under this number: "npm run take-on" lists them.';
const WAS_DECLINED = 'This file was declined.';
const MOST_PROBLEMS_SHOWN = 100;
const LOANS_OF_A_LINE_OF_PROGRESS = 1000;

export const command = staffCommand({
  purpose: 'takes on the running loans of another system; two people do it',
  recorded: { command: 'take-on', actions: ['loans', 'confirm', 'decline'] },
  readsOptions: true,
  // A run of many loans takes minutes. Its progress is no part of the answer.
  atDesk: (desk, given) => runTakeOn(desk, given, process.stderr, LOANS_OF_A_LINE_OF_PROGRESS),
});

/** Writes a line of progress after each `loansOfALine` loans that are taken on. */
export async function runTakeOn(
  desk: StaffDesk,
  given: readonly string[],
  progress: Pick<NodeJS.WritableStream, 'write'>,
  loansOfALine: number,
): Promise<CommandAnswer> {
  const read = readWordsAndPerson(desk, given);
  if ('problem' in read) return declined(read.problem, ...USAGE);
  const { words, person } = read;
  const [verb, first, second, ...rest] = words;
  if (verb === undefined) return list(desk);
  if (first === undefined) return declined(...USAGE);
  if (verb === 'find') return find(desk, first);
  if (verb === 'loans')
    return second === undefined
      ? declined(...USAGE)
      : ask(desk, { file: first, dayText: second, askedBy: person });
  const takeOnId = readRecordNumber(first);
  if (takeOnId === undefined) return declined(...USAGE);
  if (verb === 'show') return show(desk, takeOnId);
  if (verb === 'decline')
    return decline(desk, { takeOnId, reason: [second ?? '', ...rest].join(' '), declinedBy: person });
  if (verb !== 'confirm' || second === undefined) return declined(...USAGE);
  return confirm(desk, {
    takeOnId,
    file: second,
    confirmedBy: person,
    onLoan: (done, of) => void (done % loansOfALine === 0 && progress.write(`${done} of ${of} loans\n`)),
  });
}

async function list({ db }: StaffDesk): Promise<CommandAnswer> {
  const takeOns = await listTakeOns(db);
  if (takeOns.length === 0) return told('No file of loans was asked for.');
  return told('Files of loans:', ...takeOns.map((takeOn) => `  ${lineOf(takeOn)}`));
}

function lineOf(takeOn: TakeOn): string {
  const { takeOnId, on, loans, owedNgwee, askedBy, confirmedBy, declinedBy, declineReason, takenOn } = takeOn;
  const file = `${takeOnId}: loans: ${loans}, as of ${on}, which owe ${formatKwacha(owedNgwee)}, asked for by ${nameOfPerson(askedBy)}`;
  if (declinedBy !== null) return `${file}, declined by ${nameOfPerson(declinedBy)}: ${declineReason}`;
  return confirmedBy === null
    ? `${file}, not confirmed`
    : `${file}, confirmed by ${nameOfPerson(confirmedBy)}, in the book: ${takenOn}`;
}

async function show({ db }: StaffDesk, takeOnId: number): Promise<CommandAnswer> {
  const takeOn = await readTakeOn(db, takeOnId);
  if (!takeOn) return declined(NO_SUCH_TAKE_ON);
  const orders = await listOrders(db, takeOnId);
  return told(
    lineOf(takeOn),
    ...orders.map(({ earlierLoanNo, loanId }) => `  ${earlierLoanNo}: order ${loanId}`),
  );
}

async function find({ db }: StaffDesk, earlierLoanNo: string): Promise<CommandAnswer> {
  const found = await findOrder(db, earlierLoanNo);
  if (!found) return declined(`No loan with the number ${earlierLoanNo} was taken on.`);
  return told(`Loan ${found.earlierLoanNo} is order ${found.loanId}, taken on as of ${found.on}.`);
}

async function decline(
  { db, clock }: StaffDesk,
  { takeOnId, reason, declinedBy }: { takeOnId: number; reason: string; declinedBy: Actor },
): Promise<CommandAnswer> {
  const ended = await declineTakeOn({ db, clock }, { takeOnId, reason, declinedBy });
  if (!ended.ok) return declined(`Nothing was changed. ${sentenceOfDeclining(ended.refusal)}`);
  return told(`File ${takeOnId} is declined. Its loans are not taken on.`);
}

function sentenceOfDeclining(refusal: DeclineTakeOnRefusal): string {
  switch (refusal.kind) {
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'no_such_take_on':
      return NO_SUCH_TAKE_ON;
    case 'was_confirmed':
      return 'This file was confirmed.';
    case 'was_declined':
      return WAS_DECLINED;
  }
}

/** The bytes of a file, or why they cannot be read. */
async function readBytes(file: string): Promise<Buffer | string> {
  try {
    return await readFile(file);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EISDIR'
      ? `${file} is a folder: name the file in it.`
      : `There is no file ${file} that can be read.`;
  }
}

async function ask(
  desk: StaffDesk,
  { file, dayText, askedBy }: { file: string; dayText: string; askedBy: Actor },
): Promise<CommandAnswer> {
  const bytes = await readBytes(file);
  if (typeof bytes === 'string') return declined(bytes);
  const asked = await askForLoans(await depsOf(desk), { bytes, dayText, askedBy });
  if (!asked.ok) return nothingTakenOn(asked.refusal);
  const { takeOnId, totals, warnings, alreadyTakenOn } = asked.value;
  return told(
    ...linesOf(totals),
    ...(alreadyTakenOn === 0 ? [] : [`Loans of the file that were taken on before: ${alreadyTakenOn}.`]),
    ...(warnings.length === 0 ? [] : ['Look at these lines first. They do not hold up the loans:']),
    ...shownLines(warnings),
    'Nothing is taken on yet.',
    `Another person takes them on: npm run take-on -- confirm ${takeOnId} ${file}`,
  );
}

function linesOf(totals: TakeOnTotals): string[] {
  const { loans, lateLoans, principalNgwee, interestNgwee, feeNgwee, penaltyNgwee, unearnedNgwee } = totals;
  const netNgwee = owedOf(totals) - unearnedNgwee;
  return [
    `Loans: ${loans}, of which late: ${lateLoans}.`,
    `They owe ${formatKwacha(owedOf(totals))}: principal ${formatKwacha(principalNgwee)}, interest ${formatKwacha(interestNgwee)}, fees ${formatKwacha(feeNgwee)}, penalties ${formatKwacha(penaltyNgwee)}.`,
    `Not earned yet: ${formatKwacha(unearnedNgwee)}. So opening_balance is credited with ${formatKwacha(netNgwee)}.`,
  ];
}

async function confirm(
  desk: StaffDesk,
  {
    file,
    ...confirmation
  }: { takeOnId: number; file: string; confirmedBy: Actor; onLoan(done: number, of: number): void },
): Promise<CommandAnswer> {
  const bytes = await readBytes(file);
  if (typeof bytes === 'string') return declined(bytes);
  const confirmed = await confirmLoans(await depsOf(desk), { ...confirmation, bytes });
  if (!confirmed.ok) return nothingTakenOn(confirmed.refusal);
  const { takenOn, before, left } = confirmed.value;
  const lines = [
    `Loans taken on: ${takenOn}.`,
    ...(before === 0 ? [] : [`Loans taken on before, which are as they were: ${before}.`]),
  ];
  if (left.length === 0) return told(...lines);
  return declined(
    ...lines,
    'These loans of the file are not taken on:',
    ...left.map(({ line, earlierLoanNo, text }) => `  ${earlierLoanNo}, line ${line}: ${text}`),
  );
}

async function depsOf(desk: StaffDesk): Promise<TakeOnLoansDeps> {
  const config = desk.config();
  const settings = await readLenderSettings({ ...desk, config });
  const log = createLog({ level: config.LOG_LEVEL, service: 'thumba' });
  const operators = connectedOperators(config, { db: desk.db, clock: desk.clock, log });
  return {
    db: desk.db,
    clock: desk.clock,
    line: desk.line,
    today: desk.today,
    sealing: desk.sealing(),
    catalogue: await desk.openCatalogue(),
    operatorOfMobile: (mobile) => operatorOfMobile(mobile, settings.operator_prefixes),
    isConnected: (operator) => operators[operator] !== undefined,
  };
}

function nothingTakenOn(refusal: TakeOnLoansRefusal): CommandAnswer {
  if (refusal.kind === 'closed_meanwhile') {
    const { on, missing } = refusal;
    return declined(
      `The period of ${formatDay(on)} was closed before all loans were taken on. These are missing:`,
      ...missing.map((earlierLoanNo) => `  ${earlierLoanNo}`),
      'Open the period again and run this once more, or take them on by another file as of a later day.',
    );
  }
  if (refusal.kind !== 'problems') return declined(`Nothing was taken on. ${sentenceOf(refusal)}`);
  return declined('Nothing was taken on. The file has these problems:', ...shownLines(refusal.problems));
}

function shownLines(lines: readonly LineProblem[]): string[] {
  const more = lines.length - MOST_PROBLEMS_SHOWN;
  return [
    ...lines.slice(0, MOST_PROBLEMS_SHOWN).map(({ line, text }) => `  line ${line}: ${text}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function sentenceOf(refusal: Exclude<TakeOnLoansRefusal, { kind: 'problems' | 'closed_meanwhile' }>): string {
  switch (refusal.kind) {
    case 'not_a_day':
      return `"${refusal.text}" is no day: write it like 2026-11-30.`;
    case 'day_not_begun':
      return `${formatDay(refusal.on)} has not begun: loans are taken on as of today or an earlier day.`;
    case 'period_closed':
      return `The period of ${formatDay(refusal.on)} is closed: take the loans on as of an open day.`;
    case 'month_was_run':
      return `The income of a month that ends after ${formatDay(refusal.on)} was run: take the loans on as of its last day or later.`;
    case 'all_taken_on':
      return 'All loans of this file were taken on before.';
    case 'no_such_take_on':
      return NO_SUCH_TAKE_ON;
    case 'waits':
      return `This file waits already as number ${refusal.takeOnId}, as of ${refusal.on}: another person confirms it, or npm run take-on -- decline ${refusal.takeOnId} "<reason>" ends it.`;
    case 'was_declined':
      return WAS_DECLINED;
    case 'another_file':
      return 'This is not the file that was checked under this number.';
    case 'same_person':
      return 'You asked for these loans: another person has to confirm them.';
  }
}
