import { z } from 'zod';

/*
 * The shapes of the answers, written by hand from the description of the calls alone: such a client must find every
 * field that the description names. Further fields are allowed, since newer servers may add some.
 */

const id = z.int().positive();
const money = z
  .number()
  .refine((kwacha) => Math.round(kwacha * 100) / 100 === kwacha, 'more than two decimals of a kwacha');
const percent = z
  .number()
  .refine((value) => Math.round(value * 10) / 10 === value, 'more than one decimal of a percent');
const rate = z.string().regex(/^\d+(\.\d+)?$/);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const instant = z.iso.datetime();
const opaque = z.string().min(8);
const words = z.string().min(1);
const masked = z.string().regex(/^0\d\d\W*\*{4}\W*\d{3}$/);

export const nothing = z.null();
export const messagesRead = z.object({ kept: z.int().min(0) });

const product = z.object({
  productId: id,
  name: words,
  minAmount: money,
  maxAmount: money,
  amountStep: money,
  terms: z.array(z.object({ termId: id, days: z.int(), instalments: z.int() })).min(1),
  dailyRate: rate,
  serviceFeeRate: rate,
  interestMethod: z.enum(['flat', 'declining']),
  feeMode: z.enum(['added', 'deducted']),
  extension: z.object({ days: z.int(), rate, max: z.int() }).optional(),
  penalty: z.object({ dailyRate: rate, graceDays: z.int() }),
  dueDay: z.object({ rule: z.enum(['month_end', 'day_of_month']), day: z.int().optional() }).optional(),
  locked: z.boolean().optional(),
  lockedReason: words.optional(),
});

export const publicProducts = z.object({
  marketList: z.array(product).min(1),
  policy: z.object({ minTermDays: z.int(), maxTermDays: z.int(), maxApr: percent, example: words }),
});

export const login = z.object({
  token: opaque,
  id,
  appRedirectStatus: z.union([z.literal(0), z.literal(1)]),
});

export const authSteps = z.array(
  z.object({
    cerCode: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(15)]),
    cerName: words,
    isAuth: z.union([z.literal(0), z.literal(1)]),
    required: z.boolean(),
  }),
);

export const columns = z.object({
  cerCode: z.int(),
  columns: z
    .array(
      z.object({
        columnCode: words,
        label: words,
        type: z.enum(['text', 'email', 'number', 'money', 'phone', 'date', 'select', 'region', 'file']),
        required: z.boolean(),
        value: z.union([z.string(), z.number()]).optional(),
        placeholder: z.string().optional(),
        maxLength: z.int().positive().optional(),
        pattern: z.string().optional(),
        options: z
          .array(z.object({ value: words, label: words }))
          .min(1)
          .optional(),
        group: z.string().optional(),
      }),
    )
    .min(1),
});
export type Column = z.infer<typeof columns>['columns'][number];

export const stepDone = z.object({ cerCode: z.int(), isAuth: z.literal(1) });
export const uploaded = z.object({ fileId: opaque });
export const cardRead = z.object({
  idNumber: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  birthDate: day.optional(),
  gender: z.enum(['M', 'F']).optional(),
  confidence: z.number().min(0),
});
const gesture = z.enum(['left', 'right', 'nod']);

/** What the demo offers to a newcomer without card and camera. */
export const samplePeople = z
  .array(
    z.strictObject({
      idNumber: z.string().regex(/^\d{6}\/\d{2}\/1$/),
      firstName: words,
      lastName: words,
      birthDate: day,
      gender: z.enum(['M', 'F']),
      cardFront: z.string(),
      cardBack: z.string(),
      face: z.string(),
      frames: z.strictObject({
        left: z.array(z.string()),
        right: z.array(z.string()),
        nod: z.array(z.string()),
      }),
    }),
  )
  .min(3);
export const consent = z.object({ kind: words, given: z.boolean(), wordingVersion: z.int() });
export const consents = z.array(consent);
export const faceChallenge = z.object({
  challengeId: opaque,
  gestures: z.array(gesture).length(3),
  expiresAt: z.iso.datetime({ offset: true }),
  triesLeft: z.int(),
});
export const faceVerified = z.object({
  isAuth: z.union([z.literal(0), z.literal(1)]),
  outcome: z.enum(['pass', 'again', 'refer']),
  reason: z.string().optional(),
  message: z.string(),
  triesLeft: z.int(),
});

export const areas = z.array(z.object({ id, name: words, parentId: z.int(), level: z.int() }));

export const questionnaire = z.object({
  questionnaireId: id,
  title: words,
  questions: z
    .array(
      z.object({
        questionId: id,
        text: words,
        type: z.enum(['single', 'multiple', 'number', 'text']),
        required: z.boolean(),
        options: z.array(z.object({ optionId: id, text: words })).optional(),
      }),
    )
    .min(1),
  answered: z.boolean(),
});

