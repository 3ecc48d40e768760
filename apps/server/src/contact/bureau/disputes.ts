import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Actor, personOf, staffActor } from '../../book/actor.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

type DisputeDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  today(): string;
  onNewMessages(): void;
};
type OfLoan = { borrowerId: number; loanId: number };
type By = { userName: string };

const newIdStatement = statement<{ dispute_id: number }>(
  'bureau: number of a new dispute',
  `select nextval(pg_get_serial_sequence('bureau_dispute', 'dispute_id')) as dispute_id`,
);

const openStatement = statement<
  { dispute_id: number },
  OfLoan & { disputeId: number; reasonSealed: Buffer; actor: Actor; now: Date }
>(
  'bureau: open a dispute',
  `insert into bureau_dispute (borrower_id, dispute_id, loan_id, state, reason_sealed, opened_by, opened_at)
   select $borrowerId, $disputeId, $loanId, 'open', $reasonSealed, $actor, $now
   where exists (select from bureau_listing g
     where g.borrower_id = $borrowerId and g.loan_id = $loanId and g.ended_on is null)
   on conflict (borrower_id, loan_id) where state = 'open' do nothing
   returning dispute_id`,
);

/** Writes down that the borrower disputes a listing, which freezes it. Undefined without one, or with an open dispute. */
export async function openDispute(
  { db, sealing, clock }: DisputeDeps,
  { borrowerId, loanId, reason, by }: OfLoan & { reason: string; by: By },
): Promise<number | undefined> {
  const { dispute_id: disputeId } = (await db.row(newIdStatement, {}))!;
  const place = { borrower_id: borrowerId, dispute_id: disputeId };
  const opened = await db.row(openStatement, {
    ...{ borrowerId, loanId, disputeId },
    reasonSealed: sealing.seal('bureau_dispute.reason_sealed', place, reason),
    actor: staffActor(by.userName),
    now: toDate(clock.nowMs()),
  });
  return opened?.dispute_id;
}

type Dispute = {
  borrower_id: number;
  dispute_id: number;
  loan_id: number;
  reason_sealed: Buffer;
  opened_by: Actor;
  opened_at: Date;
};

const findOpenStatement = statement<Dispute, OfLoan>(
  'bureau: find the open dispute of a loan',
  `select borrower_id, dispute_id, loan_id, reason_sealed, opened_by, opened_at from bureau_dispute
   where borrower_id = $borrowerId and loan_id = $loanId and state = 'open'`,
);

/** A dispute that is upheld ends the listing, and the borrower is told. The next file withdraws what was told. */
const decideStatement = statement<
  { dispute_id: number },
  {
    borrowerId: number;
    disputeId: number;
    state: 'upheld' | 'rejected';
    noteSealed: Buffer;
    actor: Actor;
    now: Date;
    on: string;
  }
>(
  'bureau: decide a dispute',
  `with decided as (
     update bureau_dispute set state = $state, note_sealed = $noteSealed, decided_by = $actor, decided_at = $now
     where borrower_id = $borrowerId and dispute_id = $disputeId and state = 'open'
     returning borrower_id, loan_id, dispute_id
   ),
   ended as (
     update bureau_listing g set ended_on = $on::date, ended_because = 'withdrawn'
     from decided d
     where $state = 'upheld' and g.borrower_id = d.borrower_id and g.loan_id = d.loan_id and g.ended_on is null
   ),
   told as (
     ${insertMessages({
       borrowerId: 'd.borrower_id',
       loanId: 'd.loan_id',
       kind: `case when $state = 'upheld' then 'bureau_dispute_upheld' else 'bureau_dispute_rejected' end`,
       figures: `'{}'::jsonb`,
       on: '$on::date',
       at: '$now::timestamptz',
       from: 'decided d',
     })}
   )
   select dispute_id from decided`,
);

type DecideRefusal = { kind: 'no_open_dispute' | 'own_dispute' };

/** Another person than the one who wrote the dispute down decides it. */
export async function decideDispute(
  deps: DisputeDeps,
  {
    borrowerId,
    loanId,
    outcome,
    reason,
    by,
  }: OfLoan & { outcome: 'upheld' | 'rejected'; reason: string; by: By },
): Promise<Outcome<null, DecideRefusal>> {
  const open = await deps.db.row(findOpenStatement, { borrowerId, loanId });
  if (!open) return refuse({ kind: 'no_open_dispute' });
  const actor = staffActor(by.userName);
  if (personOf(open.opened_by) === personOf(actor)) return refuse({ kind: 'own_dispute' });
  const decided = await deps.db.row(decideStatement, {
    ...{ borrowerId, state: outcome, actor },
    disputeId: open.dispute_id,
    noteSealed: deps.sealing.seal('bureau_dispute.note_sealed', open, reason),
    now: toDate(deps.clock.nowMs()),
    on: deps.today(),
  });
  if (!decided) return refuse({ kind: 'no_open_dispute' });
  deps.onNewMessages();
  return allow(null);
}
