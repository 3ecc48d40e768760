import { formatDay } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { describeOpening } from '../../money/reconciliation/wallet-opening.ts';
import { type Reply, refused } from '../../platform/reply.ts';
import type { ApproveRefusal, DeclineRefusal } from './answer-proposal.ts';
import type { ProposeRefusal, ReverseRefusal } from './proposals.ts';
import { describeJournalRefusal } from './refusal-text.ts';

type Refusal = ApproveRefusal | DeclineRefusal | ProposeRefusal | ReverseRefusal;

/** What a person at the console reads where a journal is refused. */
export function refusedJournal(refusal: Refusal): Reply<never> {
  return refused(409, sentenceOf(refusal), { reason: refusal.kind });
}

/** Sentences that name accounts and days as the console shows them. The others are those of the terminal. */
function sentenceOf(refusal: Refusal): string {
  switch (refusal.kind) {
    case 'does_not_balance':
      return `The debits are ${formatKwacha(refusal.debitNgwee)} and the credits are ${formatKwacha(refusal.creditNgwee)}: they have to be the same.`;
    case 'account_not_for_journals':
      return refusal.account === 'opening_balance'
        ? 'Only a journal of opening balances posts to the account for opening balances.'
        : `Journals do not post to ${refusal.account.replaceAll('_', ' ')}: only loans, wallets and the program do.`;
    case 'wallet_opened_before':
      return `${refusal.account.replaceAll('_', ' ')} has an opening balance already, by ${describeOpening(refusal.opening)}: a wallet is opened once.`;
    case 'day_not_begun':
      return `${formatDay(refusal.bookedOn)} has not begun: a journal is booked today or on an earlier day.`;
    default:
      return describeJournalRefusal(refusal);
  }
}
