import { loanCalls } from './calls/loan.ts';
import { personCalls } from './calls/person.ts';
import { serviceCalls } from './calls/service.ts';

/**
 * Every call of the borrower app as data. These files carry no schema, so that the borrower's phone downloads
 * paths and flags only; the schemas of the same names are in `schemas.ts`.
 */
export const calls = { ...personCalls, ...loanCalls, ...serviceCalls } as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
