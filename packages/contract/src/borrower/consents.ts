import { z } from 'zod';
import { instant } from '../fields.ts';

const consentKind = z.enum(
  ['privacy', 'marketing', 'device', 'messages', 'location', 'push'],
  'Please choose what you allow',
);
const wordingVersion = z.int().min(1).max(10_000);

const consent = z.object({
  kind: consentKind,
  given: z.boolean(),
  wordingVersion: wordingVersion.meta({ description: 'Of the words that are asked now' }),
  wording: z.string(),
  withdrawable: z.boolean().meta({ description: 'false where only deleting the account takes it back' }),
  changedAt: instant.optional().meta({ description: 'When it was last given or withdrawn' }),
  changedVersion: wordingVersion.optional().meta({ description: 'The words of that change' }),
  changedWording: z.string().optional(),
  senders: z
    .array(z.string())
    .optional()
    .meta({ description: 'Of `messages`: whose SMS are read. A phone sends no others' }),
});

export const consents = {
  listConsents: { output: z.array(consent) },
  saveConsent: {
    body: z.object({
      kind: consentKind,
      given: z.boolean('Please say yes or no'),
      wordingVersion: wordingVersion.meta({ description: 'Of the words that were shown' }),
    }),
    output: consent,
  },
};
