import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { day } from '@thumba/lending/day';
import type { Database, Transaction } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { listEntriesOfAccount, placeOf } from './account-entries.ts';
import { readIncomeAndCost } from './income-and-cost.ts';
import { registerMonitoringRoutes } from './monitoring-routes.ts';
import { type InsightPeriod, type PeriodWords, readPeriod } from './period.ts';
import { createInsightReader } from './read-insight.ts';
import type { MonitoringDeps } from './reports.ts';

export type InsightDeps = MonitoringDeps & { db: Database };

/** Reports of the whole book. */
export function registerInsightRoutes(server: StaffServer, deps: InsightDeps): void {
  const { db, today } = deps;
  const readInsight = createInsightReader(db);
  const report = async <Answer>(
    words: PeriodWords,
    read: (book: Transaction, period: InsightPeriod) => Promise<Answer>,
  ): Promise<Reply<Answer>> => {
    const period = readPeriod(words, today());
    if (!period.ok) return refused(400, period.refusal);
    return done(await readInsight((book) => read(book, period.value)));
  };
  registerMonitoringRoutes(server, deps, readInsight);
  serveStaff(server, 'getIncomeAndCost', ({ query }) => report(query, readIncomeAndCost));
  serveStaff(
    server,
    'listEntriesOfAccount',
    async ({
      query: { account, from, to, after, pageSize },
    }): Promise<Reply<StaffAnswer<'listEntriesOfAccount'>>> => {
      const wanted = { account, from: day(from), through: day(to), after: placeOf(after), limit: pageSize };
      const entries = await readInsight((book) => listEntriesOfAccount(book, wanted));
      return entries === undefined ? NOT_FOUND : done(entries);
    },
  );
}
