/** The calls that may ask for a second code, and the purpose that its SMS names. */
export const PURPOSES = {
  downloadMyData: 'download',
  addAccount: 'account',
  payOutWallet: 'payout',
  changeMobile: 'mobile',
  confirmDevice: 'device',
} as const;

export type SteppedCall = keyof typeof PURPOSES;
export type Purpose = (typeof PURPOSES)[SteppedCall];

/** What the repeated call brings. */
export type Proof = { stepUpCode: string; identityDigits?: string };
