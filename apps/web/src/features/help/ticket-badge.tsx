import type { Answer } from '@thumba/contract/wire';
import { Badge } from '../../ui/card.tsx';
import { ticketWords } from '../../words/tickets.ts';

export type Ticket = Answer<'getTicket'>;

const TONES = { open: 'warn', looked_at: 'warn', answered: 'good', closed: 'neutral' } as const;

export function TicketBadge({ state }: Pick<Ticket, 'state'>) {
  return <Badge tone={TONES[state]}>{ticketWords.states[state]}</Badge>;
}

/** "Complaint: What it costs", or what else it is. */
export function ticketTitle({ kind, topic }: Pick<Ticket, 'kind' | 'topic'>): string {
  return topic === undefined ? ticketWords.kinds[kind] : ticketWords.topics[topic];
}
