import type { StaffCallName } from '@thumba/contract/staff/calls';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { WantedCall } from './wanted-call.ts';

/** A month of a report of the whole book. */
const REPORT_MS = 1000;

const ledgerDaysStatement = statement<{ from: string; to: string }>(
  'bench: days of the ledger',
  `select (max(business_on) - 30)::text as "from", max(business_on)::text as "to" from ledger_transfer`,
);

/** The reports of a month, and the rows behind their numbers. */
export async function insightCalls(db: Database): Promise<WantedCall[]> {
  const days = (await db.row(ledgerDaysStatement, {}))!;
  const call = (title: string, name: StaffCallName, query: object): WantedCall => ({
    title,
    name,
    role: 'auditor',
    request: () => ({ query }),
    mostMs: REPORT_MS,
  });
  const period = { period: 'days', ...days };
  return [
    call('loan book', 'getLoanBook', { ...period, compare: 'before' }),
    call('disbursed and repaid', 'getFlows', { ...period, compare: 'before' }),
    call('vintages', 'getVintages', {}),
    call('roll rates', 'getRollRates', {}),
    call('collections effect', 'getCollections', { ...period, compare: 'before' }),
    call('income and cost', 'getIncomeAndCost', { ...period, compare: 'before' }),
    call('allowance', 'getAllowance', { period: 'year' }),
    call('loans that are out', 'listLoansOfFigure', { figure: 'out', on: days.to }),
    call('loans that are late', 'listLoansOfFigure', { figure: 'out', on: days.to, fromBucket: 3 }),
    call('rows of what was repaid', 'listFlowEntries', { flow: 'principal', ...days }),
    call('rows of an account', 'listEntriesOfAccount', { account: 'interest_income', ...days }),
  ];
}
