import { words } from '@thumba/words/catalogue';

/*
 * The messages of this program, by their kinds. A lender's own wording replaces that of its kind. Each figure that a
 * text names stands in braces, and a part in brackets is left out if a figure in it is zero or missing.
 */

export const messageWords = words('messages', {
  loan_approved:
    'Your loan of {amountNgwee} is approved. The money is on its way to your mobile-money account.',
  loan_referred:
    'We have your application for {amountNgwee}. A person will look at it and you will get an answer by SMS.',
  loan_declined:
    'We cannot lend to you at the moment. You can apply again on {mayApplyAgainOn}. The app shows why.',
  identity_asked_again:
    'Please take the pictures of your identity card again, so that we can go on with your application for {amountNgwee}. Open the app to do it.',
  face_asked_again:
    'Please take the pictures of your face again, so that we can go on with your application for {amountNgwee}. Open the app to do it.',
  payslip_asked:
    'Please send pictures of your last payslip within {hours} hours, so that we can go on with your application for {amountNgwee}. Open the app to do it.',
  mobile_money_statement_asked:
    'Please send pictures of your mobile-money statement within {hours} hours, so that we can go on with your application for {amountNgwee}. Open the app to do it.',
  evidence_lapsed:
    'The time to send pictures for your application for {amountNgwee} is over. A person goes on with it and you will get an answer by SMS.',
  counter_offer:
    'You asked for {askedNgwee}. We can offer you {amountNgwee}. Open the app within {hours} hours to see what it costs, and to say yes or no.',
  counter_offer_refused:
    'You said no to our offer of {amountNgwee}, and your application is closed. You can apply again when you like.',
  counter_offer_lapsed:
    'Our offer of {amountNgwee} is over, and your application is closed. You can apply again when you like.',
  loan_paid_out:
    '{amountNgwee} was sent to your mobile-money account. Please repay {firstDueNgwee} by {firstDueOn}.',
  payout_failed:
    'We could not send {amountNgwee} to your mobile-money account. Please open the app to try again.',
  payout_held:
    'We cannot send your {amountNgwee} through your mobile-money operator at the moment. We will send it as soon as we can. You do not need to do anything.',
  repayment_received:
    'Thank you. We received {amountNgwee}.[ Paying early gives back {savingNgwee}.][ {walletNgwee} of it is now wallet credit.] Left to repay: {remainingNgwee}. Receipt {receiptNo}.',
  loan_settled:
    'Thank you. We received {amountNgwee} and your loan is paid off.[ {walletNgwee} of it is now wallet credit.][ It does not raise your limit: loans of {leastCountingNgwee} or more that are held for at least {minDaysHeld} days do.] Receipt {receiptNo}.',
  loan_extended:
    'Thank you. We received {amountNgwee} and your due date is now {dueOn}. Receipt {receiptNo}.',
  loan_cancelled:
    'We received {amountNgwee} and your loan is cancelled at no cost.[ {walletNgwee} of it is now wallet credit.] Receipt {receiptNo}.',
  hardship_agreed:
    'We agreed new dates with you, at no cost. Please repay {amountNgwee} by {dueOn}. Late charges stop while you pay on these dates. All dates are in the app.',
  charge_waived: 'We removed {amountNgwee} of your charges. Left to repay: {remainingNgwee}.',
  payment_reversed:
    'A payment of {amountNgwee} was recorded by mistake and does not count. Left to repay: {remainingNgwee}.',
  payment_taken_back:
    'A payment of {amountNgwee} did not reach us after all and no longer counts. Left to repay: {remainingNgwee}.',
  waiver_reversed:
    'We removed {amountNgwee} of your charges by mistake, and they count again. Left to repay: {remainingNgwee}.',
  /** The day is the first one on which the credit bureau may be told. */
  bureau_warned:
    'Your loan is late: {owedNgwee} is owed. If it is not paid, we tell the credit bureau on {dueOn}. Is that wrong? Tell us in the app, under Help.',
  bureau_dispute_upheld:
    'You were right: we take back what the credit bureau was told of your loan, with the next file.',
  bureau_dispute_rejected:
    'We looked at what you said about the credit bureau, and your loan is owed as we told it. You can complain in the app, under Help.',
  wallet_paid_out: '{amountNgwee} of your wallet credit was sent to your mobile-money account.',
  wallet_payout_failed:
    'We could not send {amountNgwee} of your wallet credit to your mobile-money account. It is in your wallet again.',
  wallet_credit_found:
    'We found {amountNgwee} that you had paid, and it is in your wallet now. You can use it for a bill or have it sent to you.',
  unused_credit_sent:
    '{amountNgwee} of your wallet credit was not used. We sent it back by mobile money, to the number that it came from.',
  unused_credit_kept:
    'We could not send {amountNgwee} of unused wallet credit back by mobile money. It is in your wallet: you can use it for a bill or have it sent to another account.',
  payer_receipt: 'Thank you. We received your payment of {amountNgwee}. Receipt {receiptNo}.',
  claim_found:
    'We found your payment of {amountNgwee} with the operator. A person will add it to your loan. Ticket {ticketNo}.',
  claim_settled:
    'Your payment of {amountNgwee} is added to your loan, receipt {receiptNo}. Ticket {ticketNo} is closed.',
  claim_answered:
    'We looked for the payment that you told us of, ticket {ticketNo}. Please read our answer in the app, under Help.',
  complaint_received:
    'We have your message, ticket {ticketNo}. A person answers it by {answerDueOn}. See it in the app, under Help.',
  complaint_answered: 'We answered your complaint, ticket {ticketNo}. Please read it in the app, under Help.',
  mobile_changed:
    'This is your Thumba number now. You sign in with it, and our messages come to it. Your loans and your wallet stay the same.',
  mobile_left:
    'Your Thumba account was moved to another number. If this was not you, call us at once: {lenderPhone}.',
  mobile_change_asked:
    'We were asked to move your Thumba account to another number, ticket {ticketNo}. If this was not you, call us at once: {lenderPhone}.',
  mobile_change_declined:
    'We could not move your Thumba account to another number, ticket {ticketNo}. Please read why in the app, under Help.',
  new_sign_in:
    'Someone signed in to your Thumba account on a new phone: {device}. Not you? End it in Thumba: Me, Settings, or call us: {lenderPhone}.',
  first_sign_in:
    'Welcome to Thumba. You signed in for the first time, on {device}. Not you? Call us: {lenderPhone}.',
  account_blocked:
    'Your account is closed for new loans. You can still repay, and your wallet stays yours. Questions? Call {lenderPhone}.',
  account_blocked_asked:
    'As you asked, your account is closed for new loans. You can still repay, and your wallet stays yours. To open it again call {lenderPhone}.',
  account_blocked_phone_lost:
    'Your account is closed for new loans because your phone or SIM card was lost. You can still repay. Call {lenderPhone} when you have it again.',
  account_blocked_identity_unclear:
    'Your account is closed for new loans until we have looked at your identity card again. You can still repay. Please call {lenderPhone}.',
  identity_corrected:
    'We corrected your name, birth date or identity number in your account. Is something wrong? Call {lenderPhone}.',
  account_unblocked: 'Your account is open again. You can apply for a loan in the app.',
  payout_account_added:
    'A payout account was added to your Thumba. Not you? End that sign-in under Me, Settings, Where you are signed in, and call {lenderPhone}.',
  data_downloaded:
    'Your Thumba data was downloaded. Not you? End that sign-in under Me, Settings, Where you are signed in, and call {lenderPhone}.',
  reminder_before_due: 'Please repay {owedNgwee} by {dueOn}. Pay from any number: {link}',
  reminder_due_day:
    'Your bill of {owedNgwee} is due on {dueOn}. Please pay it today, from any number: {link}',
  reminder_overdue_frozen:
    'Your bill of {owedNgwee} was due on {dueOn}. Please pay now, or late charges start again: {link}',
  reminder_overdue:
    'Your bill of {owedNgwee} was due on {dueOn} and costs more each day. Pay from any number: {link}',
  reminder_call_us:
    'Please call us about your bill of {owedNgwee} ({dueOn}): {lenderPhone}. Pay it here: {link}',
  reminder_ways_out:
    'You cannot pay {owedNgwee}? Call {lenderPhone}, we can talk about new dates. Pay a part: {link}',
});
