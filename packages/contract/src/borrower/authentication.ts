import { NUMBER_PATTERN } from '@thumba/identity/card-number';
import { z } from 'zod';
import { said } from '../contract-words.ts';
import { hasHiddenCharacters, id, idInPath } from '../fields.ts';

const cerCode = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(15)]);
const formCode = z.union([z.literal(2), z.literal(3)], said('form'));
const fileId = z.string(said('takePicture')).min(1, said('takePicture')).max(64);

export const columnType = z.enum([
  'text',
  'email',
  'number',
  'money',
  'phone',
  'date',
  'select',
  'region',
  'file',
]);

const columnValue = z.union([z.string().max(500), z.number()]);

const column = z.object({
  columnCode: z.string(),
  label: z.string(),
  type: columnType,
  required: z.boolean(),
  value: columnValue.optional(),
  placeholder: z.string().optional(),
  hint: z
    .string()
    .optional()
    .meta({ description: 'What to enter. It stays below the field while the borrower types' }),
  maxLength: z.int().optional(),
  pattern: z.string().optional(),
  options: z.array(z.object({ value: z.string(), label: z.string() })).optional(),
  group: z.string().optional(),
  appliesWhen: z
    .object({ columnCode: z.string(), values: z.array(z.string()) })
    .optional()
    .meta({
      description:
        'The column is asked for only while this other column has one of these values. Otherwise it is not required, and its value is dropped',
    }),
});

/** A name as it stands on a card. */
export const nameOnCard = (message: ReturnType<typeof said> | string) =>
  z
    .string(message)
    .trim()
    .min(1, message)
    .max(60, message)
    .refine((text) => !hasHiddenCharacters(text), said('hiddenCharacters'));

const readFields = [
  'idNumber',
  'firstName',
  'lastName',
  'birthDate',
  'gender',
  'district',
  'village',
] as const;
const pictureVerdicts = [
  'read',
  'unread',
  'not_a_card',
  'blurred',
  'dark',
  'cut_off',
  'glare',
  'wrong_side',
  'busy',
] as const;

const identityRead = z.object({
  frontFileId: fileId,
  backFileId: fileId.optional(),
  confirm: z.literal(false),
});

const identityConfirmed = z.object({
  frontFileId: fileId,
  backFileId: fileId.optional(),
  confirm: z.literal(true),
  idNumber: z.string(said('nrc')).regex(NUMBER_PATTERN, said('nrcPattern')),
  firstName: nameOnCard(said('firstName')),
  lastName: nameOnCard(said('lastName')),
  birthDate: z.string(said('birthDate')).regex(/^\d{4}-\d{2}-\d{2}$/, said('birthDate')),
  gender: z.enum(['M', 'F'], said('gender')),
});

export const authentication = {
  getUserAuthProcessStep: {
    output: z.array(
      z.object({
        cerCode,
        cerName: z.string(),
        isAuth: z.union([z.literal(0), z.literal(1)]),
        required: z.boolean(),
      }),
    ),
  },
  queryCertifyColumnByCerCode: {
    query: z.object({ cerCode: z.coerce.number().pipe(formCode) }),
    output: z.object({ cerCode: formCode, columns: z.array(column) }),
  },
  addOrUpdateUserAuthInfo: {
    body: z.object({
      cerCode: formCode,
      columns: z
        .array(z.object({ columnCode: z.string().max(60), value: columnValue.nullish() }), said('fillForm'))
        .max(50),
    }),
    output: z.object({ cerCode: formCode, isAuth: z.literal(1) }),
  },
  addOrUpdateUserOcrInfoV3: {
    body: z.discriminatedUnion('confirm', [identityRead, identityConfirmed]),
    output: z.union([
      z.object({ cerCode: z.literal(1), isAuth: z.literal(1) }),
      z.object({
        idNumber: z.string().optional(),
        firstName: z.string().optional(),
        lastName: z.string().optional(),
        birthDate: z.string().optional(),
        gender: z.enum(['M', 'F']).optional(),
        district: z.string().optional(),
        village: z.string().optional(),
        confidence: z
          .number()
          .meta({ description: 'From 0 to 1: how sure the least sure field is. 0 when nothing was read' }),
        confidences: z
          .partialRecord(z.enum(readFields), z.number())
          .optional()
          .meta({ description: 'How sure each field is. A field of which the reader is not sure is absent' }),
        picture: z.enum(pictureVerdicts).meta({ description: 'What came of reading the picture' }),
        message: z.string().meta({ description: 'What happened, in one sentence for the borrower' }),
      }),
    ]),
  },
  uploadBase64: {
    body: z.object({
      image: z.string(said('choosePicture')).min(1, said('choosePicture')),
      purpose: z.enum(
        ['nrc_front', 'nrc_back', 'selfie', 'avatar', 'face_frame', 'evidence'],
        said('picturePurpose'),
      ),
    }),
    output: z.object({ fileId: z.string() }),
  },
  questionnaireInfo: {
    body: z.object({}),
    output: z.object({
      questionnaireId: id,
      title: z.string(),
      questions: z.array(
        z.object({
          questionId: id,
          text: z.string(),
          type: z.enum(['single', 'multiple', 'number', 'text']),
          required: z.boolean(),
          options: z.array(z.object({ optionId: id, text: z.string() })).optional(),
        }),
      ),
      answered: z.boolean(),
    }),
  },
  questionnaireSubmit: {
    body: z.object({
      questionnaireId: id,
      answers: z
        .array(
          z.object({
            questionId: id,
            optionIds: z.array(id).max(20).optional(),
            value: z.union([z.string().max(500), z.number()]).optional(),
          }),
          said('questions'),
        )
        .max(50),
    }),
    output: z.null(),
  },
  queryAreaInfoById: {
    params: z.object({ id: idInPath }),
    output: z.array(z.object({ id, name: z.string(), parentId: id, level: z.int() })),
  },
  queryAreaTree: {
    output: z.array(
      z.object({ id, name: z.string(), districts: z.array(z.object({ id, name: z.string() })) }),
    ),
  },
};
