import { cardNumber } from '@thumba/identity/card-number';
import { isDay } from '@thumba/lending/day';
import { z } from 'zod';
import {
  day,
  id,
  idInPath,
  instant,
  kwachaOut,
  MOBILE_PATTERN,
  nothing,
  operatorName,
  page,
  pageSize,
  visibleText,
} from '../fields.ts';
import { reason } from './people.ts';

const caseParams = z.object({ caseId: idInPath });
const accountParams = z.object({ borrowerId: idInPath, accountId: idInPath });

/** The lists of people, as they are named in a call. */
const listKind = z.enum(['un', 'domestic', 'pep']);

/** `ended`: the entry left the list, or the identity changed, before a person decided. */
const caseState = z.enum(['open', 'confirmed', 'cleared', 'released', 'ended']);

const oneCase = z.object({
  caseId: id,
  borrowerId: id,
  state: caseState,
  foundAt: instant,
  listKind,
  listedName: z.string(),
  borrowerName: z.string().nullable(),
  /** From 0, the same name, to 1. */
  distance: z.number(),
  /** A list without a birth date says nothing of it. */
  birth: z.enum(['agrees', 'unknown']),
  decidedAt: instant.nullable(),
});

const span = z.object({ from: day, to: day });
const person = z.object({ name: z.string(), birthDate: z.string().nullable() });

/** A list as it is in use. */
const listInUse = z.object({
  /** The number of its import. */
  revision: id,
  /** The United Nations' list says when it was made. Another list has the name of its file. */
  label: z.string(),
  people: z.int(),
  importedAt: instant,
  importedBy: z.string(),
  /** Since when it is that old: when it was made, if it says so, and when it was imported otherwise. */
  since: instant,
});

const FILE_NAME_MAX_LENGTH = 200;

const listFile = { kind: listKind, name: visibleText(FILE_NAME_MAX_LENGTH).min(1) };

const DECISIONS = ['clear', 'confirm', 'release'] as const;

const NAME_MAX_LENGTH = 120;

const blockedSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('id_number'),
    idNumber: z
      .string()
      .trim()
      .refine((text) => cardNumber(text) !== undefined, 'Write the number as on the card: 123456/10/1'),
  }),
  z.object({
    kind: z.literal('mobile'),
    mobile: z.string().trim().regex(MOBILE_PATTERN, 'Write ten digits, as in 0977123456'),
  }),
  z.object({
    kind: z.literal('person'),
    name: visibleText(NAME_MAX_LENGTH).refine(
      (text) => text.trim().includes(' '),
      'Write at least two parts of the name',
    ),
    birthDate: z.string().refine(isDay, 'Write the birth date as 1985-03-02'),
  }),
]);

export const cases = {
  listCases: {
    query: z.object({ state: z.enum(['open', 'confirmed', 'decided']).default('open'), page, pageSize }),
    output: z.object({ total: z.int(), items: z.array(oneCase) }),
  },
  getCase: {
    params: caseParams,
    output: z.object({
      ...oneCase.shape,
      /** What is shown, for the decision on it. */
      shown: z.string(),
      listReference: z.string(),
      /** What the file of the list says of itself. */
      listLabel: z.string().nullable(),
      listedNames: z.array(z.string()),
      listedBirths: z.array(span),
      /** As the borrower typed it, and as the card was read. */
      typed: person.nullable(),
      read: person.nullable(),
      maskedMobile: z.string().nullable(),
      maskedIdNumber: z.string().nullable(),
      registeredAt: instant,
      loans: z.int(),
      /** The application that waits for a person, because of this or for another reason. */
      waitingLoanId: id.nullable(),
      waitingPayouts: z.array(z.object({ loanId: id.nullable(), amount: kwachaOut, since: instant })),
      decision: z.object({ by: z.string(), at: instant, reason: z.string() }).nullable(),
      history: z.array(z.object({ at: instant, by: z.string(), decision: z.enum(DECISIONS) })),
      others: z.array(z.object({ caseId: id, listKind, listedName: z.string(), state: caseState })),
    }),
  },
  decideCase: {
    params: caseParams,
    body: z.object({ decision: z.enum(DECISIONS), reason, shown: z.string().max(100) }),
    output: nothing,
  },
  getScreeningLists: {
    output: z.object({
      lists: z.array(z.object({ kind: listKind, inUse: listInUse.nullable() })),
      /** The comparison of the whole book with these lists. Null before the first import. */
      comparison: z
        .object({
          /** Borrowers with an identity when it began. */
          borrowers: z.int(),
          compared: z.int(),
          beganAt: instant.nullable(),
          /** Null while it runs. */
          endedAt: instant.nullable(),
        })
        .nullable(),
    }),
  },
  readScreeningList: {
    query: z.object(listFile),
    output: z.object({
      label: z.string(),
      people: z.int(),
      /** Names the file, for its import. */
      digest: z.string(),
      age: z.enum(['newer', 'in_use', 'older']),
      inUse: listInUse.nullable(),
      /** Compared by the number that a list gives to a person. */
      added: z.int(),
      removed: z.int(),
    }),
  },
  importScreeningList: {
    query: z.object({
      ...listFile,
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      /** The import that it replaces, as it was shown. 0 for the first list of its kind. */
      replaces: z.coerce.number().int().min(0),
      ifOlder: z.enum(['refuse', 'replace']),
    }),
    output: z.object({ people: z.int() }),
  },
  listBlocked: {
    query: z.object({ page, pageSize }),
    output: z.object({
      total: z.int(),
      items: z.array(
        z.object({
          entryId: id,
          kind: z.enum(['id_number', 'mobile', 'person']),
          text: z.string(),
          birthDate: day.nullable(),
          reason: z.string(),
          addedBy: z.string(),
          addedAt: instant,
        }),
      ),
    }),
  },
  addBlocked: {
    body: z.object({ subject: blockedSubject, reason }),
    output: z.object({ entryId: id }),
  },
  liftBlocked: { params: z.object({ entryId: idInPath }), body: z.object({ reason }), output: nothing },
  listHolders: {
    output: z.object({
      items: z.array(
        z.object({
          borrowerId: id,
          accountId: id,
          operator: operatorName,
          mobile: z.string(),
          identityName: z.string(),
          holderName: z.string(),
          /** When the operator told the name. It is what was looked at. */
          askedAt: instant,
          payouts: z.array(z.object({ loanId: id.nullable(), amount: kwachaOut, since: instant })),
        }),
      ),
    }),
  },
  allowHolder: {
    params: accountParams,
    body: z.object({ reason, askedAt: instant }),
    output: nothing,
  },
  refuseHolder: { params: accountParams, body: z.object({ reason }), output: nothing },
};
