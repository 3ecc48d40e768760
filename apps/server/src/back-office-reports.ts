import type { Day } from '@thumba/lending/day';
import { ngwee } from '@thumba/lending/money';
import type { Config } from './book/settings/config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { registerInsightRoutes } from './staff/insight/routes.ts';
import { registerListRoutes } from './staff/list/routes.ts';
import { registerTodayRoutes } from './staff/today/routes.ts';

type ReportDeps = { db: Database; sealing: Sealing; clock: Clock; today(): Day; config: Config };

/** The first page, the reports, and the long lists. */
export function registerReports(server: StaffServer, deps: ReportDeps): void {
  const { OPERATOR_PREFIXES: operators, SMS_PART_NGWEE } = deps.config;
  registerTodayRoutes(server, deps);
  registerListRoutes(server, deps);
  registerInsightRoutes(server, {
    ...deps,
    operatorOfPrefix: (prefix) => operators[prefix.slice(1)] ?? null,
    smsPartNgwee: SMS_PART_NGWEE === undefined ? null : ngwee(SMS_PART_NGWEE),
  });
}
