import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { checkReason, type ReasonRefusal } from '../../book/staff-action.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Finding, HitState } from './next-hits.ts';
import { openFinding } from './screen.ts';

export type Hit = { hitId: number; borrowerId: number; state: HitState; foundAt: Date; finding: Finding };

/** What a person decides. A hit that was confirmed by mistake is released. */
export type HitDecision = 'clear' | 'confirm' | 'release';

export type HitRefusal = ReasonRefusal | { kind: 'no_such_hit' } | { kind: 'other_state'; state: HitState };

type HitRow = {
  borrower_id: number;
  hit_id: number;
  state: HitState;
  found_at: Date;
  finding_sealed: Buffer;
};

const listStatement = statement<HitRow>(
  'screening: list hits',
  `select borrower_id, hit_id, state, found_at, finding_sealed from screening_hit
   where state in ('open', 'confirmed')
   order by state = 'confirmed', found_at, hit_id limit 500`,
);

/** The hits that wait for a person, and after them the confirmed ones. For staff only. */
export async function waitingHits(db: Database, sealing: Sealing): Promise<Hit[]> {
  const rows = await db.rows(listStatement, {});
  return rows.map((row) => ({
    hitId: row.hit_id,
    borrowerId: row.borrower_id,
    state: row.state,
    foundAt: row.found_at,
    finding: openFinding(sealing, row, row.finding_sealed),
  }));
}

/** SQL: names the finding of the row `h`. A comparison that finds something else changes it. */
export const HIT_SHOWN = `encode(sha256(h.finding_sealed), 'hex')`;

const findStatement = statement<{ borrower_id: number; state: HitState }, { hitId: number }>(
  'screening: find hit',
  'select borrower_id, state from screening_hit where hit_id = $hitId',
);

const decideStatement = statement<
  { hit_id: number },
  {
    borrowerId: number;
    hitId: number;
    stateBefore: HitState;
    state: HitState;
    shown: string | null;
    reasonSealed: Buffer;
    decidedBy: string;
    now: Date;
  }
>(
  'screening: decide on hit',
  `update screening_hit h set state = $state, reason_sealed = $reasonSealed, decided_by = $decidedBy, decided_at = $now
   where borrower_id = $borrowerId and hit_id = $hitId and state = $stateBefore
     and ($shown::text is null or ${HIT_SHOWN} = $shown::text) returning hit_id`,
);

const DECISIONS: Readonly<Record<HitDecision, { from: HitState; to: HitState }>> = {
  clear: { from: 'open', to: 'cleared' },
  confirm: { from: 'open', to: 'confirmed' },
  release: { from: 'confirmed', to: 'released' },
};

/** Keeps a person's decision on a hit. A confirmed hit freezes money that goes out, and a released one ends that. */
export async function decideHit(
  { db, sealing }: { db: Database; sealing: Sealing },
  request: {
    hitId: number;
    decision: HitDecision;
    reason: string;
    /** The finding that the person looked at. Unset, whatever was found is decided on. */
    shown?: string;
    decidedBy: string;
    now: Date;
  },
): Promise<Outcome<{ borrowerId: number }, HitRefusal>> {
  const reason = checkReason(request.reason);
  if (!reason.ok) return reason;
  const { hitId, decidedBy, now } = request;
  const hit = await db.row(findStatement, { hitId });
  if (!hit) return refuse({ kind: 'no_such_hit' });
  const { from, to } = DECISIONS[request.decision];
  if (hit.state !== from) return refuse({ kind: 'other_state', state: hit.state });
  const place = { borrower_id: hit.borrower_id, hit_id: hitId };
  const decided = await db.row(decideStatement, {
    borrowerId: hit.borrower_id,
    hitId,
    stateBefore: from,
    state: to,
    shown: request.shown ?? null,
    reasonSealed: sealing.seal('screening_hit.reason_sealed', place, reason.value),
    decidedBy,
    now,
  });
  // Another person was first, or a comparison found something else.
  return decided ? allow({ borrowerId: hit.borrower_id }) : refuse({ kind: 'other_state', state: to });
}
