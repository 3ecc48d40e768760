import type { Body } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import type { AgreedQuote } from '@thumba/lending/pricing';
import type { Lender } from '../../book/lender.ts';
import type { movementWords } from './movement-words.ts';
import type { paperWords } from './paper-words.ts';

/** The whole content of a paper as data. It is kept with the code, and the paper is drawn from it alone. */
export type PaperContent = LoanContract | Receipt | Statement | PaidUpLetter;
export type PaperKind = Body<'issuePaper'>['kind'];
type ReceiptPart = keyof typeof paperWords.receipt.part;
export type LenderAddress = Pick<Lender, 'name' | 'licence' | 'phone' | 'hours'>;

/** The top of every paper. */
export type PaperHead = {
  lender: LenderAddress;
  /** Empty where it is not known. */
  borrowerName: string;
  nationalId: string;
  loanId: number;
  productName: string;
};

export type LoanContract = PaperHead & {
  kind: 'contract';
  title: string;
  clauses: readonly { heading: string; text: string }[];
  version: string;
  agreedOn: Day;
  agreedAt: string;
  /** The figures that were shown before the agreement, and the hash that was kept of them. */
  quote: AgreedQuote;
  shownHash: string;
};

export type Receipt = PaperHead & {
  kind: 'receipt';
  receiptNo: string;
  purpose: 'repayment' | 'settlement' | 'extension' | 'cooling_off';
  /** The business day that the payment counts for, and when it was written into the book. */
  on: Day;
  at: string;
  amountNgwee: Ngwee;
  /** An account for mobile money, or where the money came from. */
  paidFrom: string;
  operatorReference: string | null;
  /** What the money went to. */
  parts: readonly { title: ReceiptPart | EarlierWords; amountNgwee: number }[];
  discountNgwee: number;
  savingNgwee: number;
  newDueOn: Day | null;
  owedAfterNgwee: number;
};

/** Papers of earlier versions have their English words, where newer ones have the names of words and their values. */
type EarlierWords = string & {};

export type MovementDetail =
  | { kind: 'none' }
  | { kind: 'earlier_loan'; loanNo: string }
  | { kind: 'reversed' | 'note'; receiptNo: string }
  | { kind: 'kept_back' | 'off_charges' | 'cancelled' | 'given_up' }
  | { kind: 'sent_before_charge' | 'sent_before_extension' }
  | { kind: 'paid_early'; instalments: readonly { period: number; days: number }[] }
  | { kind: 'early_settlement' | 'unused_days' }
  | { kind: 'late_days'; days: number }
  | { kind: 'receipt'; receiptNo: string; countsOn: Day | null; walletNgwee: number }
  | { kind: 'moved'; fromOn: Day; toOn: Day; receiptNo: string };

export type Movement = {
  on: Day;
  /** `null` for a charge of days that is not written into the book yet. */
  at: string | null;
  title: keyof typeof movementWords.title;
  detail: MovementDetail;
  /** Of a late charge: for how many days up to `on` it is. Papers of earlier versions lack it. */
  lateDays?: number;
  addedNgwee: number;
  takenOffNgwee: number;
  owedNgwee: number;
};

export type EarlierMovement = Omit<Movement, 'title' | 'detail'> & {
  title: EarlierWords;
  detail: EarlierWords;
};

export type Statement = PaperHead & {
  kind: 'statement';
  on: Day;
  principalNgwee: Ngwee;
  disbursedOn: Day;
  movements: readonly (Movement | EarlierMovement)[];
  addedNgwee: number;
  takenOffNgwee: number;
  owedNgwee: number;
};

export type PaidUpLetter = PaperHead & {
  kind: 'paid_up_letter';
  principalNgwee: Ngwee;
  receivedNgwee: Ngwee;
  disbursedOn: Day;
  closedOn: Day;
  /** Money paid for the loan, with extensions and without coupons. */
  paidNgwee: number;
  discountNgwee: number;
  wasWrittenOff: boolean;
};
