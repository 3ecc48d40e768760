import { CER_CODE } from '@thumba/contract/codes';
import type { Answer } from '@thumba/contract/wire';
import { type Day, isDay, wholeYearsBetween } from '@thumba/lending/day';
import type { Calendar } from '../../book/calendar/calendar.ts';
import type { SecurityLog } from '../../book/security-log/security-log.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { createGarbageCollection } from '../../platform/garbage.ts';
import type { Log } from '../../platform/log.ts';
import { createPlaces } from '../../platform/places.ts';
import { done, named, type Reply, refused, refusedAlways } from '../../platform/reply.ts';
import { maskEmail, maskMobile, maskName } from '../../platform/sealing.ts';
import { type Server, serve } from '../../platform/serve.ts';
import { tryLater } from '../../platform/try-later.ts';
import { waitWords } from '../../platform/wait-words.ts';
import { networkOf } from '../borrower/network-address.ts';
import { findBorrowerMobile } from '../borrower/queries.ts';
import { DEVICE_UNCONFIRMED } from '../borrower/unconfirmed-device.ts';
import { cardFiles, claimFiles } from './claim-files.ts';
import { type FormColumn, formColumns } from './columns.ts';
import { confirmIdentity, type IdentityOutcome, saveForm, submitAnswers } from './commands.ts';
import { createDraw } from './drawing-process.ts';
import { checkForm } from './form-rules.ts';
import { formWords } from './form-words.ts';
import { identityWords } from './identity-words.ts';
import { MAX_PICTURE_BYTES } from './picture.ts';
import { pictureWords } from './picture-words.ts';
import { hasAnswered, readBorrowerDetails, readFormValues } from './queries.ts';
import { questionnaire, scoreAnswers } from './questionnaire.ts';
import { questionnaireWords } from './questionnaire-words.ts';
import { regionsIn, regionTree } from './regions.ts';
import { isFileId, keepUpload, type UploadDeps, uploadLimitEndsAt } from './uploads.ts';

export type AuthenticationDeps = Omit<UploadDeps, 'draw'> & {
  log: Log;
  securityLog: SecurityLog;
  uploadLimits: UploadLimits;
  clock: Clock;
  calendar: Calendar;
  isFaceRequired: boolean;
  /** Reads the pictures of a card, which are this borrower's. */
  readCard(card: {
    borrowerId: number;
    frontFileId: string;
    backFileId: string | undefined;
  }): Promise<Reply<Answer<'addOrUpdateUserOcrInfoV3'>>>;
  /** Compares the borrower with the lists, and asks the operators for the names of the accounts. */
  checkPerson(borrowerId: number): Promise<void>;
};

/** What uploads may take of the process at once. */
export type UploadLimits = {
  atOnce: number;
  perAddressAtOnce: number;
  maxMegapixels: number;
  timeoutMs?: number | undefined;
};

const MAX_AGE_YEARS = 120;
/** Base64 adds a third. The rest is for pictures that are a little too large, so that they get the refusal in words. */
const UPLOAD_BODY_BYTES = Math.ceil(MAX_PICTURE_BYTES * 1.5);
/** About as long as a picture takes to arrive. */
const BUSY_SECONDS = 5;

export function registerAuthenticationRoutes(server: Server, deps: AuthenticationDeps): void {
  registerFormRoutes(server, deps);
  registerIdentityRoutes(server, deps);
  registerUploadRoute(server, deps);
  registerQuestionnaireRoutes(server, deps);
  serve(server, 'queryAreaInfoById', ({ params }) => done(regionsIn(params.id)));
  serve(server, 'queryAreaTree', () => done(regionTree()));
}

