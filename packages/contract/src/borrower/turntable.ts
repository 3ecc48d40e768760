import { z } from 'zod';
import { day, id, instant } from '../fields.ts';
import { couponUsableStatus } from './coupons.ts';

const prizeId = z.int().min(1);
const prizeKind = z.enum(['coupon', 'nothing']);
const ticketNo = id.meta({
  description: 'Of a chance: known before it is spent, and part of what decides the draw',
});

const prize = z
  .object({
    prizeId,
    name: z.string(),
    kind: prizeKind,
    odds: z.int().meta({ description: 'How many of 10,000 numbers are its own' }),
    firstNumber: z.int(),
    lastNumber: z.int(),
    left: z.int().optional().meta({ description: 'How many there still are, of a prize that is limited' }),
  })
  .meta({ id: 'TurntablePrize' });

export const turntable = {
  turntable: {
    output: z.object({
      wheelVersion: z.int(),
      prizes: z.array(prize),
      rules: z.array(z.string()),
    }),
  },
  turntableFairness: {
    output: z.object({
      draws: z.int(),
      countedAt: instant,
      prizes: z
        .array(
          z.object({
            prizeId,
            name: z.string(),
            odds: z.int(),
            drawn: z.int().meta({ description: 'Draws that fell on its numbers' }),
            given: z
              .int()
              .meta({ description: 'Of these, how many got it: the others came when it had run out' }),
          }),
        )
        .meta({ description: 'Of the wheel that stands' }),
      days: z.array(
        z.object({
          on: day,
          publishedAt: instant,
          secretHash: z.string().meta({ description: 'SHA-256 of the secret, in hexadecimal digits' }),
          secret: z.string().optional().meta({ description: 'Once the day has ended' }),
        }),
      ),
    }),
  },
  myTurntable: {
    output: z.object({
      spinsLeft: z.int(),
      chances: z.array(
        z.object({
          ticketNo,
          occasion: z.enum(['registration', 'on_time_settlement']),
          orderId: id.optional(),
          validTo: day,
        }),
      ),
      draws: z
        .array(
          z.object({
            ticketNo,
            on: day,
            at: instant,
            number: z.int(),
            phoneWord: z.string(),
            secretHash: z.string(),
            secret: z.string().optional().meta({ description: 'Once the day has ended' }),
            wheelVersion: z.int(),
            prizeId,
            name: z.string(),
            kind: prizeKind,
            missedName: z
              .string()
              .optional()
              .meta({ description: 'The prize whose number it was, when that had run out' }),
            userCouponId: id.optional(),
            couponUsableStatus: couponUsableStatus.optional(),
            validTo: day.optional(),
            orderId: id
              .optional()
              .meta({ description: 'The loan that the coupon is applied to or was used on' }),
          }),
        )
        .meta({ description: 'The newest 50' }),
    }),
  },
  spinTurntable: {
    body: z.object({
      phoneWord: z
        .string()
        .regex(/^[\dA-Za-z-]{1,64}$/, 'This word is not one of letters and digits')
        .default('')
        .meta({
          description:
            'Anything by chance. It decides the draw together with the ticket number and the secret of the day, so that nobody can know it before',
        }),
    }),
    output: z.object({
      prizeId,
      spinsLeft: z.int(),
      userCouponId: id.optional(),
      ticketNo,
      wheelVersion: z.int(),
      name: z.string(),
      kind: prizeKind,
    }),
  },
};
