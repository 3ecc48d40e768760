import { JOURNAL_KIND_TITLES } from '@thumba/contract/staff/journal-words';
import { ROLES, roles } from '@thumba/contract/staff/roles';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { dayText } from '../../platform/time.ts';

type Booking = StaffAnswer<'readEntry'>['booking'];

export const BOOKING_TITLES: Readonly<Record<Booking, string>> = {
  ordinary: 'ordinary',
  adjustment: 'adjustment of the year',
  year_end: 'closing of the year',
};

export type ProposalRow = StaffAnswer<'listProposals'>['items'][number];
export type JournalRow = StaffAnswer<'listJournals'>['items'][number];

/** "Manual", or "Reversal of journal 12". */
export function kindText({
  kind,
  reversedJournalId,
}: Pick<JournalRow, 'kind' | 'reversedJournalId'>): string {
  const title = JOURNAL_KIND_TITLES[kind];
  return reversedJournalId === null ? title : `${title} of journal ${reversedJournalId}`;
}

/** "26 November 2026", or "adjustments of 2025". */
export function bookedText({ bookedOn, booking }: Pick<JournalRow, 'bookedOn' | 'booking'>): string {
  return booking === 'adjustment' ? `adjustments of ${bookedOn.slice(0, 4)}` : dayText(bookedOn);
}

/** The calls whose answers change when a journal is proposed, posted or declined. */
export const JOURNAL_CALLS = [
  'listProposals',
  'getProposal',
  'listJournals',
  'getJournal',
  'readReport',
  'readAccountDays',
] as const;

export const CHECKERS_OF_BOOKS = ROLES.filter((role) =>
  (roles[role].permissions as readonly string[]).includes('checkBooks'),
)
  .map((role) => roles[role].title)
  .join(' or ');
