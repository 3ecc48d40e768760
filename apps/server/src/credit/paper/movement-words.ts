import { words } from '@thumba/words/catalogue';

/** The lines of a loan statement: what happened, and a detail in smaller letters below it. They have no full stop. */
export const movementWords = words('movement', {
  title: {
    late_charge: 'Late charge',
    taken_on: 'Owed from our earlier records',
    taken_back: 'Taken back',
    to_wallet: 'Moved to your wallet credit',
    interest: 'Interest',
    service_fee: 'Service fee',
    paid_out: 'Loan paid out to you',
    coupon: 'Coupon',
    charge_waived: 'Charge waived',
    charges_taken_back: 'Charges taken back',
    extension_fee_given_back: 'Extension fee given back',
    late_charge_taken_back: 'Late charge taken back',
    interest_given_back: 'Interest given back',
    payment: 'Payment',
    paid_from_wallet: 'Paid from wallet credit',
    money_returned: 'Money returned',
    extension_taken_back: 'Extension taken back',
    extension_fee: 'Extension fee',
    extension_fee_paid: 'Extension fee, paid',
    extended_free: 'Extended without a fee',
    written_off: 'Written off',
  },
  earlierLoan: (loanNumber: string) => `Loan ${loanNumber}`,
  reversed: (receiptNumber: string) => `Receipt ${receiptNumber} no longer counts`,
  keptBack: 'Kept back from the payout',
  offCharges: 'Taken off the charges',
  note: (number: string) => `Note ${number}`,
  cancelled: 'The loan was cancelled',
  sentBeforeCharge: 'Your payment had been sent before it was charged',
  sentBeforeExtension: 'Your payment had been sent before the extension was bought',
  /** The days are, for example, “29 days”. */
  paidEarly: (instalment: number, days: string) => `Instalment ${instalment} paid ${days} early`,
  earlySettlement: 'For paying off early',
  unusedDays: 'For the days that were not used',
  givenUp: 'Given up in our books; it can still be paid',
  receipt: (receiptNumber: string) => `Receipt ${receiptNumber}`,
  receiptCounts: (receiptNumber: string, day: string) => `Receipt ${receiptNumber}, counts for ${day}`,
  moreCredit: (amount: string) => `${amount} more became wallet credit`,
  moved: (day: string, dayBefore: string) => `Due ${day} instead of ${dayBefore}`,
  /** Puts a detail behind the one before it. */
  further: (details: string, next: string) => `${details}, ${next}`,
  /** A run of late charges: “5 days × K3.31”. */
  run: (days: string, amount: string) => `${days} × ${amount}`,
});
