import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { codeInWords } from '../../platform/code-words.ts';
import { holdText } from '../../platform/hold-words.ts';

export type Payment = StaffAnswer<'getStaffPayment'>;
type Step = Payment['history'][number];

const STEPS: Record<Step['what'], string> = {
  made: 'made by the program',
  sent: 'sent to the operator',
  accepted: 'the operator took it',
  known_already: 'the operator had it already',
  pending: 'asked: the operator still works on it',
  unknown: 'asked: the operator does not say how it ended',
  amount_differs: 'asked: the operator names another amount',
  unanswered: 'asked: no answer',
  not_found: 'asked: the operator does not know it',
  to_be_sent_again: 'the operator never received it, so it is sent again',
  held: 'held back before sending',
  handed_over: 'handed over to a person',
  no_news: 'asked after its end: nothing new',
  asked_by_staff: 'a person asked the operator at once',
  called_back: 'the operator reported by itself',
  ended_by_staff: 'ended as found on the statement',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'the prompt was not answered in time',
};

export function stepText({ what, code, times }: Step): string {
  const text = times > 1 ? `${STEPS[what]}, ${times} times` : STEPS[what];
  if (code === null) return text;
  return `${text} (${what === 'held' ? holdText(code) : code.replaceAll('_', ' ')})`;
}

/** "Repayment" or "Loan payout": what a payment is for. */
export const purposeText = codeInWords;

const HAND_OVERS: Record<string, string> = {
  route_gone: 'no setting connects to the route on which it was sent',
  route_unknown: 'it is not known on which route it was sent',
  operator_forgets: 'it was sent so long ago that the operator may have forgotten it',
  operator_denies: 'the operator knew it and denies it now',
};

/** Why a person has to find out the outcome. */
export function handOverText(reason: string): string {
  return HAND_OVERS[reason] ?? reason.replaceAll('_', ' ');
}

const PAYERS: Record<Payment['payer'], string> = {
  account: 'an account of the borrower',
  own_number: 'the number of the borrower, by the link of a reminder',
  other_number: 'another number, by the link of a reminder',
};

export function payerText({ payer }: Pick<Payment, 'payer'>): string {
  return PAYERS[payer];
}

export function paymentAddress({ payerId, paymentId }: { payerId: number; paymentId: string }): string {
  return `/payments/${payerId}/${paymentId}`;
}
