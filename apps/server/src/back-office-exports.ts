import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { type ListExportDeps, registerListExports } from './staff/list-export/routes.ts';
import { findRequest } from './staff/request/requests.ts';

type ExportDeps = Pick<ListExportDeps, 'fileRequest'> & { db: Database; clock: Clock; sealing: Sealing };

/** Files for people outside the console: lists with their filters. */
export function registerExports(server: StaffServer, deps: ExportDeps): void {
  registerListExports(server, { ...deps, findRequest: (requestId) => findRequest(deps, requestId) });
}
