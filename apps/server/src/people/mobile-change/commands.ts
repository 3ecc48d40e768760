import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { adoptedMobileHash } from '../../book/adopted-mobile-hash.ts';
import type { Lender } from '../../book/lender.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { type EventOrigin, insertSecurityEvents } from '../../book/security-log/events.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { askerValues, type CodeAsker } from '../borrower/code-lane.ts';
import {
  CODE_TRY,
  type CodeTry,
  type CodeTryValues,
  codeTryValues,
  type FreeWrongCodes,
} from '../borrower/code-try.ts';
import { codeHash } from '../borrower/mobile-code.ts';
import { findBorrowerMobile } from '../borrower/queries.ts';
import { drawIds, type EventValues, eventValues, insertEvent, type NewIds, type Numbers } from './events.ts';
import { MOVE, type Moved, type MoveValues, WHETHER_MOVED } from './move-sql.ts';

export type MobileChangeDeps = {
  db: Database;
  sealing: Sealing;
  clock: Clock;
  lender: Pick<Lender, 'phone'>;
  today(): Day;
  operatorOfMobile(mobile: string): OperatorName | undefined;
};

export type MoveRefusal = { kind: 'number_taken' } | { kind: 'number_moved_meanwhile' };

type WrongCodes = {
  kind: 'wrong_codes';
  /** Absent where the code was right. */
  ofOld?: { tried: Pick<CodeTry, 'tries_left'> | undefined };
  ofNew?: { tried: Pick<CodeTry, 'tries_left'> | undefined };
};

/**
 * If one code is right and the other wrong, the right one is not used up, so that the borrower need not ask for it
 * again. Only a borrower with both codes is told that the number belongs to another account.
 */
const changeMobileStatement = statement<
  Moved & { old_code: [boolean, number] | null; new_code: [boolean, number] | null },
  MoveValues & {
    oldMobileHash: Buffer;
    newMobileHash: Buffer;
    oldCodeHash: Buffer;
    newCodeHash: Buffer;
    laneHashes: Buffer[];
  }
>(
  'mobile change: change',
  `with codes as (
     select mobile_hash, lane_hash,
       code_hash = case when mobile_hash = $oldMobileHash then $oldCodeHash::bytea else $newCodeHash::bytea end
         as is_right
     from signin_code
     where purpose = 'change_number' and mobile_hash in ($oldMobileHash::bytea, $newMobileHash::bytea)
       and (lane_hash = any ($laneHashes::bytea[]) or is_of_network)
       and tries_left > 0 and expires_at > $now::timestamptz
     order by mobile_hash for update
   ),
   permitted as (
     select null::bigint as ticket_id, null::bytea as reason_sealed from codes
     having count(*) filter (where is_right) = 2
   ),
   tried as (
     update signin_code s set is_used = exists (select from permitted),
       tries_left = case when exists (select from permitted) then 0 when c.is_right then s.tries_left
         else s.tries_left - 1 end
     from codes c
     where s.purpose = 'change_number' and s.mobile_hash = c.mobile_hash and s.lane_hash = c.lane_hash
     returning s.mobile_hash, c.is_right, s.tries_left
   ),
   ${MOVE}
   select ${WHETHER_MOVED},
     (select json_build_array(is_right, tries_left) from tried where mobile_hash = $oldMobileHash) as old_code,
     (select json_build_array(is_right, tries_left) from tried where mobile_hash = $newMobileHash) as new_code`,
);

export type MobileChange = {
  borrowerId: number;
  mobile: string;
  oldCode: string;
  newCode: string;
  address: string;
  origin: EventOrigin;
  /** The token of the session that asked, which does not end. */
  token: string;
};

