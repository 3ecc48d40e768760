import type { PaymentDirection } from '@thumba/lending/ledger';
import { createMtnOperator, type MtnSettings } from './mtn.ts';
import type { Instruction, Operator } from './operator.ts';
import {
  createTestLog,
  type StubReply,
  type StubRequest,
  startStubOperator,
} from './stub-operator.test-support.ts';

export const attemptId = '3b241101-e2bb-4255-8caf-4136c566a962';
export const instruction: Instruction = {
  attemptId,
  msisdn: '260967123456',
  amountNgwee: 15_050,
  reference: 'Loan1042',
  note: 'Repayment of loan 1042',
};

export function settingsFor(baseUrl: string): MtnSettings {
  return {
    baseUrl,
    targetEnvironment: 'mtnzambia',
    currency: 'ZMW',
    collection: { subscriptionKey: 'collection-key', apiUser: 'collector', apiKey: 'collector-secret' },
    disbursement: { subscriptionKey: 'disbursement-key', apiUser: 'payer', apiKey: 'payer-secret' },
    timeoutMs: 20_000,
  };
}

export type Answering = (request: StubRequest) => StubReply | Promise<StubReply>;

/** MTN as documented: tokens, and behind them whatever the test says. */
export async function startMtn(answer: Answering, settings: Partial<MtnSettings> = {}) {
  const clock = { ms: 1_000_000 };
  const log = createTestLog();
  let tokens = 0;
  const stub = await startStubOperator((request) => {
    if (!request.path.endsWith('/token/')) return answer(request);
    tokens += 1;
    return {
      status: 200,
      json: { access_token: `token-${tokens}`, token_type: 'access_token', expires_in: 3600 },
    };
  });
  const mtn = createMtnOperator({ ...settingsFor(stub.baseUrl), ...settings }, () => clock.ms, log);
  const calls = () => stub.requests.filter(({ path }) => !path.endsWith('/token/'));
  const tokenCalls = () => stub.requests.filter(({ path }) => path.endsWith('/token/'));
  return { mtn, stub, clock, log, calls, tokenCalls };
}

export function submit(mtn: Operator, direction: PaymentDirection) {
  return direction === 'collection' ? mtn.collect(instruction) : mtn.payOut(instruction);
}

export function statusOf(mtn: Operator, direction: PaymentDirection) {
  return direction === 'collection' ? mtn.collectionStatus(attemptId) : mtn.payoutStatus(attemptId);
}
