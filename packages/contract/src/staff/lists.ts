import { z } from 'zod';
import { orderStatus } from '../borrower/borrowing.ts';
import { day, id, instant, kwachaOut, operatorName, pageSize } from '../fields.ts';
import { bookDay, isBookDay } from './book-day.ts';
import {
  BORROWER_GROUPS,
  BORROWER_SORTS,
  DECIDED_GROUPS,
  DECIDED_SORTS,
  type DecidedSort,
  DIRECTIONS,
  LOAN_GROUPS,
  LOAN_SORTS,
  type LoanGroup,
  type LoanSort,
  PAYMENT_GROUPS,
  PAYMENT_SORTS,
  type PaymentGroup,
  type PlaceValue,
} from './list-words.ts';

const INSTANT = /^2\d{3}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/;
const IS_VALUE: Record<PlaceValue, (text: string) => boolean> = {
  number: (text) => /^-?\d{1,15}$/.test(text),
  day: isBookDay,
  instant: (text) => INSTANT.test(text) && isBookDay(text.slice(0, 10)),
};
const IS_KEY = {
  number: (text: string) => /^\d{1,15}$/.test(text),
  uuid: (text: string) => z.uuid().safeParse(text).success,
};

const place = z.string().max(80).optional();
/** The page begins after one place, or ends before another. */
const ofPage = { direction: z.enum(DIRECTIONS).default('desc'), after: place, before: place, pageSize };

/** The first and the last day of a list that is sorted by days or instants, both included. */
const ofDays = { from: bookDay.optional(), to: bookDay.optional() };
type Days = { from?: string | undefined; to?: string | undefined };

const isInOrder = ({ from, to }: Days): boolean => from === undefined || to === undefined || from <= to;
const NOT_IN_ORDER = { error: 'The first day is after the last day.', path: ['to'] };

/** The index of a sort has its days in their order, and no other index has. */
const daysAreOf =
  <Sort extends string>(sortOfDays: Sort) =>
  ({ sort, from, to }: Days & { sort: Sort }): boolean =>
    sort === sortOfDays || (from === undefined && to === undefined);
const noDaysBut = (order: string) => ({
  error: `Days narrow the list only where it is sorted by ${order}.`,
  path: ['from'],
});

type Placed<Sort> = { sort: Sort; after?: string | undefined; before?: string | undefined };

/** A place is the value and the key of a row, as the answer named them. A place of another sort is refused. */
function hasPlaceOf<Sort extends string>(
  kindOf: Readonly<Record<Sort, PlaceValue>>,
  keyKind: keyof typeof IS_KEY,
): (query: Placed<Sort>) => boolean {
  return ({ sort, after, before }) => {
    if (after !== undefined && before !== undefined) return false;
    return [after, before].every((text) => {
      if (text === undefined) return true;
      const [value = '', key = ''] = text.split('_');
      return IS_VALUE[kindOf[sort]](value) && IS_KEY[keyKind](key);
    });
  };
}
const OTHER_PLACE = { error: 'This place is not of this list.', path: ['after'] };

/** `next` and `previous` are the `after` and the `before` of the pages beside this one; null where there is none. */
const listOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ items: z.array(row), next: z.string().nullable(), previous: z.string().nullable() });

const way = z.enum(['collection', 'payout']);
const loanGroup = z.enum(['all', ...(Object.keys(LOAN_GROUPS) as LoanGroup[])]);
const paymentGroup = z.enum(['all', ...(Object.keys(PAYMENT_GROUPS) as PaymentGroup[])]);

export const lists = {
  listLoans: {
    query: z
      .object({
        group: loanGroup.default('all'),
        sort: z.enum(LOAN_SORTS).default('number'),
        product: z.coerce.number().int().min(0).max(1_000_000).optional(),
        /** The days of payout. */
        ...ofDays,
        ...ofPage,
      })
      .refine(isInOrder, NOT_IN_ORDER)
      .refine(daysAreOf<LoanSort>('disbursed'), noDaysBut('the day of payout'))
      .refine(hasPlaceOf({ number: 'number', disbursed: 'day', amount: 'number' }, 'number'), OTHER_PLACE)
      .refine(({ product, sort }) => product === undefined || sort !== 'amount', {
        error: 'The loans of a product are not sorted by their amount.',
        path: ['sort'],
      }),
    output: listOf(
      z.object({
        loanId: id,
        borrowerId: id,
        state: orderStatus,
        productName: z.string(),
        amount: kwachaOut,
        /** What is not paid back of the principal that was paid out. */
        principalOut: kwachaOut,
        appliedOn: day,
        disbursedOn: day.nullable(),
        worstDaysLate: z.int(),
      }),
    ).extend({
      /** Every product that there was, by its newest name. */
      products: z.array(z.object({ productId: z.int(), name: z.string() })),
    }),
  },
  listBorrowers: {
    query: z
      .object({
        group: z.enum(BORROWER_GROUPS).default('all'),
        sort: z.enum(BORROWER_SORTS).default('number'),
        ...ofPage,
      })
      .refine(hasPlaceOf({ number: 'number', step: 'number' }, 'number'), OTHER_PLACE)
      .refine(({ group, sort }) => sort === 'number' || group === 'all', {
        error: 'Only the list of all borrowers is sorted by the step.',
        path: ['sort'],
      }),
    output: listOf(
      z.object({
        borrowerId: id,
        /** Null of a deleted account and of a borrower who gave no identity. */
        maskedName: z.string().nullable(),
        maskedMobile: z.string().nullable(),
        isDeleted: z.boolean(),
        isBlocked: z.boolean(),
        registeredOn: day,
        ladderStep: z.int(),
        onTimeLoans: z.int(),
        openLoanId: id.nullable(),
        isLate: z.boolean(),
      }),
    ),
  },
  listPayments: {
    query: z
      .object({
        group: paymentGroup.default('all'),
        /** Into which direction the money goes. */
        way: way.optional(),
        operator: operatorName.optional(),
        sort: z.enum(PAYMENT_SORTS).default('made'),
        ...ofDays,
        ...ofPage,
      })
      .refine(isInOrder, NOT_IN_ORDER)
      .refine(hasPlaceOf({ made: 'instant' }, 'uuid'), OTHER_PLACE),
    output: listOf(
      z.object({
        paymentId: z.uuid(),
        payerId: id,
        loanId: id.nullable(),
        way,
        operator: operatorName,
        purpose: z.string(),
        state: z.string(),
        amount: kwachaOut,
        madeAt: instant,
      }),
    ),
  },
  listDecided: {
    query: z
      .object({
        group: z.enum(['all', ...DECIDED_GROUPS]).default('all'),
        sort: z.enum(DECIDED_SORTS).default('decided'),
        /** The days of the decision. */
        ...ofDays,
        ...ofPage,
      })
      .refine(isInOrder, NOT_IN_ORDER)
      .refine(daysAreOf<DecidedSort>('decided'), noDaysBut('the time of the decision'))
      .refine(hasPlaceOf({ decided: 'instant', points: 'number' }, 'number'), OTHER_PLACE),
    output: listOf(
      z.object({
        loanId: id,
        borrowerId: id,
        decidedAt: instant,
        group: z.enum(DECIDED_GROUPS),
        amount: kwachaOut,
        points: z.int(),
        state: orderStatus,
        worstDaysLate: z.int(),
      }),
    ),
  },
};
