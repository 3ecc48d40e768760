import type { Day } from './day.ts';
import type { Ngwee } from './money.ts';

/** A message to the borrower. Its text is made from the kind and these figures, when it is sent and when it is read. */
export type LoanMessage =
  | { kind: 'loan_approved'; amountNgwee: Ngwee }
  | { kind: 'loan_referred'; amountNgwee: Ngwee }
  | { kind: 'loan_declined'; mayApplyAgainOn: Day }
  | { kind: 'identity_asked_again'; amountNgwee: Ngwee }
  | { kind: 'face_asked_again'; amountNgwee: Ngwee }
  | { kind: 'payslip_asked' | 'mobile_money_statement_asked'; amountNgwee: Ngwee; hours: number }
  | { kind: 'evidence_lapsed'; amountNgwee: Ngwee }
  | { kind: 'counter_offer'; amountNgwee: Ngwee; askedNgwee: Ngwee; hours: number }
  | { kind: 'counter_offer_refused' | 'counter_offer_lapsed'; amountNgwee: Ngwee }
  | { kind: 'loan_paid_out'; amountNgwee: Ngwee; firstDueOn: Day; firstDueNgwee: Ngwee }
  | { kind: 'payout_failed'; amountNgwee: Ngwee }
  | {
      kind: 'repayment_received';
      amountNgwee: Ngwee;
      receiptNo: string;
      remainingNgwee: Ngwee;
      walletNgwee: Ngwee;
      /** Only where a plan was paid early: the interest given back. */
      savingNgwee?: Ngwee;
    }
  | {
      kind: 'loan_settled';
      amountNgwee: Ngwee;
      receiptNo: string;
      walletNgwee: Ngwee;
      /** Only where the loan was on time and does not count for the limit: the rule by which it does not. */
      leastCountingNgwee?: Ngwee;
      minDaysHeld?: number;
    }
  | { kind: 'loan_extended'; amountNgwee: Ngwee; dueOn: Day; receiptNo: string }
  | { kind: 'loan_cancelled'; amountNgwee: Ngwee; receiptNo: string; walletNgwee: Ngwee }
  | { kind: 'hardship_agreed'; amountNgwee: Ngwee; dueOn: Day }
  | { kind: 'charge_waived'; amountNgwee: Ngwee; remainingNgwee: Ngwee }
  | { kind: 'payment_reversed'; amountNgwee: Ngwee; remainingNgwee: Ngwee }
  | { kind: 'payment_taken_back'; amountNgwee: Ngwee; remainingNgwee: Ngwee }
  | { kind: 'waiver_reversed'; amountNgwee: Ngwee; remainingNgwee: Ngwee };