function registerFormRoutes(server: Server, deps: AuthenticationDeps): void {
  const { db, sealing, clock } = deps;

  serve(server, 'getUserAuthProcessStep', async (_input, { borrowerId }) => {
    const { steps, pictureAskedAgain } = await readBorrowerDetails(db, sealing, borrowerId);
    const list = [
      step(CER_CODE.identity, formWords.steps.identity, steps.identity && pictureAskedAgain !== 'identity'),
      step(CER_CODE.personal, formWords.steps.personal, steps.personal),
      step(CER_CODE.emergencyContact, formWords.steps.emergencyContact, steps.emergencyContact),
    ];
    // Staff may ask for the face also where no loan needs it.
    const hasFaceStep = deps.isFaceRequired || pictureAskedAgain === 'face';
    return done(hasFaceStep ? [...list, step(CER_CODE.face, formWords.steps.face, steps.face)] : list);
  });

  serve(server, 'queryCertifyColumnByCerCode', async ({ query: { cerCode } }, { borrowerId, session }) => {
    const values = await readFormValues(db, sealing, borrowerId, cerCode);
    const columns = formColumns(cerCode).map(({ wrong: _wrong, ...column }) => ({
      ...column,
      value: session.isTrusted ? values[column.columnCode] : maskedValue(column, values[column.columnCode]),
    }));
    return done({ cerCode, columns });
  });

  serve(
    server,
    'addOrUpdateUserAuthInfo',
    async ({ body: { cerCode, columns } }, { borrowerId, session }) => {
      if (!session.isTrusted && (await isStepDone(deps, borrowerId, cerCode))) return DEVICE_UNCONFIRMED;
      const ownMobile = await findBorrowerMobile(db, sealing, borrowerId);
      const form = checkForm(cerCode, columns, ownMobile);
      if (!form.ok) return refused(400, form.refusal.message, { fields: form.refusal.fields });
      await saveForm(db, sealing, { borrowerId, cerCode, values: form.value, now: toDate(clock.nowMs()) });
      return done({ cerCode, isAuth: 1 as const });
    },
  );
}

function registerIdentityRoutes(server: Server, deps: AuthenticationDeps): void {
  const { db, sealing, clock, calendar } = deps;

  serve(server, 'addOrUpdateUserOcrInfoV3', async ({ body }, caller) => {
    const { borrowerId, session, address, reference } = caller;
    if (!session.isTrusted && (await isStepDone(deps, borrowerId, CER_CODE.identity)))
      return DEVICE_UNCONFIRMED;
    const { frontFileId, backFileId } = body;
    const now = toDate(clock.nowMs());
    if (![frontFileId, backFileId ?? frontFileId].every(isFileId)) return identityRefusals.no_such_file;
    if (!body.confirm) {
      const files = cardFiles(frontFileId, backFileId);
      const claim = await claimFiles(db, sealing, { borrowerId, files, now });
      if (claim !== 'claimed') return identityRefusals[claim];
      caller.leavePlace();
      return deps.readCard({ borrowerId, frontFileId, backFileId });
    }
    const { idNumber, firstName, lastName, birthDate, gender } = body;
    if (!isBirthDate(birthDate, calendar.today())) {
      const message = identityWords.birthDate;
      return refused(400, message, { fields: { birthDate: message } });
    }
    const identity = { idNumber, firstName, lastName, birthDate, gender };
    const outcome = await confirmIdentity(db, sealing, {
      borrowerId,
      identity,
      frontFileId,
      backFileId,
      now,
      today: calendar.today(),
    });
    if (outcome !== 'confirmed') return identityRefusals[outcome];
    await deps.checkPerson(borrowerId);
    const confirmed = { kind: 'identity_confirmed', outcome: 'succeeded' } as const;
    deps.securityLog.record({ ...confirmed, borrowerId, address, reference });
    return done({ cerCode: CER_CODE.identity, isAuth: 1 as const });
  });
}

function registerUploadRoute(server: Server, deps: AuthenticationDeps): void {
  const { clock, uploadLimits } = deps;
  const places = createPlaces({ atOnce: uploadLimits.atOnce, perHolder: uploadLimits.perAddressAtOnce });
  const garbage = createGarbageCollection();
  const uploadDeps: UploadDeps = { ...deps, draw: createDraw(deps.log, uploadLimits) };
  const hourlyRefusal = (retryAt: Date, nowMs: number) =>
    tryLater('uploads_of_address', pictureWords.tooManyFromNetwork, retryAt, nowMs);

  serve(
    server,
    'uploadBase64',
    async ({ body }, { address }) => {
      const nowMs = clock.nowMs();
      const upload = await keepUpload(uploadDeps, { ...body, address, now: toDate(nowMs) });
      if (upload.kind === 'kept') return done({ fileId: upload.fileId });
      if (upload.kind === 'address_limit') return hourlyRefusal(upload.retryAt, nowMs);
      if (upload.kind === 'not_in_time') return busy.not_in_time();
      const message = pictureWords[upload.kind];
      return refused(400, message, { fields: { image: message } });
    },
    {
      bodyLimitBytes: UPLOAD_BODY_BYTES,
      // Uploads have places of their own.
      requestClass: 'always',
      refuseBeforeBody: async ({ address }, whenOver) => {
        const holder = networkOf(address);
        const taken = places.take(holder);
        if (taken !== 'taken') return busy[taken]();
        whenOver((receivedBytes) => {
          places.free(holder);
          garbage.collectSoon(receivedBytes);
        });
        const nowMs = clock.nowMs();
        const retryAt = await uploadLimitEndsAt(deps, { address, now: toDate(nowMs) });
        return retryAt ? hourlyRefusal(retryAt, nowMs) : undefined;
      },
    },
  );
}

