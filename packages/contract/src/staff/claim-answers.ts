/** How staff answer an "I paid" ticket whose payment is not found: what they choose from. */
export const CLAIM_ANSWERS = {
  not_received: 'No such payment came to us',
  other_receiver: 'The payment went to another receiver',
  unsuccessful: 'The payment did not succeed',
  counted_already: 'The payment counts already, under another reference',
} as const;

export type ClaimAnswer = keyof typeof CLAIM_ANSWERS;
