import type { StaffCallDefinition } from './definition.ts';

/** The first page: what waits, and how the day goes. */
export const todayCalls = {
  getToday: {
    method: 'GET',
    path: '/today',
    access: 'seeToday',
    audit: 'none',
    summary:
      'What waits for this person with its age, the float, failed work and the figures of the day; the permissions decide which parts',
  },
} as const satisfies Record<string, StaffCallDefinition>;
