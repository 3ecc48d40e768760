import type { Day } from '@thumba/lending/day';
import { type LayoutRouteDeps, registerLayoutRoutes } from './accounting/return/staff-layout-routes.ts';
import { scheduleFolder } from './accounting/schedule/make-files.ts';
import { registerScheduleRoutes } from './accounting/schedule/staff-schedule-routes.ts';
import type { Config } from './book/settings/config.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { registerListExports } from './staff/list-export/routes.ts';
import { findRequest } from './staff/request/requests.ts';

type ExportDeps = Pick<LayoutRouteDeps, 'fileRequest'> & {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  config: Pick<Config, 'DATA_DIR'>;
  today(): Day;
  onNewFile(): void;
};

/** Files for people outside the console: lists with their filters, reports on a schedule, and the regulator's return. */
export function registerExports(server: StaffServer, deps: ExportDeps): void {
  registerListExports(server, { ...deps, findRequest: (requestId) => findRequest(deps, requestId) });
  registerScheduleRoutes(server, { ...deps, folder: scheduleFolder(deps.config.DATA_DIR) });
  registerLayoutRoutes(server, deps);
}
