import type { Config } from '../../book/settings/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Bureau } from './bureau.ts';
import { bureauOverHttp } from './bureau-http.ts';
import { enquiries } from './enquire.ts';

export type SimulatedBureau = { url: string; user: string; password: string };

type BureauDeps = {
  config: Config;
  db: Database;
  sealing: Sealing;
  clock: Clock;
  log: Log;
  simulatedBureau?: SimulatedBureau | undefined;
};

/** The credit bureau of the settings, and how it is asked about an application. Empty where they name none. */
export function bureauOfConfig(deps: BureauDeps): {
  bureau?: Bureau;
  askBureau?: ReturnType<typeof enquiries>;
  bureauPolicy?: { listFromDaysLate: number; warnDays: number };
} {
  const { config, clock } = deps;
  const place = placeOf(deps);
  if (!place) return {};
  const bureau = bureauOverHttp(
    {
      baseUrl: place.url,
      user: place.user,
      password: place.password,
      providerCode: config.BUREAU_PROVIDER_CODE,
      timeoutMs: config.BUREAU_TIMEOUT_MS,
    },
    () => clock.nowMs(),
  );
  return {
    bureau,
    askBureau: enquiries({ ...deps, bureau, timeoutMs: config.BUREAU_TIMEOUT_MS }),
    bureauPolicy: {
      listFromDaysLate: config.BUREAU_LIST_FROM_DAYS_LATE,
      warnDays: config.BUREAU_WARN_DAYS,
    },
  };
}

function placeOf({ config, simulatedBureau }: BureauDeps): SimulatedBureau | undefined {
  if (config.BUREAU_URL !== undefined)
    return { url: config.BUREAU_URL, user: config.BUREAU_USER, password: config.BUREAU_PASSWORD };
  return config.BUREAU_SIMULATED ? simulatedBureau : undefined;
}
