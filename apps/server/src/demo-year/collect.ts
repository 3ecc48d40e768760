import type { CallOutcome } from '@thumba/contract/staff/call-outcomes';
import { addDays, type Day } from '@thumba/lending/day';
import { type Ngwee, ZERO } from '@thumba/lending/money';
import { beginCall, endCall, noteTry } from '../contact/arrears/calls.ts';
import { statement } from '../platform/database.ts';
import type { YearLender } from './year-lender.ts';
import type { Agenda, YearLife } from './year-life.ts';
import type { YearOffice } from './year-office.ts';
import { weighted } from './year-people.ts';

/** So many days after a bill fell due the collector calls. */
const CALLED_AFTER_DAYS = [3, 9, 20, 38, 60];

const listLateStatement = statement<
  { borrower_id: number; loan_id: number; late_ngwee: Ngwee },
  { lateSince: Day[] }
>(
  'demo year: late loans to call about',
  `select borrower_id, loan_id, late_ngwee from arrears_work
   where ended_on is null and late_since_on = any ($lateSince::date[]) order by loan_id`,
);

/** How a hundred calls end. */
const OUTCOMES: readonly (readonly [CallOutcome, number])[] = [
  ['not_answered', 34],
  ['promised', 30],
  ['discussed', 13],
  ['cannot_pay', 9],
  ['call_back', 7],
  ['other_person', 4],
  ['hung_up', 3],
];
const IS_IDENTIFIED: ReadonlySet<CallOutcome> = new Set(['promised', 'discussed', 'cannot_pay']);
/** Of a hundred promises so many are paid on their day. */
const KEPT = 58;

/** The collector calls borrowers who are late, and notes what they promise. Some of them pay as promised. */
export async function callLateBorrowers(
  lender: YearLender,
  office: YearOffice,
  { lives, agenda }: { lives: ReadonlyMap<number, YearLife>; agenda: Agenda },
): Promise<void> {
  const today = lender.today();
  const caller = { staffId: office.people.get('kondwani')!.staffId, userName: 'kondwani' };
  const lateSince = CALLED_AFTER_DAYS.map((days) => addDays(today, -days));
  for (const row of await lender.db.rows(listLateStatement, { lateSince })) {
    const { borrower_id: borrowerId, loan_id: loanId, late_ngwee: lateNgwee } = row;
    const life = lives.get(borrowerId);
    if (!life) continue;
    const of = { borrowerId, loanId };
    const begun = await beginCall(lender, of, caller);
    if (!begun.ok) continue;
    const { callId } = begun.value;
    const outcome = weighted(OUTCOMES, life.random.between(1, 100));
    const dueOn = addDays(today, life.random.between(2, 7));
    lender.pass(95);
    if (IS_IDENTIFIED.has(outcome))
      await noteTry(lender, { ...of, callId, staffId: caller.staffId, isRight: true });
    lender.pass(140);
    const promise = outcome === 'promised' ? { amountNgwee: lateNgwee, dueOn, paidBeforeNgwee: ZERO } : null;
    await endCall(lender, { ...of, callId, outcome, note: '', promise }, caller);
    if (promise && life.random.between(1, 100) <= KEPT)
      agenda.add(dueOn, { kind: 'step', life, loanId, step: { kind: 'pay', tries: 9 } });
  }
}
