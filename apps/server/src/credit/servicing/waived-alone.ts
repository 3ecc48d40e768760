import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';

const waivedAloneStatement = statement<
  { loan_version: number; waived_ngwee: number },
  { loanId: number; actor: string; on: Day }
>(
  'servicing: waived by one person alone',
  `select l.version as loan_version, (
     select coalesce(sum((detail ->> 'amountNgwee')::bigint), 0)::bigint from loan_event e
     where e.borrower_id = l.borrower_id and e.loan_id = l.loan_id
       and e.kind = 'charge_waived' and e.actor = $actor and e.on_day = $on and not e.detail ? 'approvedBy'
   ) as waived_ngwee
   from loan l where l.loan_id = $loanId`,
);

/**
 * The version of the loan at which a person may waive an amount alone; undefined where a second person has to approve.
 * What they waived alone on this loan today counts with it. The waiver is posted at this version only, because the loan
 * has another version once they have waived more.
 */
export async function versionToWaiveAlone(
  db: Database,
  { loanId, staffName, amountNgwee, on }: { loanId: number; staffName: string; amountNgwee: Ngwee; on: Day },
  mostNgwee: Ngwee,
): Promise<number | undefined> {
  const before = await db.row(waivedAloneStatement, { loanId, actor: staffActor(staffName), on });
  return before && before.waived_ngwee + amountNgwee <= mostNgwee ? before.loan_version : undefined;
}
