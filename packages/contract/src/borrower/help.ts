import { z } from 'zod';
import { said } from '../contract-words.ts';
import {
  code,
  day,
  id,
  instant,
  mobile,
  nothing,
  operatorName,
  operatorsOn,
  page,
  pageSize,
  stepUp,
  tooLong,
  withoutHiddenCharacters,
} from '../fields.ts';

export const COMPLAINT_MAX_LENGTH = 1000;
const COMPLAINT_MIN_LENGTH = 10;

export const complaintTopic = z.enum(
  ['payment', 'cost', 'reminders', 'decision', 'data', 'app', 'new_dates', 'other'],
  said('topic'),
);

const complaintText = z
  .string(said('complaint'))
  .overwrite(withoutHiddenCharacters)
  .trim()
  .min(COMPLAINT_MIN_LENGTH, said('complaintTooShort'))
  .max(COMPLAINT_MAX_LENGTH, tooLong(COMPLAINT_MAX_LENGTH));

const ticketNo = z.string().regex(/^\d{1,15}$/, said('ticket'));

const ticket = z.object({
  ticketNo: z.string(),
  kind: z.enum(['complaint', 'payment_claim', 'number_change']),
  state: z
    .enum(['open', 'looked_at', 'answered', 'closed'])
    .meta({ description: 'Only an answered complaint can be closed by its borrower' }),
  on: day,
  at: instant,
  topic: complaintTopic.optional(),
  orderId: id.optional(),
  text: z.string().meta({
    description:
      'The text of the borrower: the complaint, the reference of a payment, or the masked new number',
  }),
  answerDueOn: day.optional(),
  answer: z.string().optional(),
  answeredOn: day.optional(),
});

export const help = {
  getLender: {
    output: z.object({
      name: z.string(),
      licence: z.string(),
      phone: z.string(),
      hours: z.string(),
      complaintAnswerDays: z
        .int()
        .meta({ description: 'The number of days within which a complaint is answered' }),
      keptYears: z.int().meta({
        description: 'For how many years loans and identities are kept after an account is deleted',
      }),
      operators: operatorsOn,
      whatsApp: z.string().optional().meta({ description: 'Digits with the country code' }),
      payMenus: z
        .array(
          z.object({
            operator: operatorName,
            dial: z.string(),
            merchant: z.string(),
            reference: z.enum(['bill_number', 'mobile_number']),
          }),
        )
        .meta({ description: 'How a bill is paid by the menu of an operator, without the app' }),
      collectionAgencies: z
        .array(z.string())
        .meta({ description: 'The agencies that may collect a loan which is more than 90 days late' }),
      creditBureau: z.string().optional().meta({
        description: 'The credit bureau that is asked with the consent of the borrower, and told each month',
      }),
    }),
  },
  writeComplaint: {
    body: z.object({ topic: complaintTopic, text: complaintText, orderId: id.optional() }),
    output: z.object({ ticketNo: z.string(), answerDueOn: day }),
  },
  listTickets: {
    query: z.object({ page, pageSize }),
    output: z.object({ total: z.int(), items: z.array(ticket) }),
  },
  getTicket: { params: z.object({ ticketNo }), output: ticket },
  closeTicket: { params: z.object({ ticketNo }), output: ticket },
  sendMobileChangeCode: {
    body: z.object({
      mobile: mobile
        .optional()
        .meta({ description: 'The new number. Without it, the code goes to the old number' }),
    }),
    output: nothing,
  },
  changeMobile: {
    body: z.object({ mobile, newCaptcha: code, oldCaptcha: code, ...stepUp }),
    output: z.object({ mobile: z.string().meta({ description: 'Masked' }) }),
  },
  requestMobileChange: {
    body: z.object({ mobile, newCaptcha: code }),
    output: z.object({ ticketNo: z.string() }),
  },
};
