import { addDays, type Day, daysBetween } from '@thumba/lending/day';
import { runEndOfDay } from '../credit/end-of-day/end-of-day.ts';
import { workWithAgency } from './agency.ts';
import { answerOperators, type DrawnAnswers } from './answer-operators.ts';
import { openOpenings } from './app-openings.ts';
import { CAMPAIGN_DAYS_AGO, startCampaign } from './campaign.ts';
import { callLateBorrowers } from './collect.ts';
import { answer } from './complain.ts';
import { moveStatementCharge } from './journals.ts';
import { afterPayment, apply, payStep, planLoan, review } from './live-loan.ts';
import type { Step } from './loan-manner.ts';
import { endMonth } from './month-close.ts';
import { importOperatorStatement } from './operator-statements.ts';
import { confirmCard, giveForms, register } from './register.ts';
import { returnSuspense } from './return-suspense.ts';
import { sendMessages } from './send-messages.ts';
import { staffStep } from './staff-steps.ts';
import {
  emptyCollections,
  endDay,
  fillWallets,
  importStatement,
  noteBankEvents,
  noteMoved,
  openTreasury,
  payInCapital,
  signDays,
} from './treasury.ts';
import { forEachOf, openYearLender, type YearLender, type YearParts } from './year-lender.ts';
import { type Agenda, beginLife, createAgenda, type Task, type YearLife } from './year-life.ts';
import type { YearOffice } from './year-office.ts';
import { planPeople, type YearPerson } from './year-people.ts';

export type YearWish = { people: number; days: number; seed: number; today: Day; floatNgwee: number };

/** A year that is lived day by day. The days are given in their order. */
export type LivedYear = { office: YearOffice; liveDay(on: Day): Promise<void> };

const SUNDAY = 0;
const MONDAY = 1;

/** The last days wait for finance to sign them. */
const SIGNED_UNTIL_DAYS_AGO = 2;

/** The differences of this statement wait for finance. */
const LAST_STATEMENT_DAYS_AGO = 2;

/** A day after the bill of the office of a quarter was paid. */
const IS_DAY_OF_JOURNAL = /-(02|05|08|11)-20$/;

type Year = {
  lender: YearLender;
  office: YearOffice;
  agenda: Agenda;
  /** Those who applied, by their borrower's id. */
  lives: Map<number, YearLife>;
  answers: DrawnAnswers;
  treasury: ReturnType<typeof openTreasury>;
  registering: Map<Day, YearPerson[]>;
  reportOpenings: ReturnType<typeof openOpenings>;
  wish: YearWish;
  fromOn: Day;
};

/** Opens the year. Its first day is as many days ago as wished, and `officeOf` gives it the people of staff. */
export async function openYear(
  parts: YearParts,
  wish: YearWish,
  officeOf: (lender: YearLender) => Promise<YearOffice>,
): Promise<LivedYear> {
  const fromOn = addDays(wish.today, -wish.days);
  const people = planPeople({ ...wish, fromOn });
  const lender = await openYearLender(parts, people, fromOn);
  lender.setTime(fromOn, '06:30:00');
  const office = await officeOf(lender);
  const year: Year = {
    ...{
      lender,
      office,
      wish,
      fromOn,
      agenda: createAgenda(),
      lives: new Map(),
      answers: new Map(),
      treasury: openTreasury(),
    },
    registering: Map.groupBy(people, ({ registersOn }) => registersOn),
    reportOpenings: openOpenings(lender),
  };
  return { office, liveDay: (on) => liveDay(year, on) };
}

async function liveDay(year: Year, on: Day): Promise<void> {
  const { lender } = year;
  lender.setTime(on, '05:10:00');
  await runEndOfDay(lender.endOfDay, on);
  await Promise.all([lender.countBook(), liveHours(year, on)]);
  endDay(year.treasury, on);
}

/** What is done from the morning to the evening, after the day before was ended. */
async function liveHours(year: Year, on: Day): Promise<void> {
  const { lender, wish } = year;
  const daysAgo = daysBetween(on, wish.today);
  lender.setTime(on, '08:00:00');
  await doBooks(year, on);
  lender.setTime(on, '09:20:00');
  await admit(year, on);
  await lendOnDay(year, on);
  if (daysAgo === 0) return leaveWallets(year);
  await workOnDay(year, on);
  lender.setTime(on, '14:05:00');
  await payOnDay(year, on);
  lender.setTime(on, '17:40:00');
  await sendMessages(lender);
}

