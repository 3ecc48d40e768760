import { plural, words } from '@thumba/words/catalogue';

export const billStatusWords = words('billStatus', {
  underReview: 'Under review',
  approved: 'Approved',
  declined: 'Declined',
  cancelled: 'Cancelled',
  onItsWay: 'On its way',
  waiting: 'Waiting',
  notThrough: 'Not sent yet',
  toRepay: 'To repay',
  late: 'Late',
  daysLate: (days: number, shown: string) => plural(days, { one: '1 day late', other: `${shown} days late` }),
  writtenOff: 'Written off',
  paidOff: 'Paid off',
  plan: { next: 'Next', later: 'Later', today: 'Today', late: 'Late', paid: 'Paid' },
});
