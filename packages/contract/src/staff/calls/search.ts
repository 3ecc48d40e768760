import type { StaffCallDefinition } from './definition.ts';

/** The search box. What is typed is personal data, so it is in the body and in no address. */
export const searchCalls = {
  findBorrowers: {
    method: 'POST',
    path: '/borrowers/search',
    access: 'findBorrowers',
    audit: 'look',
    summary: 'The borrowers that a number or a name may mean, masked',
  },
} as const satisfies Record<string, StaffCallDefinition>;
