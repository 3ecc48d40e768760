import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { calls } from '@thumba/contract/calls';
import { API_BASE, DEFAULT_TENANT } from '@thumba/contract/envelope';
import { signature } from '@thumba/contract/signature';
import { type Connection, openConnection } from './connection.ts';
import { percentile } from './figures.ts';
import type { Payer } from './wallet-payers.ts';

/** Answers the payers in turn, so that no payer has two payments at once. */
export type Ring = { next(): Payer };

export type Load = {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  accepted: number;
  refused: string[];
  latenciesMs: number[];
  /** When each of them was sent, by the clock of this process. */
  sentAtMs: number[];
};

/** The smallest part payment of the demo's products. */
const PAYMENT_KWACHA = 20;

export function ringOf(payers: readonly Payer[]): Ring {
  let turn = 0;
  return {
    next() {
      const payer = payers[turn % payers.length]!;
      turn += 1;
      if (payer.paymentsLeft === 0) throw new Error('the loans allow no more payments: run it for less time');
      payer.paymentsLeft -= 1;
      return payer;
    },
  };
}

/**
 * Part payments over the given connections, for a time or until `hasEnded`. The speed counts the answers inside that time.
 * The other answers are awaited too, so that all of them can be compared with the book.
 */
export async function payFromWallets(
  port: number,
  ring: Ring,
  {
    connections,
    seconds = Number.POSITIVE_INFINITY,
    pauseMs = 0,
    hasEnded = () => false,
  }: { connections: number; seconds?: number; pauseMs?: number; hasEnded?: () => boolean },
): Promise<Load> {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const latencies: number[] = [];
  const sentAtMs: number[] = [];
  const refused: string[] = [];
  let inTime = 0;
  const beganAt = performance.now();
  const endsAt = beganAt + seconds * 1000;

  async function payThrough(connection: Connection): Promise<void> {
    // With pauses the connections do not begin at the same moment.
    if (pauseMs > 0) await sleep(Math.random() * pauseMs);
    for (let now = performance.now(); now < endsAt && !hasEnded(); ) {
      const sentAt = now;
      const answer = await connection.ask(requestOf(ring.next()));
      now = performance.now();
      if (!answer.startsWith('{"code":200,')) refused.push(answer);
      else if (now <= endsAt) inTime += 1;
      latencies.push(now - sentAt);
      sentAtMs.push(sentAt);
      if (pauseMs > 0) {
        await sleep(pauseMs);
        now = performance.now();
      }
    }
    connection.close();
  }

  await Promise.all(open.map(payThrough));
  const paidSeconds = Math.min(seconds, (performance.now() - beganAt) / 1000);
  return {
    perSecond: inTime / paidSeconds,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    accepted: latencies.length - refused.length,
    refused,
    latenciesMs: latencies,
    sentAtMs,
  };
}

const HEAD = [
  `POST ${API_BASE}${calls.useWallet.path} HTTP/1.1`,
  'host: 127.0.0.1',
  'content-type: application/json',
  `X-TenantID: ${DEFAULT_TENANT}`,
  'appName: Thumba',
  'AppVersionCode: 1016',
  'lang: en',
  'deviceBrand: h5',
  'appChannelCode: ',
].join('\r\n');

/** One part payment, as HTTP. */
export function requestOf({ token, uid, loanId, planId }: Payer): string {
  const body = JSON.stringify({ orderId: loanId, planId, amount: PAYMENT_KWACHA });
  const nonce = randomBytes(3).toString('hex');
  const timestamp = String(Date.now());
  return `${HEAD}\r
uid: ${uid}\r
nonce: ${nonce}\r
timestamp: ${timestamp}\r
sign: ${signature(uid, nonce, timestamp)}\r
token: ${token}\r
idempotency-key: ${randomUUID()}\r
content-length: ${body.length}\r
\r
${body}`;
}
