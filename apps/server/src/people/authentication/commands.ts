import { CER_CODE } from '@thumba/contract/codes';
import type { Day } from '@thumba/lending/day';
import { deleteOtherTraces, insertTraces } from '../../book/trace/borrower-trace.ts';
import { type Database, statement } from '../../platform/database.ts';
import { rowOneByOne } from '../../platform/one-by-one.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Identity } from '../borrower/applicant.ts';
import { CHANGES_REFUSED, CURRENT_NUMBER, SAVED_NUMBER } from '../borrower/identity-entry.ts';
import type { FormCode } from './columns.ts';
import type { FormValues } from './form-rules.ts';
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
  | 'number_kept'
  | 'changed_often_today'
  | 'changed_too_often';

const FILES_PER_BORROWER_PER_HOUR = 30;

/**
 * The named files, and those of them that the borrower may use: their own, and recent ones that no borrower has
 * claimed.
 */
const USABLE_FILES = `named_file as (
  select * from unnest($fileIds::text[], $purposes::text[]) as f (file_id, purpose)
),
usable_file as (
  select file.file_id, file.borrower_id is null as is_unclaimed
  from stored_file file join named_file using (file_id, purpose)
  where file.borrower_id = $borrowerId
    or (file.borrower_id is null and file.uploaded_at > $now::timestamptz - interval '1 hour')
)`;

/** The values of `USABLE_FILES`. */
type UsableFilesValues = { borrowerId: number; fileIds: string[]; purposes: string[]; now: Date };

/** Branches of a `case`: why the borrower may not have these files. */
const FILES_REFUSED = `when (select count(*) from usable_file) < (select count(*) from named_file) then 'no_such_file'
       when (select count(*) from usable_file where is_unclaimed) > 0
         and (select count(*) from usable_file where is_unclaimed) + (
           select count(*) from stored_file
           where borrower_id = $borrowerId and uploaded_at > $now::timestamptz - interval '1 hour'
         ) > ${FILES_PER_BORROWER_PER_HOUR} then 'too_many_files'`;

/**
 * The CTE `claimed`: gives the borrower the usable files if the verdict is this outcome and no other borrower was
 * faster.
 */
function claimedWhere(outcome: ClaimOutcome | IdentityOutcome): string {
  return `claimed as (
     update stored_file file set borrower_id = $borrowerId
     from usable_file, verdict
     where file.file_id = usable_file.file_id and verdict.outcome = '${outcome}'
       and (file.borrower_id is null or file.borrower_id = $borrowerId)
     returning file.file_id
   )`;
}

export type ClaimOutcome = 'claimed' | 'no_such_file' | 'too_many_files';

const claimFilesStatement = statement<{ outcome: ClaimOutcome }, UsableFilesValues>(
  'authentication: claim files',
  `with ${USABLE_FILES},
   verdict as (
     select case
       ${FILES_REFUSED}
       else 'claimed'
     end as outcome
   ),
   ${claimedWhere('claimed')}
   select case
     when verdict.outcome = 'claimed' and (select count(*) from claimed) < (select count(*) from named_file)
       then 'no_such_file'
     else verdict.outcome
   end as outcome
   from verdict`,
);

/** Gives the borrower pictures. A picture of another borrower is refused like one that does not exist. */
export async function claimFiles(
  db: Database,
  claim: { borrowerId: number; frontFileId: string; backFileId: string | undefined; now: Date },
): Promise<ClaimOutcome> {
  const row = await db.row(claimFilesStatement, {
    borrowerId: claim.borrowerId,
    ...filesOf(claim),
    now: claim.now,
  });
  return row!.outcome;
}

const confirmIdentityStatement = statement<
  { outcome: IdentityOutcome },
  UsableFilesValues & {
    nationalIdHashes: Buffer[];
    identityHashes: Buffer[];
    today: Day;
    frontFileId: string;
    backFileId: string | null;
    identitySealed: Buffer;
  }
>(
  'authentication: confirm identity',
  `with ${USABLE_FILES},
   ${CURRENT_NUMBER},
   verdict as (
     -- No branch depends on the numbers of other borrowers.
     select case
       ${CHANGES_REFUSED}
       ${FILES_REFUSED}
       -- A borrower who applied or is blocked keeps the card's number, or would come back with another one.
       when exists (
         select from current_number n, borrower b join borrower_standing s using (borrower_id)
         where b.borrower_id = $borrowerId and n.national_id_hash <> all ($nationalIdHashes::bytea[])
           and (b.blocked_at is not null or s.applications > 0)
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
     insert into borrower_identity (borrower_id, front_file_id, back_file_id, identity_sealed, confirmed_at)
     select $borrowerId::bigint, $frontFileId::text, $backFileId::text, $identitySealed::bytea, $now::timestamptz
     from allowed_verdict
     on conflict (borrower_id) do update
       set front_file_id = excluded.front_file_id, back_file_id = excluded.back_file_id,
         identity_sealed = excluded.identity_sealed, confirmed_at = excluded.confirmed_at
     returning borrower_id
   )
   select case
     when verdict.outcome = 'confirmed' and not exists (select from saved_identity) then 'no_such_file'
     else verdict.outcome
   end as outcome
   from verdict`,
);

/**
 * Claims the pictures and keeps the identity and its number: all of it or nothing. A number that another borrower
 * entered is kept like any other. The rules refer the application with it to a person.
 */
export async function confirmIdentity(
  db: Database,
  sealing: Sealing,
  confirmation: IdentityConfirmation,
): Promise<IdentityOutcome> {
  const { borrowerId, identity, frontFileId, backFileId, now, today } = confirmation;
  const values = {
    borrowerId,
    ...filesOf(confirmation),
    now,
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
  };
  // The same borrower may confirm twice at the same time.
  const row = await retryOnConflict('a confirmed identity', () =>
    rowOneByOne(db, sealing, { national_id: identity.idNumber }, confirmIdentityStatement, values),
  );
  return row!.outcome;
}

function filesOf({
  frontFileId,
  backFileId,
}: {
  frontFileId: string;
  backFileId: string | undefined;
}): Pick<UsableFilesValues, 'fileIds' | 'purposes'> {
  return backFileId === undefined
    ? { fileIds: [frontFileId], purposes: ['nrc_front'] }
    : { fileIds: [frontFileId, backFileId], purposes: ['nrc_front', 'nrc_back'] };
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
