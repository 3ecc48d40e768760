import type { StaffCallDefinition } from './definition.ts';

const subject = { kind: 'payer', parameter: 'payerId' } as const;

/** Payments whose outcome is not known, one payment with its history at the operator, and what borrowers say they paid. */
export const paymentCalls = {
  listUnknownPayments: {
    method: 'GET',
    path: '/payments/unknown',
    access: 'seePayments',
    audit: 'none',
    summary: 'Payments whose outcome the operator has not told, the longest wait first',
  },
  getStaffPayment: {
    method: 'GET',
    path: '/payers/{payerId}/payments/{paymentId}',
    access: 'seeBorrower',
    audit: 'look',
    subject,
    summary: 'One payment with its route, its whole history at the operator and what statements say of it',
  },
  askOperatorNow: {
    method: 'POST',
    path: '/payers/{payerId}/payments/{paymentId}/ask',
    access: 'matchPayments',
    audit: 'change',
    subject,
    summary: 'Ask the operator at once how a payment ended',
  },
  previewPaymentEnd: {
    method: 'POST',
    path: '/payers/{payerId}/payments/{paymentId}/end/preview',
    access: 'matchPayments',
    audit: 'look',
    subject,
    summary: 'What the end of a payment, as found on the statement, would do',
  },
  askPaymentEnd: {
    method: 'POST',
    path: '/payers/{payerId}/payments/{paymentId}/end',
    access: 'matchPayments',
    audit: 'change',
    subject,
    summary: 'Ask a second person to end a payment as it was found on the statement of the operator',
  },
  listClaims: {
    method: 'GET',
    path: '/claims',
    access: 'seePayments',
    audit: 'none',
    summary: 'What borrowers say they paid, the longest wait first',
  },
  getClaim: {
    method: 'GET',
    path: '/claims/{ticketId}',
    access: 'seePayments',
    audit: 'look',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary:
      'What one borrower says they paid, beside the payments and the rows of statements that it may be',
  },
  answerClaim: {
    method: 'POST',
    path: '/claims/{ticketId}/answer',
    access: 'matchPayments',
    audit: 'change',
    subject: { kind: 'ticket', parameter: 'ticketId' },
    summary: 'Tell a borrower why the payment that they named is not found, and end the ticket',
  },
} as const satisfies Record<string, StaffCallDefinition>;
