import type { CounterOffer, CounterOfferState } from '@thumba/lending/counter-offer';
import type { LoanTerms } from '@thumba/lending/loan';
import type { Actor } from '../../book/actor.ts';
import { stoppedTime } from '../../book/stop-switch/stopped-time.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { ShownEvidence } from './shown-to-staff.ts';

/** A counter-offer with the review that made it. */
export type MadeOffer = CounterOffer & {
  /** The version of the loan that the offer made. It names the offer. */
  offerId: number;
  /** Whether it can be answered: it was neither answered nor ended, and the money is to go to the same account. */
  isStanding: boolean;
  contractVersion: string;
  accountId: number;
  holderAskedAt: Date | null;
  offeredAt: Date;
  endedAt: Date | null;
  /** The person of staff who made it, what a page showed them, and their note, sealed. */
  offeredBy: Actor;
  shown: ShownEvidence | null;
  noteSealed: Buffer;
};

type OfferRow = {
  loan_version: number;
  terms: LoanTerms;
  state: CounterOfferState;
  is_standing: boolean;
  contract_version: string;
  account_id: number;
  holder_asked_at: Date | null;
  offered_at: Date;
  ends_at: Date;
  ended_at: Date | null;
  actor: Actor;
  shown: ShownEvidence | null;
  note_sealed: Buffer;
};

/** SQL: whether an offer `o` of a loan `l` can be answered. An account that was chosen since needs another look. */
const IS_STANDING = `o.state = 'offered' and l.state = 'applied' and l.account_id = o.account_id`;

/** SQL: when the time to answer an offer `o` ends, as it is known at `$now`. While its account cannot get money, the end moves. */
const ENDS_AT = `o.ends_at + ${stoppedTime({
  operator: `(select a.operator from repay_account a
          where a.borrower_id = o.borrower_id and a.account_id = o.account_id)`,
  from: 'o.offered_at',
  until: 'coalesce(o.ended_at, $now::timestamptz)',
})}`;

const readOffersStatement = statement<OfferRow, { borrowerId: number; loanId: number; now: Date }>(
  'application: read counter-offers',
  `select o.loan_version, o.terms, o.state, ${IS_STANDING} as is_standing, o.contract_version, o.account_id,
     o.holder_asked_at, o.offered_at, ${ENDS_AT} as ends_at, o.ended_at, r.actor, r.shown, r.note_sealed
   from counter_offer o
   join loan l on l.borrower_id = o.borrower_id and l.loan_id = o.loan_id
   join application_review r on r.borrower_id = o.borrower_id and r.loan_id = o.loan_id
     and r.loan_version = o.loan_version
   where o.borrower_id = $borrowerId and o.loan_id = $loanId order by o.loan_version`,
);

/** Every counter-offer of an application, the newest last. */
export async function readCounterOffers(
  { db, clock }: { db: Database; clock: Clock },
  { borrowerId, loanId }: { borrowerId: number; loanId: number },
): Promise<MadeOffer[]> {
  const rows = await db.rows(readOffersStatement, { borrowerId, loanId, now: toDate(clock.nowMs()) });
  return rows.map((row) => ({
    offerId: row.loan_version,
    terms: row.terms,
    state: row.state,
    endsAtMs: row.ends_at.getTime(),
    isStanding: row.is_standing,
    contractVersion: row.contract_version,
    accountId: row.account_id,
    holderAskedAt: row.holder_asked_at,
    offeredAt: row.offered_at,
    endedAt: row.ended_at,
    offeredBy: row.actor,
    shown: row.shown,
    noteSealed: row.note_sealed,
  }));
}

const findOverdueStatement = statement<{ borrower_id: number; loan_id: number }, { now: Date }>(
  'application: counter-offers whose time is over',
  // The loans are read one by one: PostgreSQL plans for a third of all offers, and would read all loans for them.
  `select o.borrower_id, o.loan_id from counter_offer o
   cross join lateral (
     select l.state, l.account_id from loan l
     where l.borrower_id = o.borrower_id and l.loan_id = o.loan_id offset 0
   ) l
   where ${IS_STANDING} and o.ends_at <= $now::timestamptz and ${ENDS_AT} <= $now::timestamptz
   order by o.ends_at limit 200`,
);

/** The applications whose borrowers did not answer an offer in time. */
export async function findOverdueOffers(
  db: Database,
  now: Date,
): Promise<{ borrowerId: number; loanId: number }[]> {
  const rows = await db.rows(findOverdueStatement, { now });
  return rows.map((row) => ({ borrowerId: row.borrower_id, loanId: row.loan_id }));
}

/** SQL: whether a counter-offer waits for the answer of the borrower. */
export function isOfferStanding(borrowerId: string, loanId: string): string {
  return `exists (select from counter_offer o join loan l on l.borrower_id = o.borrower_id and l.loan_id = o.loan_id
    where o.borrower_id = ${borrowerId} and o.loan_id = ${loanId} and ${IS_STANDING})`;
}

const findChannelStatement = statement<{ app_channel_code: string }, { borrowerId: number; loanId: number }>(
  'application: channel of the application',
  `select app_channel_code from loan_acceptance
   where borrower_id = $borrowerId and loan_id = $loanId order by loan_version limit 1`,
);

/** The channel whose app the borrower applied in. */
export async function findChannel(
  db: Database,
  loan: { borrowerId: number; loanId: number },
): Promise<string> {
  const { borrowerId, loanId } = loan;
  return (await db.row(findChannelStatement, { borrowerId, loanId }))?.app_channel_code ?? '';
}
