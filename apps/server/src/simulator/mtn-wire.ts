import type { FailureReason, Instruction } from './instruction.ts';

const reasonCodes: Record<FailureReason, string> = {
  not_enough_funds: 'NOT_ENOUGH_FUNDS',
  refused: 'APPROVAL_REJECTED',
  wrong_pin: 'NOT_ALLOWED',
  payer_not_found: 'PAYER_NOT_FOUND',
  payee_not_found: 'PAYEE_NOT_FOUND',
  payee_not_allowed: 'PAYEE_NOT_ALLOWED_TO_RECEIVE',
  internal_error: 'INTERNAL_PROCESSING_ERROR',
  could_not_perform: 'COULD_NOT_PERFORM_TRANSACTION',
  expired: 'EXPIRED',
};

type MtnStatus = {
  financialTransactionId?: string;
  externalId: string;
  amount: string;
  currency: string;
  payer?: { partyIdType: 'MSISDN'; partyId: string };
  payee?: { partyIdType: 'MSISDN'; partyId: string };
  payerMessage: string;
  payeeNote: string;
  status: 'PENDING' | 'SUCCESSFUL' | 'FAILED';
  reason?: string | { code: string; message: string };
};

export function financialTransactionId({ createdAt, id }: Instruction): string {
  return `${createdAt.getTime()}${String(id % 1000).padStart(3, '0')}`;
}

// MTN writes the reason as a string in some answers and as an object in others. Here a status answer has the string and
// a callback the object, so that a caller gets both.
export function mtnStatus(instruction: Instruction, reasonShape: 'string' | 'object'): MtnStatus {
  const { request, outcome, failure } = instruction;
  const party = { partyIdType: 'MSISDN', partyId: request.party } as const;
  const code = failure ? reasonCodes[failure] : undefined;
  return {
    ...(outcome === 'succeeded' && { financialTransactionId: financialTransactionId(instruction) }),
    externalId: request.externalId ?? '',
    amount: request.amountText,
    currency: instruction.currency,
    ...(instruction.direction === 'collect' ? { payer: party } : { payee: party }),
    payerMessage: request.payerMessage ?? '',
    payeeNote: request.payeeNote ?? '',
    status: outcome === 'pending' ? 'PENDING' : outcome === 'succeeded' ? 'SUCCESSFUL' : 'FAILED',
    ...(code && {
      reason: reasonShape === 'string' ? code : { code, message: code.toLowerCase().replaceAll('_', ' ') },
    }),
  };
}
