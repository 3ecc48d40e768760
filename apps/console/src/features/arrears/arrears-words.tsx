import { CALL_OUTCOMES } from '@thumba/contract/staff/call-outcomes';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { ArrearsBucket } from '@thumba/lending/arrears-bucket';
import { day, formatDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';

export type LateLoan = StaffAnswer<'readArrears'>;
export type LateRow = StaffAnswer<'listArrears'>['items'][number];
type Promised = LateLoan['promises'][number];
type Stop = LateLoan['stops'][number]['kind'];

export const BUCKETS: Record<ArrearsBucket, string> = {
  from_1: '1–30 days',
  from_31: '31–60 days',
  from_61: '61–90 days',
  from_91: '91 days and more',
};

export function dayText(on: string): string {
  return formatDay(day(on));
}

const NEXT: Record<LateRow['next']['kind'], { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  contact_stopped: { text: 'Contact is stopped', look: 'bad' },
  answer_dispute: { text: 'Answer the complaint', look: 'warn' },
  with_agency: { text: 'An agency has it', look: 'plain' },
  wait_for_payment: { text: 'Wait for the payment', look: 'plain' },
  wait_for_promise: { text: 'Wait for the promise', look: 'plain' },
  wait_for_hours: { text: 'Wait for the morning', look: 'plain' },
  wait_for_contact: { text: 'Wait', look: 'plain' },
  hand_over: { text: 'Call, or hand it to an agency', look: 'warn' },
  offer_hardship: { text: 'Call and offer new dates', look: 'good' },
  call: { text: 'Call', look: 'good' },
  nothing: { text: 'Nothing: not late any more', look: 'good' },
};

export function nextText({ kind, untilOn }: LateRow['next']): string {
  return untilOn === null ? NEXT[kind].text : `${NEXT[kind].text} until ${dayText(untilOn)}`;
}

export function NextAction({ next }: { next: LateRow['next'] }) {
  return <Badge look={NEXT[next.kind].look}>{nextText(next)}</Badge>;
}

const PROMISES: Record<Promised['state'], { text: string; look: 'plain' | 'good' | 'warn' | 'bad' }> = {
  open: { text: 'waits for its day', look: 'warn' },
  kept: { text: 'kept', look: 'good' },
  broken: { text: 'broken', look: 'bad' },
  lapsed: { text: 'does not count any more', look: 'plain' },
};

export function PromiseState({ state }: Pick<Promised, 'state'>) {
  return <Badge look={PROMISES[state].look}>{PROMISES[state].text}</Badge>;
}

export const STOPS: Record<Stop, string> = {
  deceased: 'The borrower has died',
  wrong_number: 'The number belongs to another person',
  vulnerable: 'The borrower is vulnerable',
};

/** What a stop of contact holds back. */
export const WHAT_A_STOP_ENDS = 'Calls, messages, reminders and prompts of staff';

export function outcomeText(outcome: LateLoan['calls'][number]['outcome']): string {
  return outcome === 'left_open' ? 'Left without an outcome' : CALL_OUTCOMES[outcome].title;
}

export const CHANGED = ['readArrears', 'listArrears', 'listAgencyFiles'] as const;
