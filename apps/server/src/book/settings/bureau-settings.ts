import { z } from 'zod';
import { flag } from './flag.ts';

/** The credit bureau of the lender. */
export const bureauSettings = {
  /** The address of the credit bureau. Unset, none is asked and none gets a file. */
  BUREAU_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** What the privacy policy calls the bureau. */
  BUREAU_NAME: z.string().min(1).optional(),
  /** Whether a demo asks the simulated bureau, where BUREAU_URL names none. */
  BUREAU_SIMULATED: flag.default(false),
  BUREAU_USER: z.string().default(''),
  BUREAU_PASSWORD: z.string().default(''),
  /** The code by which the bureau knows this lender. */
  BUREAU_PROVIDER_CODE: z
    .string()
    .regex(/^[A-Z0-9]{3,12}$/)
    .default('THUMBA'),
  /** For how long an application waits for the answer of the bureau. */
  BUREAU_TIMEOUT_MS: z.coerce.number().int().min(100).max(10_000).default(3000),
  /** From how many days late on a loan is told to the bureau as unpaid. */
  BUREAU_LIST_FROM_DAYS_LATE: z.coerce.number().int().min(1).max(365).default(90),
  /** For how many days a borrower is warned before that. */
  BUREAU_WARN_DAYS: z.coerce.number().int().min(1).max(90).default(30),
};
