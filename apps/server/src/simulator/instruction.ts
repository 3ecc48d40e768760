import type { Operator } from './phone-number.ts';

export type Direction = 'collect' | 'payout';

export type FailureReason =
  | 'not_enough_funds'
  | 'refused'
  | 'wrong_pin'
  | 'payer_not_found'
  | 'payee_not_found'
  | 'payee_not_allowed'
  | 'internal_error'
  | 'could_not_perform'
  | 'expired';

/** MTN has two for a time. The other operators have one. */
export type Platform = 'legacy' | 'new' | 'only';

type InstructionRequest = {
  amountText: string;
  party: string;
  externalId?: string;
  payerMessage?: string;
  payeeNote?: string;
};

export type NewInstruction = {
  operator: Operator;
  platform: Platform;
  direction: Direction;
  reference: string;
  mobile: string;
  amountNgwee: number;
  currency: string;
  request: InstructionRequest;
  callbackUrl?: string;
  /** At MTN only: the user who made it. */
  apiUser?: string;
};

export type Instruction = Omit<NewInstruction, 'callbackUrl' | 'apiUser'> & {
  id: number;
  callbackUrl: string | null;
  faultDraw: number;
  outcome: 'pending' | 'succeeded' | 'failed' | 'expired';
  failure: FailureReason | null;
  createdAt: Date;
  promptExpiresAt: Date | null;
};

export const instructionColumns = `
  id, operator, platform, direction, reference, mobile, amount_ngwee as "amountNgwee", currency, request,
  callback_url as "callbackUrl", fault_draw as "faultDraw", outcome, failure, created_at as "createdAt",
  prompt_expires_at as "promptExpiresAt"`;
