import { EVIDENCE_KINDS, MOST_EVIDENCE_PICTURES } from '@thumba/lending/evidence-kind';
import { z } from 'zod';
import { said } from '../contract-words.ts';
import {
  day,
  id,
  idInPath,
  instant,
  kwacha,
  kwachaOut,
  operatorName,
  operatorsOn,
  percent,
  rate,
  visibleText,
} from '../fields.ts';
import { settlement } from './repaying.ts';

export const product = z
  .object({
    productId: id,
    name: z.string(),
    minAmount: kwachaOut,
    maxAmount: kwachaOut,
    amountStep: kwachaOut,
    terms: z.array(z.object({ termId: id, days: z.int(), instalments: z.int() })),
    dailyRate: rate,
    serviceFeeRate: rate,
    interestMethod: z.enum(['flat', 'declining']),
    feeMode: z.enum(['added', 'deducted']),
    extension: z.object({ days: z.int(), rate, max: z.int() }).optional(),
    penalty: z.object({ dailyRate: rate, graceDays: z.int() }),
    dueDay: z
      .discriminatedUnion('rule', [
        z.object({ rule: z.literal('month_end') }),
        z.object({ rule: z.literal('day_of_month'), day: z.int() }),
      ])
      .optional()
      .meta({
        description:
          'The day of the month on which plans are due: the first one when the days of the plan have passed. Without it a plan is due when its days have passed',
      }),
    locked: z.boolean().optional(),
    lockedReason: z.string().optional(),
    opensFromLimit: kwachaOut.optional().meta({
      description: 'The limit from which a locked product is open. Without it no limit opens the product yet',
    }),
  })
  .meta({ id: 'Product' });

