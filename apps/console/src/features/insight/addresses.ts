import type { DueDates, InsightFlow, LoanFigure } from '@thumba/contract/staff/insight-words';
import type { InsightDays } from './report-period.ts';

/** An address with the parameters that have a value. */
function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

type Days = Pick<InsightDays, 'from' | 'through'>;

/** The ledger rows behind an amount of an account. */
export function accountAddress(account: string, { from, through }: Days): string {
  return withQuery('/insight/entries', { account, from, to: through });
}

/** The ledger rows behind what was lent, paid back, written off or earned. */
export function flowAddress(flow: InsightFlow, { from, through }: Days, product: string): string {
  return withQuery('/insight/entries', { flow, from, to: through, product });
}

type LoansWanted = {
  on?: string;
  dueDates?: DueDates;
  fromBucket?: number;
  toBucket?: number;
  stage?: number;
  month?: string;
  months?: number;
  from?: string;
  to?: string;
  product?: string;
};

/** The loans behind a number. */
export function loansAddress(figure: LoanFigure, wanted: LoansWanted): string {
  return withQuery('/insight/loans', { figure, ...wanted });
}
