import type { LookAroundStep } from '@thumba/contract/staff/look-around';
import type { WaitingKind } from '@thumba/contract/staff/today';
import type { StaffAnswer } from '@thumba/contract/staff/wire';

export type Today = StaffAnswer<'getToday'>;

/** What waits, for one and for several, and the screen that shows it where there is one. */
export const waitingWords: Record<WaitingKind, { one: string; many: string; address?: string }> = {
  application: {
    one: 'Application for a person',
    many: 'Applications for a person',
    address: '/applications',
  },
  request: { one: 'Request for you to check', many: 'Requests for you to check', address: '/requests' },
  complaint: { one: 'Complaint', many: 'Complaints', address: '/tickets' },
  mobile_change: { one: 'Change of number', many: 'Changes of number', address: '/tickets' },
  unknown_payment: {
    one: 'Payment with an unknown outcome',
    many: 'Payments with an unknown outcome',
    address: '/payments',
  },
  difference: {
    one: 'Difference with an operator',
    many: 'Differences with operators',
    address: '/differences',
  },
  suspense: { one: 'Piece of money in suspense', many: 'Pieces of money in suspense', address: '/suspense' },
  held_payout: { one: 'Payout that waits', many: 'Payouts that wait', address: '/float' },
  compliance_hit: { one: 'Hit on a list', many: 'Hits on lists', address: '/cases' },
  alert_case: { one: 'Case of alerts', many: 'Cases of alerts', address: '/alerts' },
  suspicion_report: {
    one: 'Suspicion to report',
    many: 'Suspicions to report',
    address: '/alerts?group=suspicion',
  },
  journal_proposal: {
    one: 'Journal for you to check',
    many: 'Journals for you to check',
    address: '/books/journals',
  },
  period_request: {
    one: 'Period for you to close',
    many: 'Periods for you to close',
    address: '/books/periods',
  },
};

/** What a new person tries first, and the screen where it is done. */
export const lookAroundWords: Record<LookAroundStep, { title: string; address: string }> = {
  application: { title: 'Decide an application', address: '/applications' },
  late: { title: 'Call a borrower who is late', address: '/arrears' },
  match: { title: 'Match a payment that has no owner', address: '/suspense' },
  ticket: { title: 'Answer a complaint', address: '/tickets' },
  hit: { title: 'Decide a hit on a list', address: '/cases' },
  price: { title: 'Ask for another price of a product', address: '/set-up' },
  wallet: { title: 'Sign a day of a wallet', address: '/wallets' },
  balance: { title: 'Go from a balance to the rows behind it', address: '/books' },
  audit: { title: 'Read who did what', address: '/audit' },
  person: { title: 'Ask for roles for a person', address: '/staff' },
};

const HOURS_OF_DAY = 24;

/** The pace is that of seven days. It is too short to say more than this. */
const MOST_DAYS = 99;

/** "2.1 days", "3 hours" or "more than 99 days". */
export function coveredText(hours: number | null): string {
  if (hours === null) return 'no payouts yet';
  if (hours < 2 * HOURS_OF_DAY) return `${Math.floor(hours)} hours`;
  if (hours > MOST_DAYS * HOURS_OF_DAY) return `more than ${MOST_DAYS} days`;
  return `${Math.round((hours / HOURS_OF_DAY) * 10) / 10} days`;
}
