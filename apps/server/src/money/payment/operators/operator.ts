import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';

export type Instruction = {
  /** A version 4 UUID: the id of our attempt, and the id the operator knows the payment by. */
  attemptId: string;
  /** With the country code and no plus sign: 260977123456. */
  msisdn: string;
  amountNgwee: number;
  /** What the borrower reads beside the payment: 4 to 64 letters and digits. */
  reference: string;
  /** What the lender reads beside it. */
  note: string;
};

const sentences = {
  payer_not_found: 'This number has no mobile-money account with that operator.',
  not_enough_money: 'There was not enough money in the mobile-money account.',
  refused_by_borrower: 'The payment was refused on the phone.',
  wrong_pin: 'The PIN that was entered was wrong.',
  prompt_expired: 'The PIN was not entered in time, so the payment ended.',
  limit_reached: 'The mobile-money account has reached its limit.',
  amount_not_allowed: 'The operator does not allow a payment of this amount.',
  payee_not_found:
    'This number cannot receive money because it has no mobile-money account with that operator.',
  payee_cannot_receive: 'The mobile-money account cannot receive this money now; it may be full or blocked.',
  // MTN says this also of a wrong PIN.
  not_allowed:
    'The operator did not accept it: the PIN may have been wrong, or the account may not make this payment.',
  not_completed: 'The operator could not complete the payment. Please check your balance and try again.',
  superseded: 'The money had been sent already.',
  request_not_received: 'The request did not reach the operator and no money was moved. Please try again.',
  float_low: 'We cannot send money through this operator at the moment. Please try again later.',
  operator_down: 'The mobile-money operator cannot be reached at the moment. Please try again later.',
  operator_error: 'The mobile-money operator could not process the payment. Please try again later.',
} as const;

export type FailureReason = keyof typeof sentences;

/** One plain sentence for the borrower. */
export function describeFailure(reason: FailureReason): string {
  return sentences[reason];
}

/** The reasons that pass by themselves, and so hold an instruction back rather than end it. */
export type HoldReason = Extract<FailureReason, 'float_low' | 'operator_down'>;

export type SubmitOutcome =
  /** The operator is working on it (the prompt was sent): wait for the callback, or ask. */
  | { kind: 'accepted' }
  | { kind: 'succeeded'; operatorReference: string | null }
  | { kind: 'failed'; reason: FailureReason; operatorCode: string }
  /** The operator holds this id already: ask. */
  | { kind: 'duplicate' }
  /** Surely not done. It may be sent again later under the same id. */
  | { kind: 'held'; reason: HoldReason }
  /** It may or may not have been done: ask, and never instruct it anew under another id. */
  | { kind: 'unknown'; operatorCode: string };

export type StatusOutcome =
  | { kind: 'pending' }
  | { kind: 'succeeded'; operatorReference: string | null; amountNgwee?: number }
  | { kind: 'failed'; reason: FailureReason; operatorCode: string }
  | { kind: 'expired' }
  /** The operator answered, and does not yet say how it ended. */
  | { kind: 'unknown'; operatorCode: string }
  /** The operator answered that it holds no such id. */
  | { kind: 'not_found' }
  /** No usable answer: says nothing about the payment. */
  | { kind: 'unanswered' };

export type CallbackHint = { attemptId: string; claims: 'succeeded' | 'failed' | 'unknown' };

export type AccountHolder = { active: boolean; name?: string };

export type EnquiriesSoFar = {
  direction: PaymentDirection;
  /** Those that were answered; an enquiry without an answer does not use up the schedule. */
  enquiriesDone: number;
  secondsSinceSent: number;
};

export type EnquirySchedule = {
  /** The wait from now until the next enquiry. */
  nextEnquiryAfterSeconds(soFar: EnquiriesSoFar): number;
  /** The wait after an enquiry without an answer; `undefined`: back to the schedule. */
  afterUnansweredSeconds(unansweredInARow: number): number | undefined;
  /** A second "not found" counts from this long after sending; before it the operator may only be slow. */
  notFoundAfterSeconds: number;
  /** The least wait between two enquiries about an id that the operator does not hold. */
  notFoundGapSeconds: number;
};

/** No function of it throws on anything the operator does; a malformed instruction throws. */
export type Operator = {
  name: OperatorName;
  collect(instruction: Instruction): Promise<SubmitOutcome>;
  payOut(instruction: Instruction): Promise<SubmitOutcome>;
  collectionStatus(attemptId: string): Promise<StatusOutcome>;
  payoutStatus(attemptId: string): Promise<StatusOutcome>;
  balance(direction: PaymentDirection): Promise<{ amountNgwee: number } | undefined>;
  accountHolder(msisdn: string): Promise<AccountHolder | undefined>;
  /** Takes the body's text as it came in. A callback proves nothing: it only says whom to ask about. */
  readCallback(bodyText: string): CallbackHint | undefined;
  enquirySchedule: EnquirySchedule;
};

/** The operators a lender is connected to. One that is not here can neither collect nor pay out. */
export type Operators = { [Name in OperatorName]?: Operator };

const ATTEMPT_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isAttemptId(text: string): boolean {
  return ATTEMPT_ID_PATTERN.test(text);
}

/** The messages name the field and never its value, which may be somebody's number. */
export function requireSound(instruction: Instruction, msisdnPattern: RegExp): void {
  if (!isAttemptId(instruction.attemptId)) throw new Error('instruction: attemptId is no version 4 UUID');
  if (!msisdnPattern.test(instruction.msisdn)) throw new Error('instruction: malformed msisdn');
  if (!Number.isSafeInteger(instruction.amountNgwee) || instruction.amountNgwee <= 0) {
    throw new Error('instruction: amountNgwee is no positive whole number');
  }
  if (!/^[A-Za-z0-9]{4,64}$/.test(instruction.reference)) {
    throw new Error('instruction: reference is not 4 to 64 letters and digits');
  }
}
