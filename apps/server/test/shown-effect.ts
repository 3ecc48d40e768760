import { formatKwacha } from '@thumba/lending/money';
import type { EffectLine } from '../src/book/staff-request.ts';
import type { AppServer } from './app-server.ts';

/* What a page shows of a loan before something is done with it, computed a second way from the tables. */

/** What the book says is left: the receivables of the loan, from its ledger rows alone. */
export async function leftInTheBook({ query }: AppServer, loanId: number): Promise<string> {
  const [{ left }] = await query(
    `select sum(amount_ngwee * (case when debit_account like '%receivable' then 1 else 0 end
       - case when credit_account like '%receivable' then 1 else 0 end))::integer as left
     from ledger_transfer where loan_id = $1`,
    [loanId],
  );
  return formatKwacha(left);
}

/** The ledger rows of what was done last with a loan, in the words of an effect. */
export async function newestRows({ query }: AppServer, loanId: number): Promise<EffectLine[]> {
  const rows = await query(
    `select 'Ledger: ' || replace(debit_account, '_', ' ') || ' to ' || replace(credit_account, '_', ' ') as title,
       sum(amount_ngwee)::integer as amount
     from ledger_transfer where loan_id = $1 and entry_id = (
       select entry_id from loan_event where loan_id = $1 order by loan_version desc, ordinal desc limit 1)
     group by 1 order by min(line)`,
    [loanId],
  );
  return rows.map(({ title, amount }) => ({ title, before: null, after: formatKwacha(amount) }));
}

export const lineOf = (effect: readonly EffectLine[], title: string) =>
  effect.find((line) => line.title === title);

export const ledgerOf = (effect: readonly EffectLine[]) =>
  effect.filter(({ title }) => title.startsWith('Ledger: '));
