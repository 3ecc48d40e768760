import { HANDOVER_FROM_DAYS } from './agency-handover.ts';
import type { ContactRefusal } from './contact-limit.ts';
import { addDays, type Day } from './day.ts';

/** From this many days late on, new dates are offered. */
export const HARDSHIP_FROM_DAYS = 31;

export type NextArrearsAction = {
  kind:
    | 'contact_stopped'
    | 'answer_dispute'
    | 'with_agency'
    | 'wait_for_payment'
    | 'wait_for_promise'
    | 'wait_for_hours'
    | 'wait_for_contact'
    | 'hand_over'
    | 'offer_hardship'
    | 'call'
    | 'nothing';
  untilOn: Day | null;
};

/** The one thing that is best done next for a late loan, from why its borrower may not be contacted now. */
export function nextArrearsAction(
  refusal: ContactRefusal | null,
  { daysLate, on, hasAgencies }: { daysLate: number; on: Day; hasAgencies: boolean },
): NextArrearsAction {
  switch (refusal?.kind) {
    case undefined:
      if (hasAgencies && daysLate >= HANDOVER_FROM_DAYS) return { kind: 'hand_over', untilOn: null };
      return { kind: daysLate >= HARDSHIP_FROM_DAYS ? 'offer_hardship' : 'call', untilOn: null };
    case 'contact_stopped':
      return { kind: 'contact_stopped', untilOn: null };
    case 'not_late':
      return { kind: 'nothing', untilOn: null };
    case 'loan_disputed':
      return { kind: 'answer_dispute', untilOn: null };
    case 'with_agency':
      return { kind: 'with_agency', untilOn: null };
    case 'payment_pending':
      return { kind: 'wait_for_payment', untilOn: null };
    case 'promise_open':
      return { kind: 'wait_for_promise', untilOn: refusal.dueOn };
    case 'quiet_hours':
      return { kind: 'wait_for_hours', untilOn: null };
    case 'called_enough_today':
      return { kind: 'wait_for_contact', untilOn: addDays(on, 1) };
    case 'contacted_enough':
      return { kind: 'wait_for_contact', untilOn: refusal.againOn };
  }
}
