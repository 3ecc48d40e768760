import type { StaffCallDefinition } from './definition.ts';

/** The mobile-money operators, and the switch that stops one. */
export const operatorCalls = {
  listOperators: {
    method: 'GET',
    path: '/operators',
    access: 'seeSetUp',
    audit: 'none',
    summary:
      'Each operator: whether it runs, its accounts with what lies there, and how payments went lately',
  },
  readCallbackAddress: {
    method: 'GET',
    path: '/operators/{operator}/callback',
    access: 'changeSettings',
    audit: 'look',
    summary: 'The address at which an operator calls back, whose last part is secret',
  },
  stopOperator: {
    method: 'POST',
    path: '/operators/{operator}/stop',
    access: 'changeSettings',
    audit: 'change',
    summary: 'Stop an operator at once: no new payout and no new collection goes through it',
  },
  startOperator: {
    method: 'POST',
    path: '/operators/{operator}/start',
    access: 'changeSettings',
    audit: 'change',
    summary: 'Ask to start an operator again; a second person approves',
  },
} as const satisfies Record<string, StaffCallDefinition>;
