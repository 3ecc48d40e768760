import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { OperatorRoute } from '../../../book/payment-attempt/operator-routes.ts';
import { failureWords } from './failure-words.ts';

export type Instruction = {
  /** A version 4 UUID: the id of our attempt, which the operator uses too. */
  attemptId: string;
  /** With the country code and no plus sign: 260977123456. */
  msisdn: string;
  amountNgwee: number;
  /** The text that the borrower reads beside the payment: 4 to 64 letters and digits. */
  reference: string;
  /** The text that the lender reads beside the payment. */
  note: string;
};

export type FailureReason = keyof typeof failureWords;

/** One plain sentence for the borrower. */
export function describeFailure(reason: FailureReason): string {
  return failureWords[reason];
}

/** The reasons of an operator that pass with time. They hold an instruction back and do not end it. */
export type OperatorHoldReason = Extract<FailureReason, 'float_low' | 'operator_down'>;

/**
 * Why an instruction waits. `book_restored`: the database was restored, and may have forgotten payouts. `under_review`:
 * money that goes out to the borrower is frozen. `lending_stopped`: staff stopped lending. `payout_ceiling`: the payouts
 * of the day are at their ceiling. `operator_stopped`: staff stopped the operator.
 */
export type HoldReason =
  | OperatorHoldReason
  | 'book_restored'
  | 'under_review'
  | 'lending_stopped'
  | 'payout_ceiling'
  | 'operator_stopped';

export type SubmitOutcome =
  /** The operator works on it, and a prompt was sent. A callback or an enquiry brings the outcome. */
  | { kind: 'accepted' }
  | { kind: 'succeeded'; operatorReference: string | null }
  | { kind: 'failed'; reason: FailureReason; operatorCode: string }
  /** The operator knows this id already. An enquiry brings the outcome. */
  | { kind: 'duplicate' }
  /** Surely not done. It may be sent again under the same id. */
  | { kind: 'held'; reason: OperatorHoldReason; retryAfterSeconds?: number }
  /** It may have been done. An enquiry brings the outcome; it is never sent under another id. */
  | { kind: 'unknown'; operatorCode: string /** The operator has the instruction. */; isKnown?: true };

export type StatusOutcome =
  | { kind: 'pending' }
  | { kind: 'succeeded'; operatorReference: string | null; amountNgwee?: number }
  | { kind: 'failed'; reason: FailureReason; operatorCode: string }
  | { kind: 'expired' }
  /** The operator knows the payment and does not say how it ended. Or it has no call for enquiries (`NO_STATUS_CALL`). */
  | { kind: 'unknown'; operatorCode: string }
  /** The operator answered that it does not know the id. */
  | { kind: 'not_found' }
  /** No usable answer, which says nothing about the payment. */
  | { kind: 'unanswered' }
  /** The operator was not asked, because it takes only so many calls in a second. */
  | { kind: 'postponed'; inSeconds: number };

export const NO_STATUS_CALL = 'NO_STATUS_CALL';

export type CallbackHint = { attemptId: string; claims: 'succeeded' | 'failed' | 'unknown' };

export type AccountHolder = { active: boolean; name?: string };

export type EnquiriesSoFar = {
  direction: PaymentDirection;
  /** Answered enquiries. An enquiry without an answer does not count in the schedule. */
  enquiriesDone: number;
  secondsSinceSent: number;
  /** From 0 up to, not including, 1: where in its span this enquiry lies. */
  chance: number;
};

export type EnquirySchedule = {
  /** The wait from now until the next enquiry. */
  nextEnquiryAfterSeconds(soFar: EnquiriesSoFar): number;
  /** The wait after an enquiry without an answer. `undefined` means that the schedule applies. */
  afterUnansweredSeconds(unansweredInARow: number): number | undefined;
  /** Before this time after sending, the operator may only be slow, so "not found" is not final. */
  notFoundAfterSeconds: number;
  /** The least wait between two enquiries about an id that the operator does not know. */
  notFoundGapSeconds: number;
};

/** No answer of the operator makes a function throw. A malformed instruction does. */
export type Operator = {
  name: OperatorName;
  collect(instruction: Instruction): Promise<SubmitOutcome>;
  payOut(instruction: Instruction): Promise<SubmitOutcome>;
  collectionStatus(attemptId: string): Promise<StatusOutcome>;
  payoutStatus(attemptId: string): Promise<StatusOutcome>;
  /** Whether the operator has a call for this balance. */
  tellsBalance: Readonly<Record<PaymentDirection, boolean>>;
  balance(direction: PaymentDirection): Promise<{ amountNgwee: number } | undefined>;
  accountHolder(msisdn: string): Promise<AccountHolder | undefined>;
  /** Takes the text of the body as it came. A callback proves nothing: it only names the payment to ask about. */
  readCallback(bodyText: string): CallbackHint | undefined;
  enquirySchedule: EnquirySchedule;
};

/** The operators that the lender is connected to. Without a connection there is no collection and no payout. */
export type Operators = { [Name in OperatorName]?: ConnectedOperator };

export type ConnectedOperator = Operator & {
  /** How many due enquiries are taken at once, so that none waits long for its turn. Infinity without a limit. */
  enquiriesAtOnce: number;
  /** Where its instructions are sent. An operator may give payouts an API user of their own. */
  routes: Readonly<Record<PaymentDirection, OperatorRoute>>;
  /**
   * Whether staff stopped it, as this process last read it. Unset at the terminal. The step that sends asks the database,
   * so what is begun meanwhile is not sent.
   */
  isStopped?: () => boolean;
};

export type OperatorRefusal = { kind: 'operator_not_connected' } | { kind: 'operator_stopped' };

/** Refuses what would begin at an operator that the lender is not connected to, or that staff stopped. */
export function checkOperator(
  operators: Operators,
  name: OperatorName,
): Outcome<ConnectedOperator, OperatorRefusal> {
  const operator = operators[name];
  if (!operator) return refuse({ kind: 'operator_not_connected' });
  return operator.isStopped?.() ? refuse({ kind: 'operator_stopped' }) : allow(operator);
}

/** The operators, each with whether staff stopped it. */
export function withSwitch(
  operators: Operators,
  { isStopped }: { isStopped(operator: OperatorName): boolean },
): Operators {
  return Object.fromEntries(
    Object.values(operators).map((operator) => [
      operator.name,
      { ...operator, isStopped: () => isStopped(operator.name) },
    ]),
  );
}

const ATTEMPT_ID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export function isAttemptId(text: string): boolean {
  return ATTEMPT_ID_PATTERN.test(text);
}

/** The error names the field and never its value, which may be a person's number. */
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
