import { addToBlockedList } from '../../apps/server/src/people/screening/blocked-list.ts';
import { lusakaInstant } from '../../apps/server/src/platform/clock.ts';
import { statement } from '../../apps/server/src/platform/database.ts';
import type { MadeBook } from './waiting-work.ts';

/* What compliance has: hits of which some wait, and the blocked list. */

const ONE_HIT_OF = 100;
/** One of so many hits waits, and the others are cleared. */
const ONE_WAITS_OF = 10;
const ONE_BLOCKED_OF = 100;

const writeHitStatement = statement<
  never,
  { borrowerId: number; hitId: number; finding: Buffer; isOpen: boolean; now: Date }
>(
  'made book: write a hit',
  `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at, decided_by, decided_at)
   values ($borrowerId, $hitId, $finding, case when $isOpen::boolean then 'open' else 'cleared' end, $now,
     case when not $isOpen::boolean then 'staff:monde' end, case when not $isOpen::boolean then $now::timestamptz end)`,
);

const nextHitStatement = statement<{ hit_id: number }>(
  'made book: number of a hit',
  `select nextval('screening_hit_id')::integer as hit_id`,
);

/** Borrowers whose name is near one of a list. */
export async function writeHits({ db, sealing, borrowers, today }: MadeBook): Promise<number> {
  const now = lusakaInstant(today, '05:20:00')!;
  const count = Math.ceil(borrowers / ONE_HIT_OF);
  for (let number = 1; number <= count; number += 1) {
    const borrowerId = number * Math.min(ONE_HIT_OF, borrowers);
    const { hit_id: hitId } = (await db.row(nextHitStatement, {}))!;
    const finding = JSON.stringify({
      listKind: 'pep',
      listedName: `LISTED PERSON ${number}`,
      entry: JSON.stringify([[`LISTED PERSON ${number}`], []]),
      reference: `PEP-${number}`,
      distance: 0.05,
      birth: 'unknown',
    });
    const place = { borrower_id: borrowerId, hit_id: hitId };
    await db.rows(writeHitStatement, {
      borrowerId,
      hitId,
      finding: sealing.seal('screening_hit.finding_sealed', place, finding),
      isOpen: number % ONE_WAITS_OF === 0,
      now,
    });
  }
  return count;
}

/** Numbers on the blocked list that no borrower has. */
export async function writeBlockedList({ db, sealing, borrowers, today }: MadeBook): Promise<number> {
  const now = lusakaInstant(today, '05:30:00')!;
  const count = Math.ceil(borrowers / ONE_BLOCKED_OF);
  for (let number = 1; number <= count; number += 1) {
    const mobile = `0219${String(number).padStart(6, '0')}`;
    const reason = 'An agent who kept the money of borrowers';
    await addToBlockedList(
      { db, sealing },
      { subject: { kind: 'mobile', mobile }, reason, addedBy: 'staff:monde', now },
    );
  }
  return count;
}
