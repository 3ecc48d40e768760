import type { Day } from '@thumba/lending/day';
import type { LedgerAccount } from '@thumba/lending/ledger';
import { NO_BORROWER } from '../../book/ledger/transfers.ts';
import { statement, type Transaction } from '../../platform/database.ts';

/** The opening balance of a wallet: the day on which it is booked, and the journal that took it on, if one did. */
export type WalletOpening = { on: Day; journalId: number | null };

const OPENINGS = `select entry_id, null::bigint as journal_id from float_movement where kind = 'opening'
     union all
     select j.entry_id, j.journal_id from journal j
     left join journal reversed on reversed.journal_id = j.reversed_journal_id
     where 'take_on' in (j.kind, reversed.kind)`;

/** SQL of the entries that open wallets, or take such an opening back. */
export const WALLET_OPENINGS = `select entry_id from (${OPENINGS}) opening`;

/**
 * What was declared and what was taken on, less what was taken back. A wallet in which all of it comes to nothing has no
 * opening balance.
 */
const findOpeningStatement = statement<
  { business_on: Day; journal_id: number | null },
  { float: LedgerAccount }
>(
  'reconciliation: find opening of a wallet',
  `with opening as (
     ${OPENINGS}
   ),
   moved as (
     select t.business_on, o.entry_id, o.journal_id,
       case when t.debit_account::text = $float then t.amount_ngwee else -t.amount_ngwee end as ngwee
     from opening o join ledger_transfer t on t.borrower_id = ${NO_BORROWER} and t.entry_id = o.entry_id
     where $float in (t.debit_account::text, t.credit_account::text)
   )
   select business_on, journal_id from moved
   where (select sum(ngwee) from moved) <> 0
   order by entry_id desc limit 1`,
);

const lockOpeningsStatement = statement<never, Record<string, never>>(
  'reconciliation: lock openings of wallets',
  `select pg_advisory_xact_lock(hashtextextended('openings of wallets', 0))`,
);

/** The last opening balance of the wallet that still counts. No other transaction opens a wallet until this one ends. */
export async function findWalletOpening(
  transaction: Transaction,
  float: LedgerAccount,
): Promise<WalletOpening | undefined> {
  await transaction.rows(lockOpeningsStatement, {});
  const found = await transaction.row(findOpeningStatement, { float });
  return found && { on: found.business_on, journalId: found.journal_id };
}

/** How a wallet was opened and when, for a sentence. */
export function describeOpening({ on, journalId }: WalletOpening): string {
  return `${journalId === null ? 'npm run float -- opening' : `journal ${journalId}`} on ${on}`;
}
