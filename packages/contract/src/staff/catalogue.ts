import { RULES_DEFAULTS, WITHOUT_BUREAU } from '@thumba/lending/decision';
import { LAST_DAY_OF_EVERY_MONTH } from '@thumba/lending/due-day';
import { LADDER_DEFAULTS } from '@thumba/lending/ladder';
import { isRate } from '@thumba/lending/rate';
import { z } from 'zod';
import { kwacha } from '../fields.ts';

const RATE_MESSAGE = 'must be a decimal in quotes, with at most ten decimals, like "0.004"';
const rate = z.string(RATE_MESSAGE).refine(isRate, RATE_MESSAGE);

/** The highest count in these forms. Sums of such counts are exact. */
const MAX_COUNT = 1_000_000;
const count = (least: number, most = MAX_COUNT) => {
  const message =
    most === MAX_COUNT
      ? `must be a whole number from ${least}`
      : `must be a whole number from ${least} to ${most}`;
  return z.int(message).min(least, message).max(most, message);
};
/** The most days of an extension and of the grace period. */
const MAX_DAYS = 3650;
const MAX_EXTENSIONS = 99;
/** Traces of borrowers are kept for as many days. */
const MAX_WINDOW_DAYS = 90;
const MAX_NAME_LENGTH = 60;
const MAX_TERMS = 12;
const MAX_STEPS = 20;
const flag = z.boolean('must be true or false');
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be one of: ${words.join(', ')}`);

const DUE_DAY_RULES = ['after_term', 'month_end', 'day_of_month'] as const;

/** When plans are due: when their days have passed, or on the next such day of a month. */
const dueDay = z.discriminatedUnion(
  'rule',
  [
    z.strictObject({ rule: z.literal('after_term') }),
    z.strictObject({ rule: z.literal('month_end') }),
    z.strictObject({ rule: z.literal('day_of_month'), day: count(1, LAST_DAY_OF_EVERY_MONTH) }),
  ],
  `must be one of: ${DUE_DAY_RULES.join(', ')}`,
);

/** A product as staff write it. Without `productId` it is a new product. `version` is the version that was changed. */
export const productForm = z.strictObject({
  productId: count(1).optional(),
  version: count(1).optional(),
  name: z
    .string('must be a text')
    .trim()
    .regex(
      new RegExp(`^\\P{Cc}{1,${MAX_NAME_LENGTH}}$`, 'u'),
      `must have from 1 to ${MAX_NAME_LENGTH} letters`,
    ),
  minAmount: kwacha,
  maxAmount: kwacha,
  amountStep: kwacha,
  terms: z
    .array(z.strictObject({ termId: count(1), days: count(1), instalments: count(1) }), 'must be a list')
    .max(MAX_TERMS, `must be at most ${MAX_TERMS}`),
  dailyRate: rate,
  serviceFeeRate: rate,
  interestMethod: oneOf(['flat', 'declining']),
  feeMode: oneOf(['added', 'deducted']),
  extension: z.strictObject({ days: count(1, MAX_DAYS), rate, max: count(1, MAX_EXTENSIONS) }).nullable(),
  penalty: z.strictObject({ dailyRate: rate, graceDays: count(0, MAX_DAYS) }),
  repaymentOrder: z.array(oneOf(['penalty', 'fee', 'interest', 'principal']), 'must be a list'),
  minRepayAmount: kwacha,
  settlementInterest: oneOf(['daily', 'fixed']),
  ladderStepNeeded: count(1),
  dueDay: dueDay.default({ rule: 'after_term' }),
});

/** A yearly rate in percent. */
const MAX_YEARLY_PERCENT = 100_000;

/** A policy as staff write it. A limit that is left out is that of the shipped policy of this name. */
export const policyForm = z.strictObject({
  name: oneOf(['microfinance', 'moneylender']),
  maxApr: z
    .number('must be a number')
    .positive('must be above 0')
    .max(MAX_YEARLY_PERCENT, 'must be lower')
    .nullable(),
  maxEffectiveAnnualRate: z
    .number('must be a number')
    .positive('must be above 0')
    .max(MAX_YEARLY_PERCENT, 'must be lower')
    .nullable()
    .optional(),
  maxExtensionAnnualRate: z
    .number('must be a number')
    .min(0, 'must not be below 0')
    .max(MAX_YEARLY_PERCENT, 'must be lower')
    .nullable()
    .optional(),
  maxAnnualSimpleRate: rate.nullable(),
  feesAllowed: flag,
  extensionFeesAllowed: flag,
  chargeCapRate: rate,
  minTermDays: count(1),
  coolingOffHours: count(0),
});

export const ladderForm = z.strictObject({
  steps: z.array(kwacha, 'must be a list').max(MAX_STEPS, `must be at most ${MAX_STEPS}`),
  onTimeLoansPerStep: count(0),
  maxDaysLateToStay: count(0),
  minDaysHeld: count(0, MAX_DAYS).default(LADDER_DEFAULTS.minDaysHeld),
  minShareOfLimit: rate.default(LADDER_DEFAULTS.minShareOfLimit),
});

export const rulesForm = z.strictObject({
  minAgeYears: count(0),
  approveIncome: kwacha,
  referIncome: kwacha,
  instalmentShareOfIncome: rate,
  maxAccountsOnDevice: count(1),
  declinedForDays: count(0),
  maxBorrowersOnPayoutNumber: count(1).default(RULES_DEFAULTS.maxBorrowersOnPayoutNumber),
  maxBorrowersOnContact: count(1).default(RULES_DEFAULTS.maxBorrowersOnContact),
  numberWindowDays: count(1, MAX_WINDOW_DAYS).default(RULES_DEFAULTS.numberWindowDays),
  maxRegistrationsFromNetwork: count(1).default(RULES_DEFAULTS.maxRegistrationsFromNetwork),
  maxApplicationsFromNetwork: count(1).default(RULES_DEFAULTS.maxApplicationsFromNetwork),
  networkWindowDays: count(1, MAX_WINDOW_DAYS).default(RULES_DEFAULTS.networkWindowDays),
  withoutBureau: z.enum(WITHOUT_BUREAU, 'must be refer or decide').default(RULES_DEFAULTS.withoutBureau),
  maxDaysLateElsewhere: count(0).default(RULES_DEFAULTS.maxDaysLateElsewhere),
});

const points = z.int('must be a whole number').min(-MAX_COUNT).max(MAX_COUNT);
const bands = z.array(z.strictObject({ from: count(0), points }), 'must be a list').max(50);

export const scorecardForm = z.strictObject({
  basePoints: points,
  bands: z.strictObject({
    ageYears: bands,
    monthlyIncomeKwacha: bands,
    onTimeLoans: bands,
    questionnairePoints: bands,
    moneyReceivedKwacha: bands.optional(),
  }),
  approveFromPoints: points,
  referFromPoints: points,
});
