import { words } from '@thumba/words/catalogue';

/** The SMS with the code that deletes an account. */
export const deletionCodeWords = words('deletionCodeMessage', {
  /** The code, and the phone number of the lender. */
  text: (code: string, phone: string) =>
    `${code} is your Thumba code to DELETE your account. If you did not ask for this, do not share it and call ${phone}.`,
});
