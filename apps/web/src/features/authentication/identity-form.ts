import type { Answer, Request } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { identityWords } from '../../words/identity.ts';
import { readDate } from './date-entry.ts';
import { nrcNumberMessage } from './nrc-number.ts';

type IdentityAnswer = Answer<'addOrUpdateUserOcrInfoV3'>;
type ConfirmedIdentity = Extract<Request<'addOrUpdateUserOcrInfoV3'>['body'], { confirm: true }>;

export const EMPTY_IDENTITY = {
  frontFileId: '',
  backFileId: '',
  idNumber: '',
  firstName: '',
  lastName: '',
  birthDate: '',
  gender: '',
};
export type IdentityValues = Readonly<typeof EMPTY_IDENTITY>;

const READ_FIELDS = ['idNumber', 'firstName', 'lastName', 'birthDate', 'gender'] as const;

/** What the server says of the pictures. */
export type CardReading = Extract<IdentityAnswer, { confidence: number }>;

/** The fields that were read from the card; empty when none were. */
export function readFields(answer: CardReading): Partial<IdentityValues> {
  return Object.fromEntries(
    READ_FIELDS.flatMap((field) => (answer[field] === undefined ? [] : [[field, answer[field]]])),
  );
}

type FromCard = { values: Partial<IdentityValues>; read: Partial<IdentityValues> };

/**
 * Puts what was read into the fields that the borrower has not touched: those that are empty, and those that still have
 * what was read before. `before` is what was read before. A reading that found nothing changes nothing.
 */
export function fillFromCard(
  { values, read: before }: FromCard,
  found: Partial<IdentityValues>,
  isSameFront: boolean,
): FromCard {
  if (Object.keys(found).length === 0) return { values, read: before };
  const filled = { ...values };
  const read: Record<string, string> = {};
  for (const field of READ_FIELDS) {
    const was = before[field];
    const isUntouched = (values[field] ?? '') === (was ?? '');
    const now = found[field] ?? (isUntouched && !isSameFront ? undefined : was);
    if (isUntouched) filled[field] = now ?? '';
    if (now !== undefined) read[field] = now;
  }
  return { values: filled, read };
}

/** What was read, and from which front. */
export type ReadCard = { read: Partial<IdentityValues>; frontFileId: string };

/** The fields that still have what was read from the front that is shown. */
export function fieldsAsRead(
  values: Partial<IdentityValues>,
  { read, frontFileId }: ReadCard,
): ReadonlySet<string> {
  if (frontFileId !== values.frontFileId) return new Set();
  return new Set(READ_FIELDS.filter((field) => read[field] !== undefined && read[field] === values[field]));
}

export function identityMessages(values: Partial<IdentityValues>, today: Day): Record<string, string> {
  const birthDate = readDate(values.birthDate ?? '');
  const { missing } = identityWords;
  const messages: Record<string, string | undefined> = {
    frontFileId: values.frontFileId ? undefined : missing.front,
    backFileId: values.backFileId ? undefined : missing.back,
    idNumber: nrcNumberMessage(values.idNumber ?? ''),
    firstName: values.firstName?.trim() ? undefined : missing.firstName,
    lastName: values.lastName?.trim() ? undefined : missing.lastName,
    birthDate: birthDate !== undefined && birthDate < today ? undefined : missing.birthDate,
    gender: values.gender ? undefined : missing.gender,
  };
  return Object.fromEntries(
    Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** What is confirmed, once `identityMessages` finds nothing wrong. */
export function confirmedIdentity(values: IdentityValues): ConfirmedIdentity {
  return {
    confirm: true,
    frontFileId: values.frontFileId,
    ...(values.backFileId ? { backFileId: values.backFileId } : {}),
    idNumber: values.idNumber,
    firstName: values.firstName.trim(),
    lastName: values.lastName.trim(),
    birthDate: readDate(values.birthDate) ?? '',
    gender: values.gender === 'F' ? 'F' : 'M',
  };
}
