import { ALL_STEPS_DONE, CER_CODE } from '@thumba/contract/codes';
import type { PictureToRetake } from '@thumba/lending/decision-reason';
import { pictureAskedAgain } from '../../book/loan/picture-request.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity, openPersonal, type Personal } from '../borrower/applicant.ts';
import { faceOutcome } from '../borrower/face-check.ts';
import type { FormCode } from './columns.ts';
import type { FormValues } from './form-rules.ts';
import { questionnaire } from './questionnaire.ts';

type AuthenticationSteps = { identity: boolean; personal: boolean; emergencyContact: boolean; face: boolean };

/** The data that a borrower has given so far. */
export type BorrowerDetails = {
  steps: AuthenticationSteps;
  /** What staff wait for: other pictures of the card, or of the face. */
  pictureAskedAgain: PictureToRetake | null;
  identity?: Identity;
  personal?: Personal;
  questionnairePoints?: number;
};

type DetailsRow = {
  identity_sealed: Buffer | null;
  has_picture: boolean;
  asked_again: PictureToRetake | null;
  personal_sealed: Buffer | null;
  has_contacts: boolean;
  has_face: boolean;
  points: number | null;
};

const readBorrowerDetailsStatement = statement<DetailsRow, { borrowerId: number }>(
  'authentication: details',
  `select
     (select identity_sealed from borrower_identity where borrower_id = $borrowerId) as identity_sealed,
     exists (select from borrower_identity where borrower_id = $borrowerId and front_file_id is not null) as has_picture,
     ${pictureAskedAgain('$borrowerId::bigint')} as asked_again,
     (
       select values_sealed from borrower_form
       where borrower_id = $borrowerId and cer_code = ${CER_CODE.personal}
     ) as personal_sealed,
     exists (
       select from borrower_form where borrower_id = $borrowerId and cer_code = ${CER_CODE.emergencyContact}
     ) as has_contacts,
     ${faceOutcome('$borrowerId')} is not null as has_face,
     (select sum(points)::integer from questionnaire_answer where borrower_id = $borrowerId) as points`,
);

export async function readBorrowerDetails(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
): Promise<BorrowerDetails> {
  const row = (await db.row(readBorrowerDetailsStatement, { borrowerId }))!;
  return {
    steps: {
      // An identity of an earlier system has no picture. It is confirmed before the next loan.
      identity: row.has_picture,
      personal: row.personal_sealed !== null,
      emergencyContact: row.has_contacts,
      face: row.has_face,
    },
    pictureAskedAgain: row.asked_again,
    ...(row.identity_sealed ? { identity: openIdentity(sealing, borrowerId, row.identity_sealed) } : {}),
    ...(row.personal_sealed ? { personal: openPersonal(sealing, borrowerId, row.personal_sealed) } : {}),
    ...(row.points === null ? {} : { questionnairePoints: row.points }),
  };
}

/** The first step that is not done. The face is checked with the application and is no step here. */
function nextStep(steps: AuthenticationSteps): number {
  if (!steps.identity) return CER_CODE.identity;
  if (!steps.personal) return CER_CODE.personal;
  return steps.emergencyContact ? ALL_STEPS_DONE : CER_CODE.emergencyContact;
}

/** What the borrower's own page shows of authentication. */
export async function readProfile(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
): Promise<{
  name?: string;
  email?: string;
  authStep: number;
  hasIdentity: boolean;
  questionsWaiting: number;
}> {
  const { steps, identity, personal, questionnairePoints } = await readBorrowerDetails(
    db,
    sealing,
    borrowerId,
  );
  return {
    ...(identity ? { name: `${identity.firstName} ${identity.lastName}` } : {}),
    ...(personal?.email ? { email: personal.email } : {}),
    authStep: nextStep(steps),
    hasIdentity: identity !== undefined,
    questionsWaiting: questionnairePoints === undefined ? questionnaire().questions.length : 0,
  };
}

const readFormStatement = statement<{ values_sealed: Buffer }, { borrowerId: number; cerCode: FormCode }>(
  'authentication: read form',
  'select values_sealed from borrower_form where borrower_id = $borrowerId and cer_code = $cerCode',
);

export async function readFormValues(
  db: Database,
  sealing: Sealing,
  borrowerId: number,
  cerCode: FormCode,
): Promise<FormValues> {
  const row = await db.row(readFormStatement, { borrowerId, cerCode });
  if (!row) return {};
  const place = { borrower_id: borrowerId, cer_code: cerCode };
  return JSON.parse(sealing.open('borrower_form.values_sealed', place, row.values_sealed));
}

const hasAnsweredStatement = statement<
  { has_answered: boolean },
  { borrowerId: number; questionnaireId: number }
>(
  'authentication: has answered',
  `select exists (
     select from questionnaire_answer where borrower_id = $borrowerId and questionnaire_id = $questionnaireId
   ) as has_answered`,
);

export async function hasAnswered(
  db: Database,
  borrowerId: number,
  questionnaireId: number,
): Promise<boolean> {
  const row = await db.row(hasAnsweredStatement, { borrowerId, questionnaireId });
  return row!.has_answered;
}
