import { words } from '@thumba/words/catalogue';

/** What a loan costs, and why. Rates are like “0.5%”, days like “30 days”. */
export const billingWords = words('billing', {
  /** Where the money of a loan went, if the account is not known any more. */
  mobileMoney: 'Mobile money',
  interest: {
    name: 'Interest',
    fixed: (days: string, rate: string) => `${days} at ${rate} a day`,
    declining: (days: string, rate: string) => `${days} at ${rate} a day on what is still owed`,
    /** The explanation is one of the two sentences above. The amounts are what was agreed, and what is not charged of it. */
    lowered: (explanation: string, agreed: string, takenOff: string) =>
      `${explanation}: ${agreed}, of which ${takenOff} was taken off`,
  },
  fee: {
    name: 'Service fee',
    added: (rate: string) => `${rate} of the loan, paid back with it`,
    deducted: (rate: string) => `${rate} of the loan, kept back from the payout`,
  },
  late: {
    name: 'Late charges',
    perDay: (rate: string) => `${rate} a day on what is late`,
    afterDays: (rate: string, days: string) =>
      `${rate} a day on what is late, after ${days} without a charge`,
    /** Stands behind one of the two sentences above. The dates are those of a plan for a borrower who cannot pay. */
    stopped: 'Stopped while you keep to the new dates',
  },
});
