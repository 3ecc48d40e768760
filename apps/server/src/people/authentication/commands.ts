import { CER_CODE } from '@thumba/contract/codes';
import type { Day } from '@thumba/lending/day';
import { pictureAskedAgain } from '../../book/loan/picture-request.ts';
import { isIdentityFixed } from '../../book/loan/queries.ts';
import { deleteOtherTraces, insertTraces } from '../../book/trace/borrower-trace.ts';
import { type Database, statement } from '../../platform/database.ts';
import { takeTurns } from '../../platform/one-by-one.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Identity } from '../borrower/applicant.ts';
import { lockIdentity } from '../borrower/identity-check.ts';
import { CHANGES_REFUSED, CURRENT_NUMBER, SAVED_NUMBER } from '../borrower/identity-entry.ts';
import {
  cardFiles,
  claimedWhere,
  claimValues,
  FILES_REFUSED,
  USABLE_FILES,
  type UsableFilesValues,
} from './claim-files.ts';
import type { FormCode } from './columns.ts';
import type { FormValues } from './form-rules.ts';
import { namePrefixHashes, SAVED_NAME_PREFIXES } from './name-prefixes.ts';
import type { ChosenOptions } from './questionnaire.ts';

const saveFormStatement = statement<
  never,
  {
    borrowerId: number;
    cerCode: FormCode;
    valuesSealed: Buffer;
    now: Date;
    contact1Hashes: Buffer[];
    contact2Hashes: Buffer[];
  }
>(
  'authentication: save form',
  `with removed_traces as (
     ${deleteOtherTraces({
       kind: `'contact'`,
       borrowerId: '$borrowerId::bigint',
       keptHashes: '$contact1Hashes::bytea[] || $contact2Hashes::bytea[]',
     })} and $cerCode = ${CER_CODE.emergencyContact}
   ),
   inserted_traces as (
     ${insertTraces({
       kind: `'contact'`,
       subjectHashes: 'contact.hashes',
       borrowerId: '$borrowerId::bigint',
       at: '$now::timestamptz',
       from: `(values ($contact1Hashes::bytea[]), ($contact2Hashes::bytea[])) as contact (hashes)
       where cardinality(contact.hashes) > 0`,
     })}
   )
   insert into borrower_form (borrower_id, cer_code, values_sealed, completed_at)
   values ($borrowerId, $cerCode, $valuesSealed, $now)
   on conflict (borrower_id, cer_code)
     do update set values_sealed = excluded.values_sealed, completed_at = excluded.completed_at`,
);

export async function saveForm(
  db: Database,
  sealing: Sealing,
  form: { borrowerId: number; cerCode: FormCode; values: FormValues; now: Date },
): Promise<void> {
  const { borrowerId, cerCode, values, now } = form;
  const contactHashes = (column: string) => {
    const mobile = values[column];
    return typeof mobile === 'string' ? sealing.lookupHashes('contact', mobile) : [];
  };
  await db.rows(saveFormStatement, {
    borrowerId,
    cerCode,
    valuesSealed: sealing.seal(
      'borrower_form.values_sealed',
      { borrower_id: borrowerId, cer_code: cerCode },
      JSON.stringify(values),
    ),
    now,
    contact1Hashes: contactHashes('contact1Mobile'),
    contact2Hashes: contactHashes('contact2Mobile'),
  });
}

export type IdentityConfirmation = {
  borrowerId: number;
  identity: Identity;
  frontFileId: string;
  backFileId: string | undefined;
  now: Date;
  today: Day;
};

export type IdentityOutcome =
  | 'confirmed'
  | 'no_such_file'
  | 'too_many_files'
  | 'loan_open'
  | 'number_kept'
  | 'changed_often_today'
  | 'changed_too_often';

const confirmIdentityStatement = statement<
  { outcome: IdentityOutcome },
  UsableFilesValues & {
    nationalIdHashes: Buffer[];
    identityHashes: Buffer[];
    today: Day;
    frontFileId: string;
    backFileId: string | null;
    identitySealed: Buffer;
    namePrefixHashes: string[];
  }
