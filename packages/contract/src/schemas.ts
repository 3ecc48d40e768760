import type { ZodType } from 'zod';
import { authentication } from './borrower/authentication.ts';
import { borrowing } from './borrower/borrowing.ts';
import { channels } from './borrower/channels.ts';
import { consents } from './borrower/consents.ts';
import { coupons } from './borrower/coupons.ts';
import { deviceData } from './borrower/device-data.ts';
import { face } from './borrower/face.ts';
import { help } from './borrower/help.ts';
import { loans } from './borrower/loans.ts';
import { messages } from './borrower/messages.ts';
import { notifications } from './borrower/notifications.ts';
import { papers } from './borrower/papers.ts';
import { personalData } from './borrower/personal-data.ts';
import { quickRepaying } from './borrower/quick-repaying.ts';
import { repaying } from './borrower/repaying.ts';
import { security } from './borrower/security.ts';
import { session } from './borrower/session.ts';
import { turntable } from './borrower/turntable.ts';
import { wallet } from './borrower/wallet.ts';
import type { CallName } from './calls.ts';

export type CallSchemas = { params?: ZodType; query?: ZodType; body?: ZodType; output: ZodType };

/** The schemas of every call, by the names in `calls.ts`. A call without schemas does not compile. */
export const schemas = {
  ...session,
  ...security,
  ...authentication,
  ...face,
  ...borrowing,
  ...loans,
  ...repaying,
  ...quickRepaying,
  ...wallet,
  ...coupons,
  ...messages,
  ...notifications,
  ...papers,
  ...help,
  ...consents,
  ...deviceData,
  ...turntable,
  ...personalData,
  ...channels,
} satisfies Record<CallName, CallSchemas>;

export type Schemas = typeof schemas;
