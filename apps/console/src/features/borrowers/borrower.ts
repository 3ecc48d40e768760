import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type BorrowerAnswer = StaffAnswer<'getBorrower'>;

/** What a part of the page with a list needs: whose it is, and its page in the address. */
export type TabProps = { borrowerId: string; page: number; onPage: (page: number) => void };
