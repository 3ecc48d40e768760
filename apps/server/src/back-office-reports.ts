import type { Day } from '@thumba/lending/day';
import type { LiveSettings } from './book/lender-setting/live-settings.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { registerInsightRoutes } from './staff/insight/routes.ts';
import { registerListRoutes } from './staff/list/routes.ts';
import { registerTodayRoutes } from './staff/today/routes.ts';

type ReportDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): Day;
  lenderSettings: LiveSettings;
};

/** The first page, the reports, and the long lists. */
export function registerReports(server: StaffServer, deps: ReportDeps): void {
  const operators = () => deps.lenderSettings.current().operator_prefixes;
  registerTodayRoutes(server, deps);
  registerListRoutes(server, deps);
  registerInsightRoutes(server, {
    ...deps,
    operatorOfPrefix: (prefix) => operators()[prefix.slice(1)] ?? null,
    smsPartNgwee: () => deps.lenderSettings.current().sms_part_price.ngwee,
  });
}
