import type { FastifyInstance, FastifyRequest } from 'fastify';
import { eventOfUnreadable } from './book/security-log/refusals.ts';
import type { SecurityLog } from './book/security-log/security-log.ts';
import type { Readers } from './book/settings/access-settings.ts';
import type { Config } from './book/settings/config.ts';
import { networkOf } from './people/borrower/network-address.ts';
import { type AdmissionFigures, admitRequests } from './platform/admission.ts';
import { createHttpServer, HTTPS_ONLY } from './platform/http.ts';
import type { Log } from './platform/log.ts';
import { mayRead } from './platform/readers.ts';
import { referenceOf } from './platform/refused-request.ts';
import { dropSlowBodies } from './platform/slow-bodies.ts';

/** The HTTP server before any route is added: what every request goes through. */
export async function openFrontDoor(deps: {
  config: Config;
  log: Log;
  google: object | undefined;
  securityLog: SecurityLog;
}): Promise<{ http: FastifyInstance; admission: () => AdmissionFigures }> {
  const { config, log, google, securityLog } = deps;
  const isHttpsOnly = config.NODE_ENV === 'production';
  const http = await createHttpServer({
    log,
    trustProxy: config.TRUST_PROXY,
    isHttpsOnly,
    google,
    onUnreadable: (request) => securityLog.record(eventOfUnreadable(request)),
  });
  const admission = admitRequests(http, {
    least: config.REQUESTS_AT_ONCE_LEAST,
    most: config.REQUESTS_AT_ONCE_MOST,
    addressOf: networkOf,
    ...(isHttpsOnly ? { headers: HTTPS_ONLY } : {}),
  });
  dropSlowBodies(http, config.BODY_TIMEOUT_SECONDS * 1000);
  return { http, admission };
}

/** Undefined where no caller may read the page. */
export function readersOf(
  { config, securityLog }: { config: Config; securityLog: SecurityLog },
  route: string,
  readers: Readers,
) {
  if (readers === 'none') return undefined;
  return (request: FastifyRequest) => {
    if (mayRead(readers, request, config.TRUST_PROXY !== false)) return true;
    securityLog.record({
      kind: 'access_refused',
      outcome: 'refused',
      address: request.ip,
      reference: referenceOf(request),
      detail: { route, reason: 'hidden_page' },
    });
    return false;
  };
}

/** Phones fill a code in on https pages only. */
export function appHostOf(publicUrl: string): string | undefined {
  const { protocol, host } = new URL(publicUrl);
  return protocol === 'https:' ? host : undefined;
}
