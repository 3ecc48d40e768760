import type { StaffCallDefinition } from './definition.ts';

/** What support needs while a borrower is on the telephone. */
export const helpCalls = {
  helpCaller: {
    method: 'GET',
    path: '/borrowers/{borrowerId}/help',
    access: 'seeBorrower',
    audit: 'look',
    subject: { kind: 'borrower', parameter: 'borrowerId' },
    summary: 'The first page of the borrower as they see it, their newest bill, and their latest payments',
  },
} as const satisfies Record<string, StaffCallDefinition>;
