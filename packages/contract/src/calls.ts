import { loanCalls } from './calls/loan.ts';
import { personCalls } from './calls/person.ts';
import { serviceCalls } from './calls/service.ts';

/**
 * Every call of the borrower app as data. These files have no schemas, so that the borrower's phone downloads only
 * paths and flags. The schemas of the same names are in `schemas.ts`.
 */
export const calls = { ...personCalls, ...loanCalls, ...serviceCalls } as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
