import { done, refused } from '../../platform/reply.ts';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { registerFunnelRoutes } from './funnel-routes.ts';
import { registerMessageRoutes } from './message-routes.ts';
import { registerOfficerRoutes } from './officer-routes.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { readPeriod } from './period.ts';
import type { InsightReader } from './read-insight.ts';
import type { MonitoringDeps, Reports } from './reports.ts';

/**
 * What the lender watches (docs/decisions/0128-what-the-lender-watches.md). Each number has a list of the rows that it
 * counts.
 */
export function registerMonitoringRoutes(
  server: StaffServer,
  deps: MonitoringDeps,
  readInsight: InsightReader,
): void {
  const { today } = deps;
  const report: Reports['report'] = async (words, read) => {
    const period = readPeriod({ ...words, compare: 'none' }, today());
    if (!period.ok) return refused(400, period.refusal);
    return done(await readInsight((book) => read(book, period.value.days)));
  };
  const reports: Reports = {
    today,
    report,
    rows: (words, read) =>
      report({ ...words, period: words.from || words.to ? 'days' : 'month' }, (book, { from, through }) =>
        read(book, { from, through }),
      ),
  };
  registerFunnelRoutes(server, reports);
  registerOfficerRoutes(server, reports);
  registerOperatorRoutes(server, reports);
  registerMessageRoutes(server, deps, reports);
}
