import type { EndedState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import type { CollectionPurpose } from '@thumba/lending/loan';
import type { Ngwee } from '@thumba/lending/money';

export type AttemptPurpose = CollectionPurpose | 'loan_payout' | 'wallet_payout' | 'suspense_return';

/** An instruction to an operator. It is recorded with the change that needs it, before it is sent. */
export type NewAttempt = {
  attemptId: string;
  direction: PaymentDirection;
  purpose: AttemptPurpose;
  period: number | null;
  /** The quote that the borrower accepted. It is honoured however late the money comes. */
  quoted?: unknown;
  amountNgwee: Ngwee;
  submittedOn: Day;
  /** The request of staff that a second person approved, for a payout that needs one. */
  requestId?: number | undefined;
  /** The payout that failed, where one person of staff sends it to its number again. */
  sameNumberAs?: string | undefined;
} & (
  | {
      /** The account of the borrower whose number and operator are used. The posting line reads its number. */
      accountId: number;
      /** The member of staff who allowed a payout to a number of another borrower. */
      sharedNumberAllowedBy?: string | undefined;
    }
  | { payer: LinkPayer }
  | { payee: NumberOfAttempt }
);

/** An attempt of the same borrower, to whose number a payout goes: the payout that it replaces, or money that came. */
export type NumberOfAttempt = { attemptId: string; mobileSealed: Buffer; operator: OperatorName };

/** The number that pays through a reminder's link: the borrower's own or another. */
export type LinkPayer = { mobile: string; operator: OperatorName; isOwnNumber: boolean };

/** The end of an attempt. It is written with the change of the loan or wallet that follows from it. */
export type AttemptEnd = {
  attemptId: string;
  state: EndedState;
  operator: OperatorName;
  operatorReference: string | null;
  failureReason: string | null;
  receiptNo: string | null;
};
