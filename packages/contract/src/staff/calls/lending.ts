import type { StaffCallDefinition } from './definition.ts';

/** The switch that stops lending, and the ceiling on the payouts of a day. */
export const lendingCalls = {
  lendingState: {
    method: 'GET',
    path: '/lending',
    access: 'signed_in',
    audit: 'none',
    summary: 'Whether lending is stopped, since when and why',
  },
  lendingHistory: {
    method: 'GET',
    path: '/lending/history',
    access: 'seeToday',
    audit: 'none',
    summary: 'Stops and starts of lending and the ceilings on payouts, newest first',
  },
  stopLending: {
    method: 'POST',
    path: '/lending/stop',
    access: 'stopLending',
    audit: 'change',
    summary: 'Stop lending at once: no new application is taken and no loan is paid out',
  },
  startLending: {
    method: 'POST',
    path: '/lending/start',
    access: 'stopLending',
    audit: 'change',
    summary: 'Ask to start lending again; a second person approves',
  },
  setPayoutCeiling: {
    method: 'POST',
    path: '/lending/ceiling',
    access: 'stopLending',
    audit: 'change',
    summary:
      'Lower the ceiling on the payouts of a day at once, or ask for a higher one; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