/** Moves an account to a number by a code to the old and to the new one. Succeeds too if it was moved there already. */
export async function changeMobile(
  deps: MobileChangeDeps,
  change: MobileChange,
): Promise<Outcome<{ isNew: boolean }, WrongCodes | MoveRefusal>> {
  const { sealing } = deps;
  const { borrowerId, mobile } = change;
  const oldMobile = (await findBorrowerMobile(deps.db, sealing, borrowerId))!;
  if (oldMobile === mobile) return allow({ isNew: false });
  const row = await move(deps, changeMobileStatement, {
    borrowerId,
    oldMobile,
    newMobile: mobile,
    actor: 'borrower',
    origin: change.origin,
    keptToken: change.token,
    further: {
      oldMobileHash: sealing.lookupHash('mobile', oldMobile),
      newMobileHash: sealing.lookupHash('mobile', mobile),
      laneHashes: askerValues(sealing, { borrowerId, address: change.address }).laneHashes,
      oldCodeHash: codeHash(sealing, { purpose: 'change_number', mobile: oldMobile, code: change.oldCode }),
      newCodeHash: codeHash(sealing, { purpose: 'change_number', mobile, code: change.newCode }),
    },
  });
  if (row.is_moved) return allow({ isNew: true });
  const ofOld = wrongCode(row.old_code);
  const ofNew = wrongCode(row.new_code);
  if (ofOld || ofNew)
    return refuse({ kind: 'wrong_codes', ...(ofOld ? { ofOld } : {}), ...(ofNew ? { ofNew } : {}) });
  return refuse({ kind: row.is_taken ? 'number_taken' : 'number_moved_meanwhile' });
}

function wrongCode(code: [boolean, number] | null): WrongCodes['ofOld'] {
  if (code === null) return { tried: undefined };
  const [isRight, triesLeft] = code;
  return isRight ? undefined : { tried: { tries_left: triesLeft } };
}

export type Move<Further> = Numbers & {
  actor: Actor;
  origin: EventOrigin;
  keptToken: string | null;
  /** The values that the statement takes beside those of `MOVE`. */
  further: Further;
};

/** Runs a statement that moves an account, and runs it again if a simultaneous one was faster. */
export async function move<Row extends Moved, Further extends object>(
  { db, sealing, clock, lender, today, operatorOfMobile }: MobileChangeDeps,
  moving: Statement<Row, MoveValues & Further>,
  { actor, origin, keptToken, further, ...numbers }: Move<Further>,
): Promise<Row> {
  const { borrowerId, oldMobile, newMobile } = numbers;
  const ids = await drawIds(db);
  const values = {
    ...origin,
    borrowerId,
    oldMobileHashes: sealing.lookupHashes('mobile', oldMobile),
    newMobileHashes: sealing.lookupHashes('mobile', newMobile),
    ...eventValues(sealing, { ...numbers, eventId: ids.event_id }),
    ...placesOfMove(sealing, numbers, ids),
    now: toDate(clock.nowMs()),
    today: today(),
    operator: operatorOfMobile(newMobile) ?? null,
    actor,
    lenderPhone: lender.phone,
    keptTokenHashes: keptToken === null ? [] : sealing.lookupHashes('token', keptToken),
    ...further,
  };
  return (await retryOnConflict('a change of number', () => db.row(moving, values)))!;
}

/** The numbers, each sealed for the row that it goes to. */
function placesOfMove(
  sealing: Sealing,
  { borrowerId, oldMobile, newMobile }: Numbers,
  { account_id, left_message_id, changed_message_id }: NewIds,
) {
  const borrower = { borrower_id: borrowerId };
  return {
    mobileSealed: sealing.seal('borrower.mobile_sealed', borrower, newMobile),
    newAccountId: account_id,
    accountMobileSealed: sealing.seal('repay_account.mobile_sealed', { ...borrower, account_id }, newMobile),
    leftMessageId: left_message_id,
    leftMobileSealed: sealing.seal(
      'message.to_mobile_sealed',
      { ...borrower, message_id: left_message_id },
      oldMobile,
    ),
    changedMessageId: changed_message_id,
  };
}

const requestStatement = statement<
  CodeTry & {
    is_taken: boolean;
    ticket_id: number | null;
    open_ticket_id: number | null;
    is_same: boolean | null;
  },
  CodeTryValues &
    EventValues & {
      borrowerId: number;
      newTicketId: number;
      mobileHashes: Buffer[];
      mobileSealed: Buffer;
      today: Day;
      lenderPhone: string;
    }
