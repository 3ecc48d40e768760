import type { FastifyInstance } from 'fastify';
import { eventOfUnreadable } from './book/security-log/refusals.ts';
import type { SecurityLog } from './book/security-log/security-log.ts';
import type { Config } from './book/settings/config.ts';
import { networkOf } from './people/borrower/network-address.ts';
import { type AdmissionFigures, admitRequests } from './platform/admission.ts';
import { createHttpServer, HTTPS_ONLY } from './platform/http.ts';
import type { Log } from './platform/log.ts';
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
