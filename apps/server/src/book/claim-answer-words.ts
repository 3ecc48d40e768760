import { words } from '@thumba/words/catalogue';

/** What the borrower reads in the app when staff answer "I paid". */
export const claimAnswerWords = words('claimAnswer', {
  not_received:
    'We asked the operator and looked through its statements: no payment with this reference came to us. Please look at the SMS of the operator again. If it names us, please call us.',
  other_receiver:
    'The payment with this reference went to another receiver, so we do not have the money. Please ask your operator to send it back to you.',
  unsuccessful:
    'The payment with this reference did not succeed, so no money came to us. If it left your account, please ask your operator.',
  counted_already: 'This payment counts on your bill already, under another reference. Your bill shows it.',
});