>(
  'mobile change: request',
  `with open_request as (
     select ticket_id, new_mobile_hash = any ($mobileHashes::bytea[]) as is_same from mobile_change_request
     where borrower_id = $borrowerId and state = 'open'
   ),
   ${CODE_TRY},
   owner as (
     select from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
   ),
   inserted_request as (
     insert into mobile_change_request (borrower_id, ticket_id, new_mobile_hash, new_mobile_sealed, asked_on, asked_at)
     select $borrowerId, $newTicketId, ${adoptedMobileHash('$mobileHashes')}, $mobileSealed::bytea, $today::date,
       $now::timestamptz
     from tried
     where is_right and not exists (select from owner) and not exists (select from open_request)
     returning borrower_id, ticket_id
   ),
   inserted_event as (
     ${insertEvent({
       kind: `'asked'`,
       borrowerId: 'borrower_id',
       ticketId: 'ticket_id',
       actor: `'borrower'`,
       from: 'inserted_request',
     })}
   ),
   inserted_message as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `'mobile_change_asked'`,
       figures: `jsonb_build_object('ticketNo', ticket_id, 'lenderPhone', $lenderPhone::text)`,
       on: '$today::date',
       at: '$now::timestamptz',
       from: 'inserted_request',
     })}
   ),
   inserted_security_event as (
     ${insertSecurityEvents({
       kind: 'mobile_change',
       borrowerId: 'borrower_id',
       detail: `'step', 'asked'`,
       at: '$now',
       from: 'inserted_request',
     })}
   )
   select t.*, exists (select from owner) as is_taken, i.ticket_id,
     o.ticket_id as open_ticket_id, o.is_same
   from tried t left join inserted_request i on true
     left join open_request o on true`,
);

export type RequestRefusal =
  | { kind: 'wrong_code'; tried: CodeTry }
  | { kind: 'number_taken' }
  | { kind: 'own_number' }
  | { kind: 'request_open'; ticketId: number };

/** Opens a ticket for staff, if the code of the new number is right. The same number again finds the open ticket. */
export async function requestMobileChange(
  {
    db,
    sealing,
    clock,
    lender,
    today,
    freeWrongCodes,
  }: MobileChangeDeps & { freeWrongCodes: FreeWrongCodes },
  {
    borrowerId,
    mobile,
    newCode,
    asker,
  }: { borrowerId: number; mobile: string; newCode: string; asker: CodeAsker },
): Promise<Outcome<{ ticketId: number; isNew: boolean }, RequestRefusal>> {
  const oldMobile = (await findBorrowerMobile(db, sealing, borrowerId))!;
  if (oldMobile === mobile) return refuse({ kind: 'own_number' });
  const { ticket_id: newTicketId, event_id: eventId } = await drawIds(db);
  const values = {
    ...codeTryValues(sealing, {
      purpose: 'change_number',
      mobile,
      code: newCode,
      asker,
      freeWrongCodes,
      now: toDate(clock.nowMs()),
    }),
    ...eventValues(sealing, { borrowerId, eventId, oldMobile, newMobile: mobile }),
    borrowerId,
    newTicketId,
    mobileHashes: sealing.lookupHashes('mobile', mobile),
    mobileSealed: sealing.seal(
      'mobile_change_request.new_mobile_sealed',
      { borrower_id: borrowerId, ticket_id: newTicketId },
      mobile,
    ),
    today: today(),
    lenderPhone: lender.phone,
  };
  const row = (await retryOnConflict('a change of number', () => db.row(requestStatement, values)))!;
  if (row.ticket_id !== null) return allow({ ticketId: row.ticket_id, isNew: true });
  if (row.open_ticket_id !== null)
    return row.is_same
      ? allow({ ticketId: row.open_ticket_id, isNew: false })
      : refuse({ kind: 'request_open', ticketId: row.open_ticket_id });
  if (!row.is_right) return refuse({ kind: 'wrong_code', tried: row });
  return refuse({ kind: 'number_taken' });
}
