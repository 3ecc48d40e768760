import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createLatencyLimit, type LatencyLimitBounds } from './latency-limit.ts';
import { refused } from './reply.ts';
import type { LimitedClass } from './request-class.ts';
import { ANSWER_HEADERS, envelope } from './serve.ts';
import { WAITING_PAGE } from './waiting-page.ts';

/** The part of the limit that requests of a class may fill, together with all others that are in work. */
const SHARE: Readonly<Record<LimitedClass, number>> = { callback: 1, money: 1, call: 0.85, page: 0.7 };

/**
 * Of the limit. While more than this is in work, one address may have no more than this. It is not less, because the
 * phones of a mobile network share few addresses.
 */
const SHARE_OF_ADDRESS = 0.5;

const LEAST_WAIT_SECONDS = 1;
const MOST_WAIT_SECONDS = 5;

export type AdmissionFigures = {
  limit: number;
  inWork: number;
  refused: Readonly<Record<LimitedClass, number>>;
};

/**
 * Refuses requests at the door while more are in work than their measured latency allows, with 503 and the seconds after
 * which to try again (docs/running/overload.md). Requests that matter less are refused first. `addressOf` answers what
 * counts as one caller.
 */
export function admitRequests(
  app: FastifyInstance,
  options: LatencyLimitBounds & { addressOf(address: string): string },
): () => AdmissionFigures {
  const limit = createLatencyLimit(options);
  const places = createPlaces();
  const taken = new WeakMap<FastifyRequest, Place>();
  const refusedOf = { callback: 0, money: 0, call: 0, page: 0 };

  function isAdmitted(requestClass: LimitedClass, address: string | undefined): boolean {
    const most = limit.current();
    const inWork = places.inWork();
    if (inWork >= Math.max(1, Math.floor(most * SHARE[requestClass]))) return false;
    if (address === undefined || inWork < most * SHARE_OF_ADDRESS) return true;
    return places.inWorkOf(address) < most * SHARE_OF_ADDRESS;
  }

  app.addHook('onRequest', (request, reply, done) => {
    const { requestClass = 'page' } = request.routeOptions.config;
    if (requestClass === 'always') return done();
    // Operators call back from few addresses.
    const address = requestClass === 'callback' ? undefined : options.addressOf(request.ip);
    if (!isAdmitted(requestClass, address)) {
      refusedOf[requestClass] += 1;
      refuse(reply, isForPerson(request));
      return;
    }
    const place = places.take(address);
    taken.set(request, place);
    const kind = request.routeOptions.url ?? '';
    const end = () => {
      const inWork = places.inWork();
      const tookMs = place.end();
      if (tookMs !== undefined && reply.raw.writableFinished) limit.answered({ kind, tookMs, inWork });
    };
    // A connection that breaks before the answer has no `finish`.
    reply.raw.once('finish', end).once('close', end);
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const place = taken.get(request);
    if (place && !request.raw.complete) {
      place.leave();
      request.raw.once('end', place.comeBack);
    }
    done(null, payload);
  });

  return () => ({ limit: limit.current(), inWork: places.inWork(), refused: { ...refusedOf } });
}

/** A request in work. Its place is free while its body is on its way, because a slow phone makes no work. */
type Place = {
  leave(): void;
  comeBack(): void;
  /** Answers the time that the request had its place, once. */
  end(): number | undefined;
};

/** The places of requests in work, together and by address. */
function createPlaces() {
  const byAddress = new Map<string, number>();
  let inWork = 0;

  function count(address: string | undefined, change: 1 | -1): void {
    inWork += change;
    if (address === undefined) return;
    const left = (byAddress.get(address) ?? 0) + change;
    if (left === 0) byAddress.delete(address);
    else byAddress.set(address, left);
  }

  function take(address: string | undefined): Place {
    let cameAt: number | undefined = performance.now();
    let workedMs = 0;
    let isOver = false;
    count(address, 1);
    function leave(): void {
      if (cameAt === undefined) return;
      workedMs += performance.now() - cameAt;
      cameAt = undefined;
      count(address, -1);
    }
    return {
      leave,
      comeBack() {
        if (cameAt !== undefined || isOver) return;
        cameAt = performance.now();
        count(address, 1);
      },
      end() {
        if (isOver) return undefined;
        isOver = true;
        leave();
        return workedMs;
      },
    };
  }

  return { take, inWork: () => inWork, inWorkOf: (address: string) => byAddress.get(address) ?? 0 };
}

/** A browser asks for a page. Its person reads what comes. */
function isForPerson({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

const REFUSALS = Array.from({ length: MOST_WAIT_SECONDS - LEAST_WAIT_SECONDS + 1 }, (_, index) => {
  const retryAfterSeconds = LEAST_WAIT_SECONDS + index;
  const wait = retryAfterSeconds === 1 ? '1 second' : `${retryAfterSeconds} seconds`;
  const msg = `Many people are using Thumba at the moment. Please try again in ${wait}.`;
  return { retryAfterSeconds, body: JSON.stringify(envelope(refused(503, msg, { retryAfterSeconds }))) };
});

let turn = 0;

const JSON_HEADERS = { ...ANSWER_HEADERS, 'content-type': 'application/json; charset=utf-8' };

/** The waits go in turns, so that those who are refused together do not come back together. */
function refuse(reply: FastifyReply, isPage: boolean): void {
  turn = (turn + 1) % REFUSALS.length;
  const { retryAfterSeconds, body } = REFUSALS[turn]!;
  reply
    .code(503)
    .headers(isPage ? WAITING_PAGE.headers : JSON_HEADERS)
    .header('retry-after', retryAfterSeconds)
    .send(isPage ? WAITING_PAGE.html : body);
}
