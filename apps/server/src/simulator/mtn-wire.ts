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

// MTN writes the reason as a text in some answers and as an object in others. Here a status answer of the legacy platform
// has the text and its callback the object, and the new platform does it the other way round, so that a caller gets all.
export function mtnStatus(instruction: Instruction, place: 'status' | 'callback'): MtnStatus {
  const isText = (place === 'status') === (instruction.platform !== 'new');
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
      reason: isText ? code : { code, message: code.toLowerCase().replaceAll('_', ' ') },
    }),
  };
}
