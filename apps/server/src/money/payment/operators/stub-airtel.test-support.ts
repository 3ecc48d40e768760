import {
  constants,
  createDecipheriv,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';
import type { PaymentDirection } from '@thumba/lending/ledger';
import { type AirtelSettings, createAirtelOperator } from './airtel.ts';
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
  msisdn: '260977123456',
  amountNgwee: 15_050,
  reference: 'Loan1042',
  note: 'Repayment of loan 1042',
};

/** 1024 bits, as Airtel's is. */
export const operatorKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });
export const newerKeys = generateKeyPairSync('rsa', { modulusLength: 1024 });

export function publicKeyText({ publicKey }: { publicKey: KeyObject }): string {
  return publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
}

export function settingsFor(baseUrl: string): AirtelSettings {
  return {
    baseUrl,
    clientId: 'client-1',
    clientSecret: 'client-secret',
    country: 'ZM',
    currency: 'ZMW',
    paymentsVersion: 'v1',
    signsMessages: false,
    disbursementsVersion: 'v2',
    walletType: 'NORMAL',
    balanceVersion: 'v1',
    pinPadding: 'pkcs1',
    signaturePadding: 'pkcs1',
    disbursementPin: '4821',
    timeoutMs: 20_000,
  };
}

export type Answering = (request: StubRequest) => StubReply | Promise<StubReply>;

/** Airtel as documented: tokens of 180 seconds, its public key, and behind them whatever the test says. */
export async function startAirtel(answer: Answering, settings: Partial<AirtelSettings> = {}) {
  const clock = { ms: 1_000_000 };
  const log = createTestLog();
  const keysGiven = [operatorKeys];
  let tokens = 0;
  const stub = await startStubOperator((request) => {
    if (request.path === '/auth/oauth2/token') {
      tokens += 1;
      return {
        status: 200,
        json: { access_token: `token-${tokens}`, token_type: 'bearer', expires_in: '180' },
      };
    }
    if (request.path === '/v1/rsa/encryption-keys') {
      const keys = keysGiven.length > 1 ? keysGiven.shift() : keysGiven[0];
      return { status: 200, json: { data: { key_id: 1, key: publicKeyText(keys ?? operatorKeys) } } };
    }
    return answer(request);
  });
  const airtel = createAirtelOperator(
    { ...settingsFor(stub.baseUrl), ...settings },
    () => clock.ms,
    randomBytes,
    log,
  );
  const callsTo = (start: string) => stub.requests.filter(({ path }) => path.startsWith(start));
  const calls = () => stub.requests.filter(({ path }) => /payments|disbursements|users/.test(path));
  return { airtel, stub, clock, log, calls, callsTo, keysGiven };
}

export function envelope(transaction: object | undefined, status: object): StubReply {
  return {
    status: 200,
    json: { data: { transaction }, status: { code: '200', message: 'words', ...status } },
  };
}

export const promptSent = envelope(
  { id: false, status: 'SUCCESS' },
  { result_code: 'ESB000010', response_code: 'DP00800001006', success: true },
);
export const paidOut = envelope(
  { reference_id: '18', airtel_money_id: 'CI230512.1', id: attemptId, status: 'TS' },
  { result_code: 'ESB000010', response_code: 'DP00900001001', success: true },
);

export function statusOf(airtel: Operator, direction: PaymentDirection) {
  return direction === 'collection' ? airtel.collectionStatus(attemptId) : airtel.payoutStatus(attemptId);
}

const schemes = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  oaep_sha256: { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
};

export function decrypt(
  text: string,
  { privateKey }: { privateKey: KeyObject },
  padding: keyof typeof schemes = 'pkcs1',
): string {
  return privateDecrypt({ key: privateKey, ...schemes[padding] }, Buffer.from(text, 'base64')).toString(
    'utf8',
  );
}

export function signedText(
  call: StubRequest | undefined,
  keys: { privateKey: KeyObject },
  padding: keyof typeof schemes = 'pkcs1',
): string {
  const [key = '', iv = ''] = decrypt(String(call?.headers['x-key']), keys, padding).split(':');
  const decipher = createDecipheriv('aes-256-cbc', Buffer.from(key, 'base64'), Buffer.from(iv, 'base64'));
  return decipher.update(String(call?.headers['x-signature']), 'base64', 'utf8') + decipher.final('utf8');
}

/** OAEP leaves 62 bytes less in a key, too few for a key and a vector in 1024 bits. */
export const widerKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });

export function refusedWith(responseCode: string, status = 200): StubReply {
  return { status, json: { status: { code: String(status), response_code: responseCode, success: false } } };
}
