import type { AttemptState } from '@thumba/lending/attempt';
import type { Day } from '@thumba/lending/day';
import { statement } from '../../platform/database.ts';
import { insertTransfers } from '../ledger/transfers.ts';
import type { AttemptEnd } from '../payment-attempt/attempt.ts';
import { insertAttempts } from '../payment-attempt/insert-attempts.ts';
import { insertPlacements } from './placement.ts';

/*
 * A payout of money in suspense to its payer. The money stays in suspense until the operator has confirmed the payout.
 * From the beginning its pieces hold so much less that can be placed.
 */

/** Begins a payout. Fails where the pieces hold less than is taken. */
export const beginReturnStatement = statement<
  { entry_id: number },
  { borrowerId: number; at: Date; placements: string; attempts: string }
>(
  'suspense: begin return',
  `with entries as materialized (
     select $borrowerId::bigint as borrower_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at
   ),
   ${insertPlacements({ records: '$placements', entries: 'entries' })},
   ${insertAttempts({ records: '$attempts', entries: 'entries' })}
   select entry_id from entries`,
);

export const readReturnStatement = statement<
  { state: AttemptState },
  { borrowerId: number; attemptId: string }
>(
  'suspense: read return',
  `select state from payment_attempt where borrower_id = $borrowerId and attempt_id = $attemptId::uuid`,
);

type EndValues = {
  borrowerId: number;
  attemptId: string;
  stateBefore: AttemptState;
  state: AttemptEnd['state'];
  operatorReference: string | null;
  failureReason: string | null;
  at: Date;
};

const ENDED_ATTEMPT = `ended_attempt as (
     update payment_attempt set state = $state, operator_reference = coalesce($operatorReference, operator_reference),
       failure_reason = $failureReason, finished_at = $at::timestamptz, next_step_at = null
     where borrower_id = $borrowerId and attempt_id = $attemptId::uuid and state = $stateBefore
     returning borrower_id, attempt_id
   )`;

const PARTS_OF_ENDED = `suspense_placement_part part
     join suspense_placement placement on placement.placement_id = part.placement_id
     join ended_attempt ended on ended.attempt_id = placement.attempt_id`;

/**
 * The operator has confirmed a payout. A payout that had failed before takes from its pieces what is left of them. What it
 * paid beyond that is a piece of money that left. Returns no row where the attempt is in another state.
 */
export const endReturnAsPaidStatement = statement<
  { entry_id: number },
  EndValues & { hadFailed: boolean; transfers: string; on: Day }
>(
  'suspense: end return as paid',
  `with ${ENDED_ATTEMPT},
   entries as materialized (
     select borrower_id, nextval('ledger_entry_id') as entry_id, $at::timestamptz as recorded_at from ended_attempt
   ),
   inserted_transfers as (
     ${insertTransfers({ records: 'transfers', entries: 'entries' })}
   ),
   done_placement as (
     update suspense_placement placement set state = 'done', entry_id = a.entry_id, on_day = $on::date
     from ended_attempt ended, entries a where placement.attempt_id = ended.attempt_id
   ),
   left_pieces as materialized (
     select part.placement_id, piece.entry_id,
       least(part.amount_ngwee, piece.amount_ngwee - piece.placed_ngwee) as ngwee
     from ${PARTS_OF_ENDED} join suspense_piece piece on piece.entry_id = part.piece_entry_id
     where $hadFailed::boolean order by piece.entry_id for update of piece
   ),
   taken_pieces as (
     update suspense_piece piece set placed_ngwee = piece.placed_ngwee + p.ngwee
     from left_pieces p where piece.entry_id = p.entry_id
   ),
   taken_parts as (
     update suspense_placement_part part set amount_ngwee = p.ngwee
     from left_pieces p where part.placement_id = p.placement_id and part.piece_entry_id = p.entry_id
   )
   select entry_id from entries`,
);

/** A payout has failed: its pieces can be placed again. Returns no row where the attempt is in another state. */
export const endReturnAsFailedStatement = statement<{ attempt_id: string }, EndValues>(
  'suspense: end return as failed',
  `with ${ENDED_ATTEMPT},
   failed_placement as (
     update suspense_placement placement set state = 'failed'
     from ended_attempt ended where placement.attempt_id = ended.attempt_id
   ),
   given_back as (
     update suspense_piece piece set placed_ngwee = piece.placed_ngwee - part.amount_ngwee
     from ${PARTS_OF_ENDED} where piece.entry_id = part.piece_entry_id
   )
   select attempt_id from ended_attempt`,
);