>(
  'authentication: confirm identity',
  `with ${USABLE_FILES},
   ${CURRENT_NUMBER},
   verdict as (
     -- No branch depends on the numbers of other borrowers.
     select case
       when ${isIdentityFixed('$borrowerId::bigint')} then 'loan_open'
       ${CHANGES_REFUSED}
       ${FILES_REFUSED}
       -- A borrower who applied or is blocked keeps the card's number, or would come back with another one. One whom staff
       -- asked for the card again may correct it: a person looks at it.
       when exists (
         select from current_number n, borrower b join borrower_standing s using (borrower_id)
         where b.borrower_id = $borrowerId and n.national_id_hash <> all ($nationalIdHashes::bytea[])
           and (b.blocked_at is not null or s.applications > 0
             and ${pictureAskedAgain('$borrowerId::bigint')} is distinct from 'identity')
       ) then 'number_kept'
       else 'confirmed'
     end as outcome
   ),
   ${claimedWhere('confirmed')},
   allowed_verdict as (
     select from verdict
     where outcome = 'confirmed' and (select count(*) from claimed) = (select count(*) from named_file)
   ),
   ${SAVED_NUMBER},
   saved_identity as (
     insert into borrower_identity (borrower_id, front_file_id, back_file_id, identity_sealed, confirmed_at, name_found_of)
     select $borrowerId::bigint, $frontFileId::text, $backFileId::text, $identitySealed::bytea, $now::timestamptz, $now
     from allowed_verdict
     on conflict (borrower_id) do update
       set front_file_id = excluded.front_file_id, back_file_id = excluded.back_file_id,
         identity_sealed = excluded.identity_sealed, confirmed_at = excluded.confirmed_at,
         name_found_of = excluded.name_found_of
     returning borrower_id
   ),
   ${SAVED_NAME_PREFIXES}
   select case
     when verdict.outcome = 'confirmed' and not exists (select from saved_identity) then 'no_such_file'
     else verdict.outcome
   end as outcome
   from verdict`,
);

/** The first confirmation of a borrower has no identity to hold yet, and may be sent several times at once. */
const confirmInTurnStatement = statement<never, { borrowerId: number }>(
  'authentication: confirm in turn',
  `select pg_advisory_xact_lock(hashtextextended('identity of ' || $borrowerId::bigint, 0))`,
);

/**
 * Claims the pictures and keeps the identity and its number: all of it or nothing. An opening of a loan and a decision of
 * staff hold the identity that they rest on, so a confirmation waits for them and then sees the loan. A number that another borrower
 * entered is kept like any other. The rules refer the application with it to a person.
 */
export async function confirmIdentity(
  db: Database,
  sealing: Sealing,
  confirmation: IdentityConfirmation,
): Promise<IdentityOutcome> {
  const { borrowerId, identity, frontFileId, backFileId, now, today } = confirmation;
  const values = {
    ...(await claimValues(db, sealing, { borrowerId, files: cardFiles(frontFileId, backFileId), now })),
    today,
    identityHashes: sealing.lookupHashes('identity', JSON.stringify(identity)),
    nationalIdHashes: sealing.lookupHashes('national_id', identity.idNumber),
    frontFileId,
    backFileId: backFileId ?? null,
    identitySealed: sealing.seal(
      'borrower_identity.identity_sealed',
      { borrower_id: borrowerId },
      JSON.stringify(identity),
    ),
    namePrefixHashes: namePrefixHashes(sealing, identity),
  };
  const row = await retryOnConflict('a confirmed identity', () =>
    db.inTransaction(async (transaction) => {
      await takeTurns(transaction, sealing, { national_id: identity.idNumber });
      await transaction.rows(confirmInTurnStatement, { borrowerId });
      await lockIdentity(transaction, borrowerId);
      return transaction.row(confirmIdentityStatement, values);
    }),
  );
  return row!.outcome;
}

const submitAnswersStatement = statement<
  { borrower_id: number },
  { borrowerId: number; questionnaireId: number; chosenOptions: ChosenOptions; points: number; now: Date }
>(
  'authentication: submit answers',
  `insert into questionnaire_answer (borrower_id, questionnaire_id, answers, points, answered_at)
   values ($borrowerId, $questionnaireId, $chosenOptions, $points, $now)
   on conflict do nothing returning borrower_id`,
);

/** Keeps the answers. False when there are some already: a questionnaire is answered once. */
export async function submitAnswers(
  db: Database,
  answers: {
    borrowerId: number;
    questionnaireId: number;
    chosenOptions: ChosenOptions;
    points: number;
    now: Date;
  },
): Promise<boolean> {
  return (await db.row(submitAnswersStatement, answers)) !== undefined;
}
