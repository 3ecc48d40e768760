import { type CardDifference, cardDifferences, type ReadIdentity } from '@thumba/identity/card-agreement';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import { paymentUnderWay } from '../../book/loan/ladder-step.ts';
import { isIdentityFixed } from '../../book/loan/queries.ts';
import { insertMessages } from '../../book/message/messages.ts';
import { insertSecurityEvents, WITHOUT_REQUEST } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { takeTurns } from '../../platform/one-by-one.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { maskIdNumber, type Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity } from '../borrower/applicant.ts';
import { lockIdentity } from '../borrower/identity-check.ts';
import { CURRENT_NUMBER, SAVED_NUMBER } from '../borrower/identity-entry.ts';
import { writeNote } from '../borrower/notes.ts';
import { namePrefixHashes, SAVED_NAME_PREFIXES } from './name-prefixes.ts';

export type CorrectionDeps = {
  db: Database;
  sealing: Sealing;
  lender: { phone: string };
  /** What is believed of the reading of a card. */
  openCard(sealing: Sealing, borrowerId: number, readingSealed: Buffer): ReadIdentity;
  /** Compares the borrower with the lists and the names at the operators again. */
  checkPerson(borrowerId: number): Promise<void>;
};

/** What staff correct. The sex stays as the borrower chose it. */
export type CorrectedIdentity = Pick<Identity, 'idNumber' | 'firstName' | 'lastName' | 'birthDate'>;

export type CorrectionRefusal =
  | { kind: 'no_identity' | 'moved_on' | 'loan_open' | 'payment_under_way' | 'nothing_changed' }
  | { kind: 'card_differs'; differences: CardDifference[] };

const readStatement = statement<
  { identity_sealed: Buffer; confirmed_at: Date; reading_sealed: Buffer | null },
  { borrowerId: number }
>(
  'authentication: identity with its card',
  `select i.identity_sealed, i.confirmed_at, (select r.reading_sealed from card_reading r
     where r.borrower_id = i.borrower_id and r.front_file_id = i.front_file_id) as reading_sealed
   from borrower_identity i where i.borrower_id = $borrowerId`,
);

type CorrectionOutcome = 'corrected' | 'moved_on' | 'loan_open' | 'payment_under_way';

const correctStatement = statement<
  { outcome: CorrectionOutcome },
  {
    borrowerId: number;
    identityHashes: Buffer[];
    nationalIdHashes: Buffer[];
    namePrefixHashes: string[];
    identitySealed: Buffer;
    confirmedAt: Date;
    lenderPhone: string;
    actor: Actor;
    now: Date;
    today: Day;
    requestReference: string | null;
    requestNetworkHash: Buffer | null;
  }
>(
  'authentication: correct identity',
  `with ${CURRENT_NUMBER},
   verdict as (
     select case
       -- An instant of the program has milliseconds, and one of the database microseconds.
       when not exists (select from borrower_identity i where i.borrower_id = $borrowerId
         and date_trunc('milliseconds', i.confirmed_at) = $confirmedAt::timestamptz) then 'moved_on'
       when ${isIdentityFixed('$borrowerId::bigint')} then 'loan_open'
       when ${paymentUnderWay('$borrowerId::bigint')} then 'payment_under_way'
       else 'corrected'
     end as outcome
   ),
   allowed_verdict as (select from verdict where outcome = 'corrected'),
   ${SAVED_NUMBER},
   saved_identity as (
     update borrower_identity set identity_sealed = $identitySealed, confirmed_at = $now, name_found_of = $now
     where borrower_id = $borrowerId and exists (select from allowed_verdict)
     returning borrower_id
   ),
   ${SAVED_NAME_PREFIXES},
   recorded as (
     ${insertSecurityEvents({
       kind: 'identity_confirmed',
       borrowerId: 'borrower_id',
       actor: '$actor::text',
       at: '$now',
       from: 'saved_identity',
     })}
   ),
   told as (
     ${insertMessages({
       borrowerId: 'borrower_id',
       kind: `'identity_corrected'`,
       figures: `jsonb_build_object('lenderPhone', $lenderPhone::text)`,
       on: '$today',
       at: '$now::timestamptz',
       from: 'saved_identity',
     })}
   )
   select outcome from verdict`,
);

/** What stood there before, of the fields that are corrected. A note shows the number as the borrower's page does. */
function earlierValues(before: Identity, corrected: Identity): string {
  const { firstName, lastName, idNumber, birthDate } = before;
  const isOtherName = firstName !== corrected.firstName || lastName !== corrected.lastName;
  return [
    ...(isOtherName ? [`${firstName} ${lastName}`] : []),
    ...(idNumber === corrected.idNumber ? [] : [`NRC ${maskIdNumber(idNumber)}`]),
    ...(birthDate === corrected.birthDate ? [] : [`born on ${birthDate}`]),
  ].join(', ');
}

/**
 * Corrects what a borrower typed of the identity card, and tells them. It is compared with the lists and with other
 * borrowers again, and the look of a person at the identity counts no more. Refused where the card was read to say
 * something else, and while a loan or a payment rests on the identity.
 */
export async function correctIdentity(
  deps: CorrectionDeps,
  correction: {
    borrowerId: number;
    corrected: CorrectedIdentity;
    /** Kept in a note, which staff read and the borrower does not. */
    reason: string;
    /** The confirmation that the person looked at. */
    confirmedAt: Date;
    actor: Actor;
    now: Date;
    today: Day;
  },
): Promise<Outcome<null, CorrectionRefusal>> {
  const { db, sealing, lender } = deps;
  const { borrowerId, corrected, reason, ...values } = correction;
  const row = await db.row(readStatement, { borrowerId });
  if (!row) return refuse({ kind: 'no_identity' });
  const before = openIdentity(sealing, borrowerId, row.identity_sealed);
  const identity: Identity = { ...before, ...corrected };
  if (JSON.stringify(identity) === JSON.stringify(before)) return refuse({ kind: 'nothing_changed' });
  const differences = row.reading_sealed
    ? cardDifferences(identity, deps.openCard(sealing, borrowerId, row.reading_sealed))
    : [];
  if (differences.length > 0) return refuse({ kind: 'card_differs', differences });
  const { outcome } = await retryOnConflict('a corrected identity', () =>
    db.inTransaction(async (transaction) => {
      await takeTurns(transaction, sealing, { national_id: identity.idNumber });
      await lockIdentity(transaction, borrowerId);
      const row = (await transaction.row(correctStatement, {
        borrowerId,
        ...values,
        identityHashes: sealing.lookupHashes('identity', JSON.stringify(identity)),
        nationalIdHashes: sealing.lookupHashes('national_id', identity.idNumber),
        namePrefixHashes: namePrefixHashes(sealing, identity),
        identitySealed: sealing.seal(
          'borrower_identity.identity_sealed',
          { borrower_id: borrowerId },
          JSON.stringify(identity),
        ),
        lenderPhone: lender.phone,
        ...WITHOUT_REQUEST,
      }))!;
      const text = `The identity was corrected: ${reason} (before: ${earlierValues(before, identity)})`;
      const note = { borrowerId, text, actor: values.actor, now: values.now };
      if (row.outcome === 'corrected') await writeNote({ db: transaction, sealing }, note);
      return row;
    }),
  );
  if (outcome !== 'corrected') return refuse({ kind: outcome });
  await deps.checkPerson(borrowerId);
  return allow(null);
}
