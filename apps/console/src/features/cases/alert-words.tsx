import { alertRules } from '@thumba/contract/staff/alert-rules';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { type Day, formatDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';

export type AlertCaseRow = StaffAnswer<'listAlertCases'>['items'][number];
export type AlertCase = StaffAnswer<'getAlertCase'>;

const STATES: Record<AlertCaseRow['state'], { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  open: { text: 'open', look: 'warn' },
  suspicion: { text: 'suspicion: a report is due', look: 'bad' },
  no_suspicion: { text: 'no suspicion', look: 'good' },
  reported: { text: 'reported', look: 'plain' },
};

export function AlertCaseState({ state }: { state: AlertCaseRow['state'] }) {
  const { text, look } = STATES[state];
  return <Badge look={look}>{text}</Badge>;
}

export function rulesText(rules: AlertCaseRow['rules']): string {
  return rules.map((rule) => alertRules[rule].title).join('; ');
}

/** "5 March 2026". */
export function dateText(on: string): string {
  return `${formatDay(on as Day)} ${on.slice(0, 4)}`;
}

const CLOCKS = {
  in_time: { text: 'in time', look: 'plain' },
  due_today: { text: 'due today', look: 'warn' },
  overdue: { text: 'overdue', look: 'bad' },
} as const;

/** By when the report is due, and how near that is. */
export function ReportDue({ reportDueOn, clock }: Pick<AlertCaseRow, 'reportDueOn' | 'clock'>) {
  if (reportDueOn === null) return <>–</>;
  return (
    <>
      {dateText(reportDueOn)} {clock && <Badge look={CLOCKS[clock].look}>{CLOCKS[clock].text}</Badge>}
    </>
  );
}

/** What a decision, a note or a report changes on screens. */
export const CASE_CALLS = ['listAlertCases', 'getAlertCase', 'getToday'] as const;
