import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { createLatencyLimit, type LatencyLimitBounds } from './latency-limit.ts';
import { createOverloadAnswer } from './overload-answer.ts';
import type { LimitedClass, RequestClass } from './request-class.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The place of a request that was let in. Undefined for one that needs none. */
    place: Place | undefined;
    /** Frees the place of a request that waits in a queue with a bound of its own. */
    leavePlace: () => void;
  }
}

/** The part of the limit that requests of a class may fill, together with all others that are in work. */
const SHARE: Readonly<Record<LimitedClass, number>> = { callback: 1, money: 1, call: 0.85, page: 0.7 };

/**
 * Of the limit. While more than this is in work, one address may have no more than this. It is not less, because the
 * phones of a mobile network share few addresses.
 */
const SHARE_OF_ADDRESS = 0.5;

/** The framework answers these without reading a body. One that was announced and does not arrive must not free a place. */
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD', 'TRACE']);

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
  options: LatencyLimitBounds & {
    addressOf(address: string): string;
    /** Of every answer, refusals too. */
    headers?: Readonly<Record<string, string>>;
  },
): () => AdmissionFigures {
  const limit = createLatencyLimit(options);
  const places = createPlaces();
  const refuse = createOverloadAnswer(options.headers);
  const refusedOf = { callback: 0, money: 0, call: 0, page: 0 };

  const isFull = (requestClass: LimitedClass) =>
    places.inWork() >= Math.max(1, Math.floor(limit.current() * SHARE[requestClass]));

  function hasTooMany(address: string): boolean {
    const most = limit.current() * SHARE_OF_ADDRESS;
    return places.inWork() >= most && places.inWorkOf(address) >= most;
  }

  const classOf = knownPaths(app);
  listenBefore(app, (request, response) => {
    const requestClass = classOf(request);
    if (requestClass === undefined || requestClass === 'always' || !isFull(requestClass)) return false;
    refusedOf[requestClass] += 1;
    refuse(request, response);
    return true;
  });

  app.addHook('onRequest', (request, reply, done) => {
    const { requestClass = 'page' } = request.routeOptions.config;
    if (requestClass === 'always') return done();
    // Operators call back from few addresses.
    const address = requestClass === 'callback' ? undefined : options.addressOf(request.ip);
    if (isFull(requestClass) || (address !== undefined && hasTooMany(address))) {
      refusedOf[requestClass] += 1;
      reply.hijack();
      refuse(request.raw, reply.raw);
      return;
    }
    const place = places.take(address);
    request.place = place;
    request.leavePlace = place.leave;
    const kind = request.routeOptions.url ?? '';
    // An answer is closed once, after it was sent or when its connection breaks.
    reply.raw.on('close', () => {
      const inWork = places.inWork();
      const tookMs = place.end();
      if (tookMs !== undefined && reply.raw.writableFinished) limit.answered({ kind, tookMs, inWork });
    });
    done();
  });
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const { place } = request;
    if (place && !request.raw.complete && !METHODS_WITHOUT_BODY.has(request.method)) {
      place.leave();
      request.raw.once('end', place.comeBack);
    }
    done(null, payload);
  });

  return () => ({ limit: limit.current(), inWork: places.inWork(), refused: { ...refusedOf } });
}

/** Answers the class of a request to a path without parameters, and undefined for any other. */
function knownPaths(app: FastifyInstance): (request: IncomingMessage) => RequestClass | undefined {
  const routes = new Map<string, RouteOptions>();
  app.addHook('onRoute', (route) => {
    if (/[:*]/.test(route.url)) return;
    for (const method of [route.method].flat()) routes.set(`${method} ${route.url}`, route);
  });
  return ({ method, url = '' }) => {
    const route = routes.get(`${method} ${url.split('?', 1)[0]}`);
    // A part of the program may give its routes their class after this hook has run.
    return route && (route.config?.requestClass ?? 'page');
  };
}

/**
 * Under a load of several times the capacity most requests are refused. The framework takes several times as long as the
 * refusal itself, so they do not reach it.
 */
function listenBefore(
  { server }: FastifyInstance,
  takes: (request: IncomingMessage, response: ServerResponse) => boolean,
): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (takes(request, response)) return;
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/**
 * A request in work. Its place is free while its body is on its way, because a slow phone makes no work, and from when it
 * leaves for a queue.
 */
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
