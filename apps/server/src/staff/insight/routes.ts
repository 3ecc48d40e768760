import type { StaffQuery } from '@thumba/contract/staff/wire';
import { type Day, day } from '@thumba/lending/day';
import { stillCounted } from '../../accounting/report/staff-words.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { readAllowance } from './allowance.ts';
import { firstNotCountedOf, readCountedDays } from './book-days.ts';
import { readCollections } from './collections.ts';
import { listEntriesOfAccount, listFlowEntries, placeOf } from './entries.ts';
import { readFlows } from './flows.ts';
import { readIncomeAndCost } from './income-and-cost.ts';
import { readLoanBook } from './loan-book.ts';
import { type FigureWanted, listLoansOfFigure } from './loans-of-figure.ts';
import { registerMonitoringRoutes } from './monitoring-routes.ts';
import { type InsightPeriod, type PeriodWords, readPeriod } from './period.ts';
import { createInsightReader } from './read-insight.ts';
import type { MonitoringDeps } from './reports.ts';
import { readRollRates } from './roll-rates.ts';
import { readVintages } from './vintages.ts';

export type InsightDeps = MonitoringDeps & { db: Database };

/** Reports of the whole book. */
export function registerInsightRoutes(server: StaffServer, deps: InsightDeps): void {
  const { db, today } = deps;
  const readInsight = createInsightReader(db);
  const whyTooLong = async ({ query }: { query: PeriodWords }): Promise<Reply<never> | undefined> => {
    const period = readPeriod(query, today());
    if (!period.ok) return undefined;
    const on = firstNotCountedOf(period.value.days, await readCountedDays(db), today());
    return on && stillCounted(on);
  };
  const report = async <Answer>(
    words: PeriodWords,
    read: (book: Transaction, period: InsightPeriod) => Promise<Answer>,
  ): Promise<Reply<Answer>> => {
    const period = readPeriod(words, today());
    if (!period.ok) return refused(400, period.refusal);
    return done(await readInsight((book) => read(book, period.value)));
  };
  registerMonitoringRoutes(server, deps, readInsight);
  serveStaffReport(server, 'getLoanBook', ({ query }) =>
    report(query, (book, period) => readLoanBook(book, period, query.product ?? null)),
  );
  serveStaffReport(
    server,
    'getFlows',
    ({ query }) => report(query, (book, period) => readFlows(book, period, query.product ?? null)),
    whyTooLong,
  );
  serveStaffReport(server, 'getIncomeAndCost', ({ query }) => report(query, readIncomeAndCost));
  serveStaffReport(server, 'getCollections', ({ query }) => report(query, readCollections));
  serveStaffReport(server, 'getAllowance', ({ query }) => report(query, readAllowance));
  serveStaffReport(server, 'getVintages', async ({ query }) =>
    done(await readInsight((book) => readVintages(book, query.product ?? null))),
  );
  serveStaffReport(server, 'getRollRates', async ({ query: { month, product } }) =>
    done(await readInsight((book) => readRollRates(book, { month, productId: product ?? null }))),
  );
  serveStaffReport(server, 'listEntriesOfAccount', async ({ query: { account, ...query } }) => {
    const entries = await readInsight((book) => listEntriesOfAccount(book, { account, ...pageOf(query) }));
    return entries === undefined ? NOT_FOUND : done(entries);
  });
  serveStaffReport(server, 'listFlowEntries', async ({ query: { flow, product, ...query } }) => {
    const wanted = { flow, productId: product ?? null, ...pageOf(query) };
    return done(await readInsight((book) => listFlowEntries(book, wanted)));
  });
  serveStaffReport(server, 'listLoansOfFigure', async ({ query }) =>
    done(await readInsight((book) => listLoansOfFigure(book, figureOf(query, today())))),
  );
}

function pageOf({
  from,
  to,
  after,
  pageSize,
}: Pick<StaffQuery<'listFlowEntries'>, 'from' | 'to' | 'after' | 'pageSize'>) {
  return { from: day(from), through: day(to), after: placeOf(after), limit: pageSize };
}

/** A day that is not named is today, and a month the one of today. */
function figureOf(query: StaffQuery<'listLoansOfFigure'>, today: Day): FigureWanted {
  const { figure, dueDates, fromBucket, toBucket, stage, months, after, pageSize, total } = query;
  const dayOr = (text: string | undefined) => (text === undefined ? today : day(text));
  return {
    ...{ figure, dueDates, fromBucket, toBucket, stage, months, after, limit: pageSize, total },
    productId: query.product ?? null,
    on: dayOr(query.on),
    monthOn: day(`${query.month ?? today.slice(0, 7)}-01`),
    from: dayOr(query.from),
    through: dayOr(query.to),
  };
}
