import type { StaffCallDefinition } from './definition.ts';

/** Borrowers who may be one person. */
export const duplicateCalls = {
  listDuplicates: {
    method: 'GET',
    path: '/duplicates',
    access: 'seeDuplicates',
    audit: 'look',
    summary: 'Pairs of borrowers who may be one person, those of the newest borrowers first',
  },
} as const satisfies Record<string, StaffCallDefinition>;