const loanStatus = z.enum([
  'applied',
  'approved',
  'declined',
  'cancelled',
  'paying_out',
  'payout_failed',
  'active',
  'overdue',
  'settled',
  'written_off',
  'recovered',
]);
const planStatus = z.enum(['scheduled', 'due', 'overdue', 'settled']);

export const loanInfo = z.object({
  userStatus: z.int().min(0).max(7),
  loanType: z.union([z.literal(1), z.literal(2)]),
  productIndex: z.int().min(0),
  creditLimit: money,
  availableLimit: money,
  marketList: z.array(product).min(1),
  order: z.object({ orderId: id, status: loanStatus }).optional(),
  rejectedUntil: day.optional(),
  ladder: z.object({
    step: z.int(),
    steps: z.int(),
    limits: z.array(money).min(1),
    maxDaysLate: z.int(),
    onTime: z.int(),
    needed: z.int(),
    nextLimit: money,
  }),
  messages: z.array(z.unknown()),
});

export const userInfo = z.object({
  userId: id,
  mobile: masked,
  name: words.optional(),
  avatarFileId: opaque.optional(),
  email: words.optional(),
  creditLimit: money,
  availableLimit: money,
  couponCount: z.int().min(0),
  walletBalance: money,
  authStep: z.int().min(1).max(4),
  registeredAt: instant,
});

const charged = { loanPeriod: z.int().positive(), dueDate: day, principal: money, interest: money };
export const trial = z.object({
  principal: money,
  receivedAmount: money,
  interest: money,
  serviceFee: money,
  couponDiscount: money,
  totalRepay: money,
  totalCost: money,
  costPercent: percent,
  maxCharges: money,
  apr: percent,
  effectiveAnnualRate: percent,
  plans: z.array(z.object({ ...charged, serviceFee: money, total: money })).min(1),
  receiveAccount: words,
  contractVersion: words,
});
export const applied = z.object({ orderId: id, userStatus: z.int().min(0).max(7) });

const allocation = z.object({
  penalty: money,
  serviceFee: money,
  interest: money,
  principal: money,
  wallet: money,
});
const plans = z
  .array(
    z.object({
      ...charged,
      planId: id,
      serviceFee: money,
      penalty: money,
      discount: money,
      paid: money,
      remaining: money,
      status: planStatus,
    }),
  )
  .min(1);
export const billingDetails = z.object({
  orderId: id,
  status: loanStatus,
  product: words,
  principal: money,
  receivedAmount: money,
  totalRepay: money,
  paid: money,
  remaining: money,
  appliedAt: instant,
  disbursedAt: instant.optional(),
  dueDate: day,
  overdueDays: z.int().min(0),
  charges: z.array(z.unknown()),
  plans,
  payments: z.array(
    z.object({ paymentId: opaque, amount: money, at: instant, allocation, receiptNo: words }),
  ),
  extensions: z.array(z.unknown()),
  contractUrl: words,
});
export const repaymentPlan = z.object({ orderId: id, status: loanStatus, plans });

export const repayDetail = z.object({
  repayAccountId: id,
  repayAccount: words,
  curPayLoanPeriod: z.int().positive(),
  minRepayAmount: money,
  repayPlanList: z
    .array(z.object({ planId: id, loanPeriod: z.int().positive(), remainingAmount: money }))
    .min(1),
  couponVoList: z.array(
    z.object({
      couponName: words,
      userCouponId: id,
      couponUsableStatus: z.int(),
      discount: money,
      validTo: day,
    }),
  ),
});
export const paymentTaken = z.object({ paymentId: opaque, status: z.literal('pending') });
export const payment = z.object({
  paymentId: opaque,
  status: z.enum(['pending', 'succeeded', 'failed', 'unknown']),
  amount: money,
  operator: words,
  expiresAt: instant.optional(),
  failureReason: words.optional(),
  allocation: allocation.optional(),
  receiptNo: words.optional(),
});

export const accounts = z
  .array(z.object({ repayAccountId: id, mobile: masked, operator: words, isDefault: z.boolean() }))
  .min(1);

/** The simulated phone, which is outside the borrower's calls and has no envelope. */
export const handset = z.object({
  mobile: z.string(),
  operator: words,
  balance: money,
  messages: z.array(z.object({ id, at: instant, from: words, text: words })),
  prompts: z.array(z.object({ id, at: instant, expiresAt: instant, amount: money, text: words })),
});
export const operatorsBook = z.object({
  instructions: z.array(
    z.object({
      id: words,
      operator: words,
      direction: z.enum(['collect', 'payout']),
      mobile: z.string().regex(/^0\d{9}$/),
      amount: money,
      outcome: z.enum(['pending', 'succeeded', 'failed', 'expired']),
      at: instant,
    }),
  ),
});
