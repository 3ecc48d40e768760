import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { day, formatDay } from '@thumba/lending/day';
import { Badge } from '../../ui/badge.tsx';

export type Ticket = StaffAnswer<'readTicket'>;
export type TicketRow = StaffAnswer<'listWaitingTickets'>['items'][number];

const TOPICS: Record<NonNullable<TicketRow['topic']>, string> = {
  payment: 'a payment or a payout',
  cost: 'what it costs',
  reminders: 'how the borrower was treated',
  decision: 'the answer to an application',
  data: 'personal data',
  app: 'the app does not work',
  new_dates: 'new dates for what is due',
  other: 'something else',
};

/** "Complaint: what it costs". */
export function aboutText({ kind, topic }: Pick<TicketRow, 'kind' | 'topic'>): string {
  if (kind === 'number_change') return 'Change of number';
  return topic === null ? 'Complaint' : `Complaint: ${TOPICS[topic]}`;
}

/** Where a ticket stands. What is late says so in words. */
export function TicketState({ ticket: { state, clock } }: { ticket: Pick<TicketRow, 'state' | 'clock'> }) {
  if (state === 'answered') return <Badge look="good">answered</Badge>;
  if (state === 'closed') return <Badge>closed</Badge>;
  if (clock === 'escalated') return <Badge look="bad">late, for the managing director</Badge>;
  if (clock === 'late') return <Badge look="bad">late</Badge>;
  return state === 'looked_at' ? (
    <Badge look="good">being looked at</Badge>
  ) : (
    <Badge look="warn">waits</Badge>
  );
}

export function dayText(on: string | null): string {
  return on === null ? '–' : formatDay(day(on));
}

const DONE: Record<string, string> = {
  written: 'the borrower wrote it',
  looked_at: 'shown to the borrower as being looked at',
  answered: 'answered',
  closed: 'the borrower said that it is solved',
  asked: 'the borrower asked for another number',
  declined: 'declined',
  changed: 'the account has its new number',
};

export function doneText(what: string): string {
  return DONE[what] ?? what.replaceAll('_', ' ');
}

export function isWaiting({ state }: Pick<TicketRow, 'state'>): boolean {
  return state === 'open' || state === 'looked_at';
}
