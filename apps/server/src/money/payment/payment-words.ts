import { words } from '@thumba/words/catalogue';

/** While a payout waits. The value is the name of an operator, as in "MTN". */
export const heldPayoutWords = words('heldPayout', {
  float_low: (operator: string) =>
    `Our own account at ${operator} does not have enough money at the moment. We will send your money as soon as it does. You do not need to do anything.`,
  book_restored: (operator: string) =>
    `We are comparing our records with ${operator} before we send money. We will send yours after that. You do not need to do anything.`,
  // The borrower does not learn why a person looks.
  under_review: (_operator: string) =>
    'A person is looking at it. This takes up to 4 hours in our opening hours. You can also use another mobile-money number.',
  lending_stopped: (_operator: string) =>
    'We have stopped sending loans for the moment. We will send your money as soon as we start again. You do not need to do anything.',
  payout_ceiling: (_operator: string) =>
    'We have sent out as much money as we can today. We will send yours tomorrow, or earlier if we can. You do not need to do anything.',
  operator_stopped: (operator: string) =>
    `We have stopped sending money through ${operator} for the moment. We will send yours as soon as we start again. You can also choose an account at another operator.`,
  operator_down: (operator: string) =>
    `We cannot reach ${operator} at the moment. We will send your money as soon as we can. You do not need to do anything.`,
});

/** Why an account cannot get money. */
export const payeeWords = words('payee', {
  payout_number_shared:
    'Another borrower uses this mobile-money number. Please choose a number of your own, or contact us.',
  account_newer_than_session:
    'This phone is new to us. Until it is confirmed, money goes only to an account that you had before. Please choose another account.',
  // A day and a time, as in "21 December" and "14:30".
  account_waits: (day: string, time: string) =>
    `This account is new. It can get money from ${day} at ${time}. Please choose another account until then.`,
  operator_not_connected: 'We cannot send money to this operator yet. Please choose another account.',
  operator_stopped:
    'We are not sending money to this operator at the moment. Please choose another account, or try again later.',
});

/** Why an account cannot pay. */
export const payerWords = words('payer', {
  no_account: 'Please add a mobile-money account first',
  operator_not_connected: 'We cannot collect from this operator yet. Please choose another account.',
  operator_stopped:
    'We are not taking payments from this operator at the moment. Please pay from another account, or try again later.',
});
