import { randomBytes } from 'node:crypto';
import { calls } from '@thumba/contract/calls';
import { API_BASE, DEFAULT_TENANT } from '@thumba/contract/envelope';
import { signature } from '@thumba/contract/signature';
import type { Request } from './open-loop.ts';
import { requestOf } from './pay-from-wallets.ts';
import type { Payer } from './wallet-payers.ts';

const READINGS_FOR_EACH_PAYMENT = 3;

/** Answers a repayment, then some readings, and so on, from many addresses behind one proxy. */
export function mixedRequests(nextPayer: () => Payer, payers: readonly Payer[]): () => Request {
  let turn = 0;
  return () => {
    turn += 1;
    const isMoney = turn % (READINGS_FOR_EACH_PAYMENT + 1) === 0;
    const text = isMoney ? requestOf(nextPayer()) : readingOf(payers[turn % payers.length]!);
    const address = `x-forwarded-for: 10.${turn % 250}.${Math.floor(turn / 250) % 250}.1`;
    return { isMoney, text: text.replace('\r\n', `\r\n${address}\r\n`) };
  };
}

function readingOf({ token, uid }: Payer): string {
  const nonce = randomBytes(3).toString('hex');
  const timestamp = String(Date.now());
  return [
    `GET ${API_BASE}${calls.getMyLoanInfo.path} HTTP/1.1`,
    'host: 127.0.0.1',
    `X-TenantID: ${DEFAULT_TENANT}`,
    'AppVersionCode: 1016',
    `uid: ${uid}`,
    `nonce: ${nonce}`,
    `timestamp: ${timestamp}`,
    `sign: ${signature(uid, nonce, timestamp)}`,
    `token: ${token}`,
    '\r\n',
  ].join('\r\n');
}
