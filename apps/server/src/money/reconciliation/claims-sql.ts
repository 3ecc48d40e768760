import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import { insertMessages } from '../../book/message/messages.ts';
import { countUseOfDay } from '../../people/borrower/uses-of-day.ts';
import { adoptedHash } from '../../platform/adopted-hash.ts';
import { statement } from '../../platform/database.ts';
import { HAS_CLAIMED_MONEY, HAS_ITS_PLACE } from './answer-claim.ts';

export const MAX_CLAIMS_A_DAY = 10;

export const newTicketIdStatement = statement<{ ticket_id: number }>(
  'reconciliation: new ticket id',
  `select nextval(pg_get_serial_sequence('claim_ticket', 'ticket_id')) as ticket_id`,
);

/** The hash under which a payment reference is stored, or is stored now, in claims and in statements. */
export function adoptedReferenceHash(hashes: string): string {
  return adoptedHash(['operator_statement_row.reference_hash', 'claim_ticket.reference_hash'], hashes);
}

/** The columns of the answer, where a ticket is open again. */
const WITHOUT_ANSWER = 'answer = null, answered_by = null, answered_on = null, answered_at = null';

/**
 * Counts a claim and opens its ticket, or finds the one that the same reference opened before, which is open again if
 * staff had answered it. No row: too many today.
 */
export const claimStatement = statement<
  {
    ticket_id: number;
    state: 'open' | 'found' | 'settled';
    attempt_id: string | null;
  },
  {
    borrowerId: number;
    lusakaDay: Day;
    newTicketId: number;
    hashes: Buffer[];
    referenceSealed: Buffer;
    now: Date;
  }
>(
  'reconciliation: claim',
  `with counted as (
     ${countUseOfDay({ kind: 'claim', borrowerId: '$borrowerId', on: '$lusakaDay', most: MAX_CLAIMS_A_DAY })}
   )
   insert into claim_ticket as t (borrower_id, ticket_id, reference_hash, reference_sealed, claimed_at)
   overriding system value
   select borrower_id, $newTicketId::bigint, ${adoptedReferenceHash('$hashes')}, $referenceSealed, $now::timestamptz from counted
   on conflict (borrower_id, reference_hash) do update
     set state = case t.state when 'answered' then 'open' else t.state end, ${WITHOUT_ANSWER}
   returning ticket_id, state, attempt_id`,
);

export type ClaimableAttempt = {
  attempt_id: string;
  state: AttemptState;
  amount_ngwee: number;
  operator_reference: string | null;
  receipt_no: string | null;
  sent_at: Date | null;
  /** Open, or ended without success a short while ago. */
  may_be_asked: boolean;
};

export const claimableAttemptsStatement = statement<
  ClaimableAttempt,
  { borrowerId: number; createdSince: Date }
>(
  'reconciliation: claimable attempts',
  `select attempt_id, state, amount_ngwee, operator_reference, receipt_no, sent_at,
     state <> 'succeeded' and created_at >= $createdSince::timestamptz as may_be_asked
   from payment_attempt where borrower_id = $borrowerId and direction = 'collection' order by created_at desc`,
);

export const closeClaimStatement = statement<
  never,
  { borrowerId: number; ticketId: number; attemptId: string; now: Date }
>(
  'reconciliation: settle claim',
  `update claim_ticket set state = 'settled', attempt_id = $attemptId, settled_at = $now::timestamptz, ${WITHOUT_ANSWER}
   where borrower_id = $borrowerId and ticket_id = $ticketId and state <> 'settled'`,
);

/** Payments that succeeded since their borrower claimed something, with what was claimed. */
export const payersSinceClaimStatement = statement<
  {
    borrower_id: number;
    ticket_id: number;
    reference_sealed: Buffer;
    claimed_attempt_id: string | null;
    attempt_id: string;
    operator_reference: string | null;
  },
  { answeredSince: Date }
>(
  'reconciliation: payers since claim',
  `select t.borrower_id, t.ticket_id, t.reference_sealed, t.attempt_id as claimed_attempt_id, p.attempt_id,
     p.operator_reference
   from claim_ticket t
   join payment_attempt p on p.borrower_id = t.borrower_id and p.direction = 'collection' and p.state = 'succeeded'
   where (t.state in ('open', 'found') or (t.state = 'answered' and t.answered_at >= $answeredSince))
     and (p.attempt_id = t.attempt_id or p.finished_at >= t.claimed_at - interval '1 minute')`,
);

/** Closes tickets and writes their borrowers a message, both once. */
export const closeClaimsStatement = statement<
  { ticket_id: number },
  { borrowerIds: number[]; ticketIds: number[]; attemptIds: string[]; now: Date; today: Day }
>(
  'reconciliation: settle claims',
  `with closed as (
     update claim_ticket t set state = 'settled', attempt_id = w.attempt_id, settled_at = $now::timestamptz,
       ${WITHOUT_ANSWER}
     from unnest($borrowerIds::bigint[], $ticketIds::bigint[], $attemptIds::uuid[]) as w(borrower_id, ticket_id, attempt_id)
     where t.borrower_id = w.borrower_id and t.ticket_id = w.ticket_id and t.state <> 'settled'
     returning t.borrower_id, t.ticket_id, t.attempt_id
   )
   ${insertMessages({
     borrowerId: 's.borrower_id',
     loanId: 'p.loan_id',
     kind: `'claim_settled'`,
     figures: `jsonb_build_object('ticketNo', s.ticket_id, 'amountNgwee', p.amount_ngwee, 'receiptNo', p.receipt_no)`,
     on: '$today::date',
     at: '$now::timestamptz',
     from: 'closed s join payment_attempt p on p.borrower_id = s.borrower_id and p.attempt_id = s.attempt_id',
   })}
   returning (figures ->> 'ticketNo')::bigint as ticket_id`,
);

/**
 * Links tickets to the rows of statements with the same reference. Where the row matches a payment of the same borrower,
 * the ticket is about that payment, and posting it closes the ticket. Where the row matches no payment and its money has
 * no place yet, the ticket is found if the money came from a number of its borrower. A ticket that staff had answered is
 * open again.
 */
function linked(where: string): string {
  return `with linked as (
     update claim_ticket t set attempt_id = r.attempt_id,
       state = case when r.attempt_id is null then 'found' else 'open' end, ${WITHOUT_ANSWER}
     from operator_statement_row r
     where ${where} and t.state in ('open', 'answered') and ${HAS_CLAIMED_MONEY}
       and (r.attempt_id is not null or not ${HAS_ITS_PLACE})
     returning t.borrower_id, t.ticket_id, t.state, t.attempt_id, r.amount_ngwee
   ), told as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `'claim_found'`,
       figures: `jsonb_build_object('ticketNo', ticket_id, 'amountNgwee', amount_ngwee)`,
       on: '$today::date',
       at: '$now::timestamptz',
       from: `linked where state = 'found'`,
     })}
   )
   select state, attempt_id from linked`;
}

type Linked = { state: 'open' | 'found'; attempt_id: string | null };

/** Links the tickets that the rows of a new statement answer. */
export const linkClaimsStatement = statement<Linked, { statementId: number; now: Date; today: Day }>(
  'reconciliation: link claims',
  linked('r.statement_id = $statementId'),
);

/** Links a ticket to the rows that were imported before it. */
export const linkClaimStatement = statement<
  Linked,
  { borrowerId: number; ticketId: number; now: Date; today: Day }
>('reconciliation: link a claim', linked('t.borrower_id = $borrowerId and t.ticket_id = $ticketId'));
