import { words } from '@thumba/words/catalogue';

/** The SMS with a code. The code stands first, because that is what a phone shows of a message. */
export const codeMessageWords = words('codeMessage', {
  signIn: (code: string) => `${code} is your Thumba code. It works for 5 minutes. Do not share it.`,
  changeNumber: (code: string) =>
    `${code} is your Thumba code to change your number. It works for 5 minutes. Not you? Do not share it.`,
  /** A second code. `phone` is the phone number of the lender. */
  download: (code: string, phone: string) =>
    `${code} is your Thumba code to download your data. It works for 5 minutes. Not you? Do not share it and call ${phone}.`,
  account: (code: string, phone: string) =>
    `${code} is your Thumba code to add a payout account. It works for 5 minutes. Not you? Do not share it and call ${phone}.`,
  payout: (code: string, phone: string) =>
    `${code} is your Thumba code to send your wallet credit to a new account. It works for 5 minutes. Not you? Do not share it and call ${phone}.`,
  mobile: (code: string, phone: string) =>
    `${code} is your Thumba code to change your number. It works for 5 minutes. Not you? Do not share it and call ${phone}.`,
  device: (code: string, phone: string) =>
    `${code} is your Thumba code to confirm a new device. It works for 5 minutes. Not you? Do not share it and call ${phone}.`,
});
