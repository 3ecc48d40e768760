import { createHmac } from 'node:crypto';
import type { Direction, FailureReason, Instruction } from './instruction.ts';
import { groupedKwacha } from './money.ts';

export type AirtelEnvelope = {
  data?: unknown;
  status: { code: string; message: string; result_code?: string; response_code?: string; success: boolean };
};

export type TransactionStatus = 'TS' | 'TF' | 'TIP' | 'TA' | 'TE';

const codePrefix: Record<Direction, string> = { collect: 'DP00800001', payout: 'DP00900001' };

const failureCodes: Record<Direction, Record<FailureReason, string>> = {
  collect: {
    not_enough_funds: '007',
    refused: '008',
    wrong_pin: '002',
    payer_not_found: '010',
    payee_not_found: '010',
    payee_not_allowed: '010',
    internal_error: '005',
    could_not_perform: '005',
    expired: '029',
  },
  payout: {
    not_enough_funds: '007',
    refused: '013',
    wrong_pin: '005',
    payer_not_found: '012',
    payee_not_found: '012',
    payee_not_allowed: '013',
    internal_error: '005',
    could_not_perform: '005',
    expired: '014',
  },
};

const failureWords: Record<FailureReason, string> = {
  not_enough_funds: 'Not enough balance',
  refused: 'The transaction was refused',
  wrong_pin: 'Incorrect Pin',
  payer_not_found: 'Invalid mobile number',
  payee_not_found: 'Invalid mobile number',
  payee_not_allowed: 'The transaction was refused',
  internal_error: 'Transaction failed',
  could_not_perform: 'Transaction failed',
  expired: 'Transaction has been expired',
};

export function airtelMoneyId({ createdAt, id }: Instruction): string {
  const [date, time] = createdAt.toISOString().split('T') as [string, string];
  const letter = String.fromCharCode(65 + (Math.trunc(id / 100_000) % 26));
  return `MP${date.slice(2).replaceAll('-', '')}.${time.slice(0, 5).replace(':', '')}.${letter}${String(id % 100_000).padStart(5, '0')}`;
}

export function transactionStatus({ outcome }: Instruction): TransactionStatus {
  if (outcome === 'pending') return 'TIP';
  if (outcome === 'succeeded') return 'TS';
  return outcome === 'expired' ? 'TE' : 'TF';
}

export function transactionMessage(instruction: Instruction, lenderName: string): string {
  const amount = `ZMW ${groupedKwacha(instruction.amountNgwee)}`;
  if (instruction.failure) return failureWords[instruction.failure];
  if (instruction.outcome === 'pending') return 'Transaction in progress';
  const happened =
    instruction.direction === 'collect'
      ? `Paid ${amount} to ${lenderName}`
      : `Sent ${amount} from ${lenderName}`;
  return `${happened} Charge ZMW 0, Trans ID ${airtelMoneyId(instruction)}.`;
}

export function responseCode(instruction: Instruction, status: TransactionStatus): string {
  const prefix = codePrefix[instruction.direction];
  if (status === 'TA') return `${prefix}000`;
  if (status === 'TS') return `${prefix}001`;
  if (status === 'TIP') return `${prefix}006`;
  return prefix + failureCodes[instruction.direction][instruction.failure!];
}

export function successEnvelope(
  data: unknown,
  responseCodeWord?: string,
  message = 'SUCCESS',
): AirtelEnvelope {
  return {
    data,
    status: {
      code: '200',
      message,
      result_code: 'ESB000010',
      ...(responseCodeWord && { response_code: responseCodeWord }),
      success: true,
    },
  };
}

export function airtelCallback(
  instruction: Instruction,
  lenderName: string,
  hashKey: string | undefined,
): string {
  const status = transactionStatus(instruction);
  const transaction = {
    id: instruction.reference,
    message: transactionMessage(instruction, lenderName),
    status_code: status === 'TE' ? 'TF' : status,
    airtel_money_id: airtelMoneyId(instruction),
  };
  if (!hashKey) return JSON.stringify({ transaction });
  const hash = createHmac('sha256', hashKey).update(JSON.stringify(transaction)).digest('base64');
  return JSON.stringify({ transaction, hash });
}
