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
  putAwayLookAround: {
    method: 'POST',
    path: '/today/look-around/put-away',
    access: 'signed_in',
    audit: 'change',
    summary: 'Put the list of what to try first away, for this person and for good',
  },
} as const satisfies Record<string, StaffCallDefinition>;
