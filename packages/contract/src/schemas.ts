import type { ZodType } from 'zod';
import { authentication } from './borrower/authentication.ts';
import { borrowing } from './borrower/borrowing.ts';
import { loans } from './borrower/loans.ts';
import { messages } from './borrower/messages.ts';
import { repaying } from './borrower/repaying.ts';
import { session } from './borrower/session.ts';
import { wallet } from './borrower/wallet.ts';
import type { CallName } from './calls.ts';

export type CallSchemas = { params?: ZodType; query?: ZodType; body?: ZodType; output: ZodType };

/** The shapes of every call, by the same names as in `calls.ts`: a call without shapes does not compile. */
export const schemas = {
  ...session,
  ...authentication,
  ...borrowing,
  ...loans,
  ...repaying,
  ...wallet,
  ...messages,
} satisfies Record<CallName, CallSchemas>;

export type Schemas = typeof schemas;
