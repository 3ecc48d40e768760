import { z } from 'zod';
import { said } from '../contract-words.ts';
import { day, id, instant } from '../fields.ts';
import { couponUsableStatus } from './coupons.ts';

const prizeId = z.int().min(1);
const prizeKind = z.enum(['coupon', 'nothing']);
const ticketNo = id.meta({
  description: 'The number of a chance. It is known before the draw and is a part of what decides it',
});

const prize = z
  .object({
    prizeId,
    name: z.string(),
    kind: prizeKind,
    odds: z.int().meta({ description: 'The count of its numbers, of 10,000' }),
    firstNumber: z.int(),
    lastNumber: z.int(),
    left: z.int().optional().meta({ description: 'How many are left of a limited prize' }),
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
            drawn: z.int().meta({ description: 'The draws of its numbers' }),
            given: z
              .int()
              .meta({ description: 'The draws that gave the prize. The others came after it had run out' }),
          }),
        )
        .meta({ description: 'The prizes of the current wheel' }),
      days: z.array(
        z.object({
          on: day,
          publishedAt: instant,
          secretHash: z.string().meta({ description: 'SHA-256 of the secret, in hexadecimal digits' }),
          secret: z.string().optional().meta({ description: 'Absent until the day has ended' }),
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
            secret: z.string().optional().meta({ description: 'Absent until the day has ended' }),
            wheelVersion: z.int(),
            prizeId,
            name: z.string(),
            kind: prizeKind,
            missedName: z
              .string()
              .optional()
              .meta({ description: 'The prize of the drawn number, when it had run out' }),
            userCouponId: id.optional(),
            couponUsableStatus: couponUsableStatus.optional(),
            validTo: day.optional(),
            orderId: id
              .optional()
              .meta({ description: 'The loan to which the coupon is applied or on which it was used' }),
          }),
        )
        .meta({ description: 'The newest 50' }),
    }),
  },
  spinTurntable: {
    body: z.object({
      phoneWord: z
        .string()
        .regex(/^[\dA-Za-z-]{1,64}$/, said('phoneWord'))
        .default('')
        .meta({
          description:
            'Random letters and digits. They decide the draw together with the ticket number and the secret of the day, so that nobody can predict it',
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
