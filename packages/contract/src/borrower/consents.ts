import { z } from 'zod';
import { said } from '../contract-words.ts';
import { instant } from '../fields.ts';

/** What a borrower can allow. */
export const CONSENT_KINDS = [
  'privacy',
  'marketing',
  'device',
  'messages',
  'location',
  'push',
  'face',
  'bureau',
] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

const consentKind = z.enum(CONSENT_KINDS, said('consent'));
const wordingVersion = z.int().min(1).max(10_000);

const consent = z.object({
  kind: consentKind,
  given: z.boolean(),
  wordingVersion: wordingVersion.meta({ description: 'The version of the current wording' }),
  wording: z.string(),
  withdrawable: z.boolean().meta({ description: 'false when only deleting the account withdraws it' }),
  changedAt: instant.optional().meta({ description: 'When the consent was last given or withdrawn' }),
  changedVersion: wordingVersion
    .optional()
    .meta({ description: 'The version of the wording at that change' }),
  changedWording: z.string().optional(),
  senders: z
    .array(z.string())
    .optional()
    .meta({ description: 'For `messages`: the senders whose SMS are read. A phone sends no other SMS' }),
});

export const consents = {
  listConsents: { output: z.array(consent) },
  saveConsent: {
    body: z.object({
      kind: consentKind,
      given: z.boolean(said('consentAnswer')),
      wordingVersion: wordingVersion.meta({ description: 'The version of the wording that was shown' }),
    }),
    output: consent,
  },
};
