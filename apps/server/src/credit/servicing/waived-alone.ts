import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { staffActor } from '../../book/actor.ts';
import { type Database, statement } from '../../platform/database.ts';

const waivedAloneStatement = statement<{ waived_ngwee: number }, { loanId: number; actor: string; on: Day }>(
  'servicing: waived by one person alone',
  `select coalesce(sum((detail ->> 'amountNgwee')::bigint), 0)::bigint as waived_ngwee
   from loan_event
   where borrower_id = (select borrower_id from loan where loan_id = $loanId) and loan_id = $loanId
     and kind = 'charge_waived' and actor = $actor and on_day = $on and not detail ? 'approvedBy'`,
);

/** Whether a person may waive an amount alone. What they waived alone on this loan today counts with it. */
export async function mayWaiveAlone(
  db: Database,
  { loanId, staffName, amountNgwee, on }: { loanId: number; staffName: string; amountNgwee: Ngwee; on: Day },
  mostNgwee: Ngwee,
): Promise<boolean> {
  if (amountNgwee > mostNgwee) return false;
  const before = await db.row(waivedAloneStatement, { loanId, actor: staffActor(staffName), on });
  return before!.waived_ngwee + amountNgwee <= mostNgwee;
}