const RETRY_SOON = { retryAfterSeconds: BUSY_SECONDS };
const busy = {
  not_in_time: () => named('picture_not_in_time', refused(503, pictureWords.not_in_time, RETRY_SOON)),
  all_taken: () =>
    named(
      'uploads_at_once',
      refused(503, pictureWords.manyArriving(waitWords.seconds(BUSY_SECONDS)), RETRY_SOON),
    ),
  holder_has_enough: () =>
    named(
      'uploads_of_address_at_once',
      refused(429, pictureWords.networkSending(waitWords.seconds(BUSY_SECONDS)), RETRY_SOON),
    ),
};

function registerQuestionnaireRoutes(server: Server, { db, clock }: AuthenticationDeps): void {
  serve(server, 'questionnaireInfo', async (_input, { borrowerId }) => {
    const { questionnaireId, title, questions } = questionnaire();
    const info: Answer<'questionnaireInfo'> = {
      questionnaireId,
      title,
      questions: questions.map(({ questionId, text, options }) => ({
        questionId,
        text,
        type: 'single',
        required: true,
        options: options.map((option) => ({ optionId: option.optionId, text: option.text })),
      })),
      answered: await hasAnswered(db, borrowerId, questionnaireId),
    };
    return done(info);
  });

  serve(server, 'questionnaireSubmit', async ({ body }, { borrowerId }) => {
    const asked = questionnaire();
    const { questionnaireId } = asked;
    if (body.questionnaireId !== questionnaireId) return refused(404, questionnaireWords.noSuchQuestionnaire);
    const scored = scoreAnswers(asked, body.answers);
    if (!scored.ok) return refused(400, questionnaireWords.answerAll, { fields: scored.refusal });
    const now = toDate(clock.nowMs());
    const isFirst = await submitAnswers(db, { borrowerId, questionnaireId, ...scored.value, now });
    return isFirst ? done(null) : refused(409, questionnaireWords.answered);
  });
}

/** The value as a borrower sees it on a device that is not confirmed. What is no text is left out. */
function maskedValue(
  { type }: Pick<FormColumn, 'type'>,
  value: string | number | undefined,
): string | undefined {
  if (typeof value !== 'string') return undefined;
  switch (type) {
    case 'phone':
      return maskMobile(value);
    case 'email':
      return maskEmail(value);
    case 'text':
      return maskName(value);
    default:
      return undefined;
  }
}

async function isStepDone(
  { db, sealing }: AuthenticationDeps,
  borrowerId: number,
  cerCode: number,
): Promise<boolean> {
  const { steps } = await readBorrowerDetails(db, sealing, borrowerId);
  if (cerCode === CER_CODE.identity) return steps.identity;
  return cerCode === CER_CODE.personal ? steps.personal : steps.emergencyContact;
}

type Step = Answer<'getUserAuthProcessStep'>[number];

function step(cerCode: Step['cerCode'], cerName: string, isDone: boolean): Step {
  return { cerCode, cerName, isAuth: isDone ? 1 : 0, required: true };
}

function isBirthDate(text: string, today: Day): text is Day {
  return isDay(text) && text <= today && wholeYearsBetween(text, today) <= MAX_AGE_YEARS;
}

const identityRefusals: Readonly<Record<Exclude<IdentityOutcome, 'confirmed'>, Reply<never>>> = {
  no_such_file: refusedAlways(404, () => identityWords.no_such_file),
  too_many_files: refusedAlways(429, () => identityWords.too_many_files, {
    cause: 'pictures_of_hour',
    data: { retryAfterSeconds: 3600 },
  }),
  loan_open: refusedAlways(409, () => identityWords.loanOpen),
  number_kept: refusedAlways(409, () => identityWords.number_kept),
  changed_often_today: refusedAlways(429, () => identityWords.changed_often_today, {
    cause: 'identity_changes_of_day',
    data: { retryAfterSeconds: 86_400 },
  }),
  changed_too_often: refusedAlways(429, () => identityWords.changed_too_often, {
    cause: 'identity_changes',
  }),
};
