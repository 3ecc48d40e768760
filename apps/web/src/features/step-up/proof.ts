import type { FormMessages } from '../../platform/form.ts';
import { stepUpWords } from '../../words/step-up.ts';

export const CODE_DIGITS = 6;
export const IDENTITY_DIGITS = 4;

export type ProofForm = { stepUpCode: string; identityDigits: string };

/** What has to be right before the second code is sent. */
export function proofMessages(form: ProofForm, asksIdentity: boolean): FormMessages<keyof ProofForm> {
  const isIdentityMissing = asksIdentity && form.identityDigits.length < IDENTITY_DIGITS;
  return {
    stepUpCode: form.stepUpCode.length < CODE_DIGITS ? stepUpWords.codeMissing : undefined,
    identityDigits: isIdentityMissing ? stepUpWords.digitsMissing : undefined,
  };
}
