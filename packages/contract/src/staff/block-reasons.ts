/** Why an account is blocked: what staff choose from. A suspicion is told to the borrower as `other`. */
export const blockReasons = {
  asked: 'The borrower asked for it',
  phone_lost: 'The phone or the SIM card was lost or stolen',
  identity_unclear: 'The identity has to be looked at again',
  suspicion: 'A suspicion, which the note says; the borrower is not told of it',
  other: 'Another reason, which the note says',
} as const;

export type BlockReason = keyof typeof blockReasons;