export const orderStatus = z.enum([
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

export const orderSummary = z
  .object({
    orderId: id,
    status: orderStatus,
    productName: z.string(),
    principal: kwachaOut,
    receivedAmount: kwachaOut,
    totalRepay: kwachaOut,
    remaining: kwachaOut,
    appliedOn: day,
    planId: id.optional().meta({ description: 'The next plan' }),
    dueDate: day.optional(),
    dueAmount: kwachaOut.optional().meta({ description: 'The amount that clears the next plan today' }),
    duePenalty: kwachaOut.optional().meta({ description: 'The late charges in dueAmount' }),
    coupon: z.object({ discount: kwachaOut, validTo: day }).optional().meta({
      description: 'The coupon of the next plan: its discount when dueAmount is paid in full today',
    }),
    daysUntilDue: z.int().optional(),
    overdueDays: z.int(),
    penaltyToDate: kwachaOut,
    penaltyPerDay: kwachaOut,
    penaltyDays: z.int().optional().meta({
      description: 'The days that duePenalty was charged for. Absent where a part of it was paid or waived',
    }),
    penaltyFreeDays: z
      .int()
      .optional()
      .meta({ description: 'The first late days, for which nothing is charged' }),
    mostPenalty: kwachaOut
      .optional()
      .meta({ description: 'What penaltyToDate grows to at most: there the charge cap ends it' }),
    plansLeft: z.int(),
    payoutAccountId: id
      .optional()
      .meta({ description: 'The account that the money goes to, until it has arrived' }),
    pendingPaymentId: z.string().optional(),
    extendable: z.boolean().meta({ description: 'Whether the next plan can be extended today' }),
    extension: z
      .object({ days: z.int(), toDate: day, fee: kwachaOut, penalty: kwachaOut, total: kwachaOut })
      .optional()
      .meta({
        description: 'What an extension costs today: the fee, and the late charges that are paid with it',
      }),
    settlement: settlement
      .optional()
      .meta({ description: 'What pays the whole loan off today, where that saves interest' }),
    cancelUntil: instant
      .optional()
      .meta({ description: 'The end of the time in which the loan can be returned at no cost' }),
  })
  .meta({ id: 'OrderSummary' });

export const estimateRequest = z.object({
  productId: id,
  amount: kwacha,
  termId: id,
  userCouponId: id.optional(),
});

const estimate = z
  .object({
    principal: kwachaOut,
    receivedAmount: kwachaOut,
    interest: kwachaOut,
    serviceFee: kwachaOut,
    couponDiscount: kwachaOut.meta({
      description: 'The discount of the coupon when plan 1 is paid off. It is not subtracted in totalRepay',
    }),
    totalRepay: kwachaOut,
    totalCost: kwachaOut,
    costPercent: percent,
    apr: percent,
    effectiveAnnualRate: percent.meta({
      description: 'The yearly rate with interest on interest: (1 + apr / 36500) to the power of 365, less 1',
    }),
    maxCharges: kwachaOut.meta({ description: 'The highest total of all charges' }),
    coolingOffHours: z.int().meta({
      description:
        'For how many hours after the payout the loan can be returned at no cost; 0 where it cannot',
    }),
    plans: z.array(
      z.object({
        loanPeriod: z.int(),
        dueDate: day,
        principal: kwachaOut,
        interest: kwachaOut,
        serviceFee: kwachaOut,
        total: kwachaOut,
      }),
    ),
    receiveAccount: z.string().meta({ description: 'Operator and masked number' }),
    contractVersion: z.string(),
  })
  .meta({ id: 'Estimate' });

const writtenContract = {
  title: z.string(),
  clauses: z.array(z.object({ heading: z.string(), text: z.string() })),
};

const contractText = z.object({
  contractVersion: z.string(),
  ...writtenContract,
  agreedAt: instant.optional(),
  translation: z
    .object(writtenContract)
    .optional()
    .describe('The contract in the language of the header lang. The English text is what is agreed to.'),
});

export const borrowing = {
  productPublic: {
    output: z.object({
      marketList: z.array(product),
      policy: z.object({
        minTermDays: z.int(),
        maxTermDays: z.int(),
        maxApr: percent,
        example: z.string(),
      }),
      operators: operatorsOn,
    }),
  },
  getMyLoanInfo: {
    output: z.object({
      userStatus: z.int().min(0).max(7),
      loanType: z.union([z.literal(1), z.literal(2)]),
      productIndex: z.int(),
      creditLimit: kwachaOut,
      availableLimit: kwachaOut,
      marketList: z.array(product),
      order: orderSummary.optional(),
      moneyArrived: z.object({ operator: operatorName, at: instant }).optional().meta({
        description: 'Where the money of the order has arrived. Left out three days later',
      }),
      paidOff: z.object({ orderId: id, paid: kwachaOut, paidOffOn: day }).optional().meta({
        description: 'The loan that the borrower has just paid off. Left out three days later',
      }),
      rejectedUntil: day.optional(),
      rejectedReasons: z.array(z.string()).optional(),
      anotherLookOrderId: id.optional().meta({
        description: 'The declined application that anotherLook may be called for',
      }),
      pictureAgain: z.enum(['identity', 'face']).optional().meta({
        description: 'What is to be taken again before a person goes on with the application',
      }),
      evidence: z
        .object({ orderId: id, kind: z.enum(EVIDENCE_KINDS), until: instant })
        .optional()
        .meta({
          description:
            'What a person wants to see before they go on with the application: giveEvidence sends it',
        }),
      counterOffer: z
        .object({
          orderId: id,
          until: instant,
          amount: kwachaOut,
          days: z.int(),
          askedAmount: kwachaOut,
          askedDays: z.int(),
        })
        .optional()
        .meta({
          description: 'Another amount or term that the lender offers: getCounterOffer has all of it',
        }),
      waitsForPerson: z.boolean().optional().meta({
        description: 'A person looks at it first: retryPayout may name another account meanwhile',
      }),
      toBureau: z.string().optional().meta({
        description: 'What the credit bureau is told of the late loan, and from which day on',
      }),
      mayNameAccount: z.boolean().optional().meta({
        description: 'The money was not sent yet, and waits: retryPayout may name another account meanwhile',
      }),
      ladder: z.object({
        step: z.int(),
        steps: z.int(),
        limits: z.array(kwachaOut).meta({ description: 'The limit of each step, from the first up' }),
        maxDaysLate: z.int().meta({ description: 'A loan later than this moves the borrower one step down' }),
        onTime: z.int(),
        needed: z.int(),
        nextLimit: kwachaOut.optional(),
        minDaysHeld: z.int().meta({ description: 'A loan paid off in fewer days than this does not count' }),
        minAmount: kwachaOut.meta({ description: 'A loan below this, taken now, does not count' }),
      }),
      messages: z.array(z.string()),
      businessDate: day,
    }),
  },
  productTrial: { body: estimateRequest, output: estimate },
  getContractText: {
    body: estimateRequest.omit({ userCouponId: true }).extend({ repayAccountId: id.optional() }),
    output: contractText,
  },
  getLoanContract: { params: z.object({ id: idInPath }), output: contractText },
  appManualGetLoan: {
    body: estimateRequest.extend({
      repayAccountId: id.optional(),
      purpose: visibleText(200).optional(),
      contractVersion: z.string(said('readContract')).max(40),
      agreed: z.literal(true, said('agreeToContract')),
    }),
    output: z.object({ orderId: id, userStatus: z.int() }),
  },
  retryPayout: {
    body: z.object({ orderId: id, repayAccountId: id.optional() }),
    output: z.object({ orderId: id, userStatus: z.int() }),
  },
  giveEvidence: {
    body: z.object({
      orderId: id,
      fileIds: z
        .array(z.string().max(64), said('takePicture'))
        .min(1, said('takePicture'))
        .max(MOST_EVIDENCE_PICTURES, said('evidencePictures'))
        .refine((fileIds) => new Set(fileIds).size === fileIds.length, said('samePicture')),
    }),
    output: z.null(),
  },
  getCounterOffer: {
    body: z.object({ orderId: id }),
    output: z.object({
      orderId: id,
      offerId: z.int().meta({ description: 'Names the offer. Another one of the same order has another' }),
      until: instant,
      asked: z.object({ amount: kwachaOut, days: z.int(), totalRepay: kwachaOut }),
      product,
      termId: id,
      estimate,
      contract: contractText,
    }),
  },
  signCounterOffer: {
    body: z.object({
      orderId: id,
      offerId: z.int().positive(),
      contractVersion: z.string(said('readContract')).max(40),
      agreed: z.literal(true, said('agreeToContract')),
    }),
    output: z.object({ orderId: id, userStatus: z.int() }),
  },
  refuseCounterOffer: {
    body: z.object({ orderId: id, offerId: z.int().positive() }),
    output: z.null(),
  },
  anotherLook: { body: z.object({ orderId: id }), output: z.null() },
};
