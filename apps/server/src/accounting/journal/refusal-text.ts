import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { REASON_NEEDED_TEXT } from '../../book/staff-action.ts';
import { describeOpening } from '../../money/reconciliation/wallet-opening.ts';
import type { ApproveRefusal, DeclineRefusal } from './answer-proposal.ts';
import type { JournalFileRefusal } from './journal-file.ts';
import type { ProposeRefusal, ReverseRefusal } from './proposals.ts';

type Refusal = ApproveRefusal | DeclineRefusal | JournalFileRefusal | ProposeRefusal | ReverseRefusal;

/** One plain sentence for the accountant. */
export function describeJournalRefusal(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'unreadable_file':
      return `The file cannot be read: ${refusal.problem}.`;
    case 'reason_needed':
      return REASON_NEEDED_TEXT;
    case 'empty':
      return 'The journal moves no money.';
    case 'does_not_balance':
      return `The journal does not balance: its debits are ${formatKwacha(refusal.debitNgwee)} and its credits are ${formatKwacha(refusal.creditNgwee)}.`;
    case 'account_not_for_journals':
      return refusal.account === 'opening_balance'
        ? 'Only a journal that takes on opening balances posts to opening_balance.'
        : `Journals do not post to ${refusal.account}: only loans and wallets do.`;
    case 'wallet_opened_before':
      return `${refusal.account} has an opening balance already, by ${describeOpening(refusal.opening)}: a wallet is opened once.`;
    case 'unknown_account':
      return `There is no account "${refusal.accountText}" in the chart of accounts.`;
    case 'not_a_day':
      return `"${refusal.text}" is no day: write 2026-12-31, or 2026-13 for an adjustment of that year.`;
    case 'day_not_begun':
      return `${formatDay(refusal.bookedOn)} has not begun: a journal is booked today or on an earlier day.`;
    case 'value_day_later':
      return `The value day is after the day of booking, ${formatDay(refusal.bookedOn)}.`;
    case 'before_first_month':
      return 'The day is before the first month of the book: only opening balances are booked there (take-on).';
    case 'period_closed':
      return 'The period is closed: book the journal in an open period, or ask for the period to be opened again.';
    case 'same_person':
      return 'You proposed this journal: another person has to approve it.';
    case 'no_such_proposal':
      return 'There is no proposal with this number.';
    case 'already_posted':
      return `This proposal was approved and is posted as journal ${refusal.journalId}.`;
    case 'already_declined':
      return 'This proposal was declined.';
    case 'no_such_journal':
      return 'There is no journal with this number.';
    case 'already_reversed':
      return 'This journal was reversed before. A journal is reversed once.';
    case 'not_reversible':
      return 'This journal was not proposed by a person: only a manual journal and a take-on are reversed here.';
  }
}
