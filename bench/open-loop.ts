import { type Connection, openConnection } from './connection.ts';
import { percentile } from './figures.ts';

export type Request = { isMoney: boolean; text: string };
/** The callers of a measurement. */
export type Flow = { port: number; next(): Request; accepted?: number };
export type Answered = { sentAtMs: number; tookMs: number; outcome: string };
export type Answers = { seconds: number; planned: number; sent: number; answers: Answered[] };

/**
 * Connections that are open before the first request, as those of a proxy in front are. Otherwise the opening of hundreds
 * of connections at once would be the larger part of the first second, for the client too.
 */
const READY_CONNECTIONS = 256;

/** The longest that the answers to what was sent are waited for. */
const LAST_ANSWERS_MS = 20_000;

/** Requests one after the other on each connection. Answers how many good answers came in a second. */
export async function closedLoop(
  flow: Flow,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const endsAt = performance.now() + seconds * 1000;
  let good = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(flow.port);
      while (performance.now() < endsAt) {
        const { outcome } = await ask(flow, connection, flow.next());
        if (outcome === 'good' && performance.now() <= endsAt) good += 1;
      }
      connection.close();
    }),
  );
  return good / seconds;
}

/**
 * Sends a fixed number of requests each second, however long the answers take, each on a connection that is free or on
 * a new one. The requests are made before, so that they cost the client nothing while it sends.
 */
export async function openLoop(
  flow: Flow,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Answers> {
  const planned = Math.floor(perSecond * seconds);
  const requests = Array.from({ length: planned }, () => flow.next());
  const free: Connection[] = await Promise.all(
    Array.from({ length: READY_CONNECTIONS }, () => openConnection(flow.port)),
  );
  const answers: Answered[] = [];
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;

  async function send(request: Request): Promise<void> {
    const sentAtMs = performance.now() - startedAt;
    let outcome = 'no connection';
    try {
      const connection = free.pop() ?? (await openConnection(flow.port));
      const answer = await ask(flow, connection, request);
      outcome = answer.outcome;
      if (answer.isOpen) free.push(connection);
    } catch {
      // It counts as an answer that is neither good nor a refusal.
    }
    answers.push({ sentAtMs, tookMs: performance.now() - startedAt - sentAtMs, outcome });
  }

  await new Promise<void>((resolve) => {
    const tick = setInterval(() => {
      const passed = performance.now() - startedAt;
      const due = Math.min(planned, Math.floor((passed / 1000) * perSecond));
      for (; sent < due && passed < seconds * 1000; sent += 1) {
        const sending: Promise<void> = send(requests[sent]!).finally(() => underWay.delete(sending));
        underWay.add(sending);
      }
      if (passed < seconds * 1000) return;
      clearInterval(tick);
      resolve();
    }, 1);
  });
  await Promise.race([
    Promise.all(underWay),
    new Promise((resolve) => setTimeout(resolve, LAST_ANSWERS_MS).unref()),
  ]);
  for (const connection of free) connection.close();
  return { seconds, planned, sent, answers };
}

async function ask(flow: Flow, connection: Connection, request: Request) {
  const answer = await connection.ask(request.text);
  const isGood = answer.startsWith('{"code":200,');
  if (isGood && request.isMoney) flow.accepted = (flow.accepted ?? 0) + 1;
  const outcome = isGood ? 'good' : answer.startsWith('{"code":503,') ? 'turned away' : answer.slice(0, 80);
  return { outcome, isOpen: true };
}

export function summaryOf({ seconds, planned, sent, answers }: Answers) {
  const good = answers.filter(({ outcome }) => outcome === 'good');
  const turnedAway = answers.filter(({ outcome }) => outcome === 'turned away');
  const times = good.map(({ tookMs }) => tookMs);
  const others: Record<string, number> = {};
  for (const { outcome } of answers) {
    if (outcome !== 'good' && outcome !== 'turned away') others[outcome] = (others[outcome] ?? 0) + 1;
  }
  return {
    goodPerSecond:
      good.filter(({ sentAtMs, tookMs }) => sentAtMs + tookMs <= seconds * 1000).length / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    slowestMs: times.reduce((most, one) => Math.max(most, one), 0),
    refusedP99Ms:
      turnedAway.length === 0
        ? 0
        : percentile(
            turnedAway.map(({ tookMs }) => tookMs),
            0.99,
          ),
    turnedAway: turnedAway.length,
    sentShare: sent / planned,
    others: { ...others, ...(sent > answers.length ? { 'no answer': sent - answers.length } : {}) },
  };
}
