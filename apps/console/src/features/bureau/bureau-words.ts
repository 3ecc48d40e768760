import type { BureauListingState } from '@thumba/contract/staff/bureau';
import { dayText } from '../../platform/time.ts';

export const CHANGED = ['listBureauFiles', 'listBureauListings', 'listBureauRejects'] as const;

/** “November 2026”. */
export function monthText(month: string): string {
  return dayText(`${month}-01`).replace(/^1 /, '');
}

export const LISTING_TABS: readonly { value: BureauListingState; text: string }[] = [
  { value: 'warned', text: 'Warned' },
  { value: 'listed', text: 'Listed' },
  { value: 'disputed', text: 'Disputed' },
];

export const NO_LISTINGS: Record<BureauListingState, readonly [title: string, why: string]> = {
  warned: [
    'No warning runs',
    'A borrower is warned by a message before the bureau is told that the loan is unpaid.',
  ],
  listed: [
    'No loan is listed',
    'A loan stands here from the first file that tells it as unpaid until it is paid.',
  ],
  disputed: [
    'No listing is disputed',
    'A complaint about the loan, or a dispute that staff write down, freezes its listing.',
  ],
};
