import { readFile } from 'node:fs/promises';
import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import type { TakeOnTotals } from '../../../accounting/take-on/check-loans.ts';
import {
  askForLoans,
  confirmLoans,
  listTakeOns,
  owedOf,
  type TakeOn,
  type TakeOnLoansDeps,
  type TakeOnLoansRefusal,
} from '../../../accounting/take-on/take-on-loans.ts';
import type { Actor } from '../../../book/actor.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { operatorOfMobile } from '../../../money/payment/operators/numbers.ts';
import { nameOfPerson, readWordsAndPerson } from '../person-at-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run take-on                                  the files of loans that were asked for, and how far they came',
  'npm run take-on -- loans <file.csv> <day>        checks the running loans of another system as they were at the end of a day',
  'npm run take-on -- confirm <number> <file.csv>   takes them on; another person does it, with the same file',
  'With --by <name> the person is another one than the user of this machine; the history then says "unverified".',
];

const MOST_PROBLEMS_SHOWN = 100;

export const command = staffCommand({
  purpose: 'takes on the running loans of another system; two people do it',
  recorded: { command: 'take-on', actions: ['loans', 'confirm'] },
  readsOptions: true,
  async atDesk(desk, given): Promise<CommandAnswer> {
    const read = readWordsAndPerson(desk, given);
    if ('problem' in read) return declined(read.problem, ...USAGE);
    const [verb, first, second] = read.words;
    if (verb === undefined) return list(desk);
    if (first === undefined || second === undefined) return declined(...USAGE);
    if (verb === 'loans') return ask(desk, { file: first, dayText: second, askedBy: read.person });
    const takeOnId = readRecordNumber(first);
    if (verb !== 'confirm' || takeOnId === undefined) return declined(...USAGE);
    return confirm(desk, { takeOnId, file: second, confirmedBy: read.person });
  },
});

async function list({ db }: StaffDesk): Promise<CommandAnswer> {
  const takeOns = await listTakeOns(db);
  if (takeOns.length === 0) return told('No file of loans was asked for.');
  return told('Files of loans:', ...takeOns.map((takeOn) => `  ${lineOf(takeOn)}`));
}

function lineOf({ takeOnId, on, loans, owedNgwee, askedBy, confirmedBy, takenOn }: TakeOn): string {
  const file = `${takeOnId}: loans: ${loans}, as of ${on}, which owe ${formatKwacha(owedNgwee)}, asked for by ${nameOfPerson(askedBy)}`;
  return confirmedBy === null
    ? `${file}, not confirmed`
    : `${file}, confirmed by ${nameOfPerson(confirmedBy)}, in the book: ${takenOn}`;
}

async function ask(
  desk: StaffDesk,
  { file, dayText, askedBy }: { file: string; dayText: string; askedBy: Actor },
): Promise<CommandAnswer> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return declined(`There is no file ${file} that can be read.`);
  const asked = await askForLoans(await depsOf(desk), { bytes, dayText, askedBy });
  if (!asked.ok) return nothingTakenOn(asked.refusal);
  const { takeOnId, totals, alreadyTakenOn } = asked.value;
  return told(
    ...linesOf(totals),
    ...(alreadyTakenOn === 0 ? [] : [`Loans of the file that were taken on before: ${alreadyTakenOn}.`]),
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
  { takeOnId, file, confirmedBy }: { takeOnId: number; file: string; confirmedBy: Actor },
): Promise<CommandAnswer> {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined) return declined(`There is no file ${file} that can be read.`);
  const confirmed = await confirmLoans(await depsOf(desk), { takeOnId, bytes, confirmedBy });
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
  const { OPERATOR_PREFIXES } = desk.config();
  return {
    db: desk.db,
    clock: desk.clock,
    line: desk.line,
    today: desk.today,
    sealing: desk.sealing(),
    catalogue: await desk.openCatalogue(),
    operatorOfMobile: (mobile) => operatorOfMobile(mobile, OPERATOR_PREFIXES),
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
  const { problems } = refusal;
  const more = problems.length - MOST_PROBLEMS_SHOWN;
  return declined(
    'Nothing was taken on. The file has these problems:',
    ...problems.slice(0, MOST_PROBLEMS_SHOWN).map(({ line, text }) => `  line ${line}: ${text}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  );
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
      return 'No file was asked for under this number: "npm run take-on" lists them.';
    case 'another_file':
      return 'This is not the file that was checked under this number.';
    case 'same_person':
      return 'You asked for these loans: another person has to confirm them.';
  }
}
