import { NUMBER_PATTERN } from '@thumba/identity/card-number';
import { z } from 'zod';
import { nameOnCard } from '../borrower/authentication.ts';
import { day, id, idInPath, instant, kwachaOut, nothing } from '../fields.ts';
import { reason } from './people.ts';

const params = z.object({ borrowerId: idInPath });

const ID_NUMBER = 'Write the number as on the card: 123456/10/1';
const BIRTH_DATE = 'Write the birth date as 1985-03-02';

export const borrowerActions = {
  readLimit: {
    params,
    output: z.object({
      step: z.int(),
      onTimeLoans: z.int(),
      neededLoans: z.int(),
      /** The limit of each step, from the first. */
      limits: z.array(kwachaOut),
    }),
  },
  askForLimit: {
    params,
    body: z.object({
      step: z.int('Choose a limit').min(1, 'Choose a limit').max(100, 'Choose a limit'),
      reason,
    }),
    output: z.object({ requestId: id }),
  },
  listCouponOffers: {
    output: z.object({
      items: z.array(z.object({ code: z.string(), text: z.string() })),
    }),
  },
  askForCouponGift: {
    params,
    body: z.object({
      offerCode: z.string('Choose an offer').min(1, 'Choose an offer').max(100, 'Choose an offer'),
      reason,
    }),
    output: z.object({ requestId: id }),
  },
  correctIdentity: {
    params,
    body: z.object({
      idNumber: z.string(ID_NUMBER).regex(NUMBER_PATTERN, ID_NUMBER),
      firstName: nameOnCard('Write the first name as on the card'),
      lastName: nameOnCard('Write the last name as on the card'),
      birthDate: z.string(BIRTH_DATE).regex(/^\d{4}-\d{2}-\d{2}$/, BIRTH_DATE),
      /** When the identity that was looked at was confirmed. */
      confirmedAt: instant,
      reason,
    }),
    output: nothing,
  },
  allowWithoutFace: { params, body: z.object({ reason }), output: nothing },
  holdPayouts: { params, body: z.object({ reason }), output: nothing },
  releasePayouts: { params, body: z.object({ reason }), output: nothing },
  /** `keptUntil` is the last day on which anything is kept. Null: nothing has to be kept. */
  eraseBorrower: {
    params,
    body: z.object({ reason }),
    output: z.object({ keptUntil: day.nullable() }),
  },
};