/** What finance does in the morning: signs the day before, and at the first of a month ends the month before. */
async function doBooks({ lender, office, treasury, wish, fromOn }: Year, on: Day): Promise<void> {
  if (on === fromOn) return payInCapital(lender, treasury, wish.floatNgwee);
  const yesterday = addDays(on, -1);
  const throughOn = addDays(on, -1 - SIGNED_UNTIL_DAYS_AGO);
  if (on.endsWith('-01')) await signDays(lender, treasury, { fromOn: addDays(on, -7), throughOn: yesterday });
  else await signDays(lender, treasury, { fromOn: throughOn, throughOn });
  if (on.endsWith('-01')) {
    await importStatement(lender, office, treasury, yesterday);
    lender.setTime(on, '11:00:00');
    await endMonth(lender, yesterday.slice(0, 7));
    await fillWallets(lender, treasury, wish.floatNgwee);
  }
  if (IS_DAY_OF_JOURNAL.test(on)) await moveStatementCharge(lender);
  if (on.endsWith('-15')) noteBankEvents(treasury, on);
  if (addDays(on, 1).endsWith('-01')) await emptyCollections(lender, treasury, { leavesNothing: false });
}

/** Of the last day only the morning is lived. Then the wallets have what they have at the simulated operators. */
async function leaveWallets({ lender, treasury, wish }: Year): Promise<void> {
  lender.setTime(wish.today, '11:50:00');
  await emptyCollections(lender, treasury, { leavesNothing: true });
  await fillWallets(lender, treasury, wish.floatNgwee);
  await sendMessages(lender);
}

async function admit(year: Year, on: Day): Promise<void> {
  const { lender, agenda, lives, wish } = year;
  const people = year.registering.get(on) ?? [];
  await year.reportOpenings(people);
  await forEachOf(people, async (person) => {
    const borrowerId = await register(lender, person);
    if (person.leavesAfter === 'registration') return;
    await confirmCard(lender, person, borrowerId);
    if (person.leavesAfter === 'identity') return;
    await giveForms(lender, person, borrowerId);
    if (person.leavesAfter === 'forms') return;
    const life = beginLife(person, borrowerId, wish.seed);
    lives.set(borrowerId, life);
    agenda.add(addDays(on, person.appliesAfterDays), { kind: 'apply', life });
  });
}

/** Support answers complaints, finance works on statements of operators, and on working days the collector calls. */
async function workOnDay(year: Year, on: Day): Promise<void> {
  const { lender, office, agenda } = year;
  lender.setTime(on, '10:10:00');
  for (const task of agenda.take(on, 'answer')) await answer(lender, task);
  lender.setTime(on, '11:10:00');
  const daysAgo = daysBetween(on, year.wish.today);
  if (daysAgo === CAMPAIGN_DAYS_AGO) await startCampaign(lender, office, year.lives);
  const isLast = daysAgo === LAST_STATEMENT_DAYS_AGO;
  if (isLast || (on.endsWith('-12') && daysAgo > LAST_STATEMENT_DAYS_AGO))
    await importOperatorStatement(lender, office, year.treasury, { isLast });
  if (on.endsWith('-26')) await returnSuspense(lender, office);
  lender.setTime(on, '12:20:00');
  const weekday = new Date(`${on}T00:00:00Z`).getUTCDay();
  if (weekday !== SUNDAY) await callLateBorrowers(lender, office, year);
  if (weekday === MONDAY) await workWithAgency(lender, office, year.lives);
}

/** Borrowers apply, staff decide what was referred, and the money goes out. */
async function lendOnDay(year: Year, on: Day): Promise<void> {
  const { lender, agenda, answers } = year;
  const applying = agenda.take(on, 'apply').map(({ life }) => life);
  await forEachOf(applying, (life) => apply(lender, life, agenda));
  lender.setTime(on, '11:30:00');
  const reviewed = agenda.take(on, 'review').map(({ life }) => life);
  await forEachOf(reviewed, (life) => review(lender, life, agenda));
  noteMoved(year.treasury, await answerOperators(lender, answers));
  await forEachOf([...new Set([...applying, ...reviewed])], (life) => planLoan(lender, life, agenda));
}

const IS_OF_STAFF: Readonly<Record<Step['kind'], boolean>> = {
  pay: false,
  pay_all: false,
  pay_share: false,
  extend: false,
  waive_penalty: true,
  hardship: true,
  write_off: true,
};

async function payOnDay(year: Year, on: Day): Promise<void> {
  const { lender, agenda, answers } = year;
  const steps = agenda.take(on, 'step');
  for (const { life, loanId, step } of steps.filter((task) => IS_OF_STAFF[task.step.kind]))
    await staffStep(lender, year.office, { life, loanId, step });
  const paying = oneOfEach(steps.filter((task) => !IS_OF_STAFF[task.step.kind]));
  const sent = await forEachOf(paying, ({ life, step }) => payStep(lender, life, step, answers));
  noteMoved(year.treasury, await answerOperators(lender, answers));
  await forEachOf(
    paying.filter((_, at) => sent[at]),
    ({ life, step }) => afterPayment(lender, life, step, agenda),
  );
}

/** A borrower has one payment under way at a time. The loan of the step is the last one, or over. */
function oneOfEach(steps: readonly Extract<Task, { kind: 'step' }>[]) {
  const byLife = new Map<YearLife, Extract<Task, { kind: 'step' }>>();
  for (const task of steps)
    if (task.life.loanId === task.loanId && !byLife.has(task.life)) byLife.set(task.life, task);
  return [...byLife.values()];
}
