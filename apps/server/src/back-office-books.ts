import { type ExportRouteDeps, registerExportRoutes } from './accounting/export/staff-export-routes.ts';
import { type JournalRouteDeps, registerJournalRoutes } from './accounting/journal/staff-journal-routes.ts';
import { type PeriodRouteDeps, registerPeriodRoutes } from './accounting/period/staff-period-routes.ts';
import { registerLedgerRoutes } from './accounting/report/staff-ledger-routes.ts';
import { type ReportRouteDeps, registerReportRoutes } from './accounting/report/staff-report-routes.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { ALL_REPORTS } from './staff/closing/all-reports.ts';
import { closeHolds } from './staff/closing/close-holds.ts';
import { type RunRouteDeps, registerRunRoutes } from './staff/closing/run-routes.ts';

type BooksDeps = Omit<ReportRouteDeps, 'reports'> &
  JournalRouteDeps &
  Omit<PeriodRouteDeps, 'holds'> &
  RunRouteDeps &
  ExportRouteDeps;

/** What staff see of the books, and do with them. */
export function registerBooks(server: StaffServer, deps: BooksDeps): void {
  registerReportRoutes(server, { ...deps, reports: ALL_REPORTS });
  registerLedgerRoutes(server, deps);
  registerJournalRoutes(server, deps);
  registerPeriodRoutes(server, { ...deps, holds: closeHolds });
  registerRunRoutes(server, deps);
  registerExportRoutes(server, deps);
}
