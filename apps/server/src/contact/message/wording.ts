import { type Day, formatDay } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan-message';
import { formatKwacha, type Ngwee, ngwee } from '@thumba/lending/money';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import type { PayerReceipt } from '../../book/message/messages.ts';
import type { PayoutHeldMessage } from '../../money/payment/held-payout.ts';

/** A reminder names the amount owed on a bill, and has the link by which any person may pay it. */
type Reminder = {
  kind: 'reminder_before_due' | 'reminder_due_day' | 'reminder_overdue' | 'reminder_overdue_frozen';
  owedNgwee: Ngwee;
  dueOn: Day;
  link: string;
};

/** About a payment that the borrower said was made. */
type ClaimMessage =
  | { kind: 'claim_found'; amountNgwee: Ngwee; ticketNo: number }
  | { kind: 'claim_settled'; amountNgwee: Ngwee; receiptNo: string; ticketNo: number };

/** About a complaint. Its text and its answer are read in the app only. */
type ComplaintMessage =
  | { kind: 'complaint_received'; ticketNo: number; answerDueOn: Day }
  | { kind: 'complaint_answered'; ticketNo: number };

/** `mobile_left` goes to the number that the account was moved from. */
type MobileChangeMessage =
  | { kind: 'mobile_changed' }
  | { kind: 'mobile_left'; lenderPhone: string }
  | { kind: 'mobile_change_asked'; ticketNo: number; lenderPhone: string }
  | { kind: 'mobile_change_declined'; ticketNo: number };

/** Tells the borrower what a stranger could have done, and how to stop it. It goes by SMS and to the known phones. */
type SecurityMessage =
  | { kind: 'new_sign_in'; device: string; lenderPhone: string }
  | { kind: 'first_sign_in'; device: string; lenderPhone: string }
  | { kind: 'payout_account_added'; lenderPhone: string }
  | { kind: 'data_downloaded'; lenderPhone: string };

export type Message =
  | LoanMessage
  | WalletMessage
  | PayerReceipt
  | PayoutHeldMessage
  | ClaimMessage
  | ComplaintMessage
  | MobileChangeMessage
  | SecurityMessage
  | Reminder;
export type MessageKind = Message['kind'];

type Figures = Record<string, unknown>;

type FiguresOf = {
  [Kind in MessageKind]: Record<keyof Omit<Extract<Message, { kind: Kind }>, 'kind'>, true>;
};

const reminderFigures = { owedNgwee: true, dueOn: true, link: true } as const;

/** The figures that the wording of a kind may name: those of its messages. */
const figuresOf: FiguresOf = {
  loan_approved: { amountNgwee: true },
  loan_referred: { amountNgwee: true },
  loan_declined: { mayApplyAgainOn: true },
  loan_paid_out: { amountNgwee: true, firstDueOn: true, firstDueNgwee: true },
  payout_failed: { amountNgwee: true },
  payout_held: { amountNgwee: true },
  repayment_received: {
    amountNgwee: true,
    receiptNo: true,
    remainingNgwee: true,
    walletNgwee: true,
    savingNgwee: true,
  },
  loan_settled: {
    amountNgwee: true,
    receiptNo: true,
    walletNgwee: true,
    leastCountingNgwee: true,
    minDaysHeld: true,
  },
  loan_extended: { amountNgwee: true, dueOn: true, receiptNo: true },
  loan_cancelled: { amountNgwee: true, receiptNo: true, walletNgwee: true },
  hardship_agreed: { amountNgwee: true, dueOn: true },
  charge_waived: { amountNgwee: true, remainingNgwee: true },
  payment_reversed: { amountNgwee: true, remainingNgwee: true },
  payment_taken_back: { amountNgwee: true, remainingNgwee: true },
  waiver_reversed: { amountNgwee: true, remainingNgwee: true },
  wallet_paid_out: { amountNgwee: true },
  wallet_payout_failed: { amountNgwee: true },
  wallet_credit_found: { amountNgwee: true },
  unused_credit_sent: { amountNgwee: true },
  unused_credit_kept: { amountNgwee: true },
  payer_receipt: { amountNgwee: true, receiptNo: true },
  claim_found: { amountNgwee: true, ticketNo: true },
  claim_settled: { amountNgwee: true, receiptNo: true, ticketNo: true },
  complaint_received: { ticketNo: true, answerDueOn: true },
  complaint_answered: { ticketNo: true },
  mobile_changed: {},
  mobile_left: { lenderPhone: true },
  mobile_change_asked: { ticketNo: true, lenderPhone: true },
  mobile_change_declined: { ticketNo: true },
  new_sign_in: { device: true, lenderPhone: true },
  first_sign_in: { device: true, lenderPhone: true },
  payout_account_added: { lenderPhone: true },
  data_downloaded: { lenderPhone: true },
  reminder_before_due: reminderFigures,
  reminder_due_day: reminderFigures,
  reminder_overdue: reminderFigures,
  reminder_overdue_frozen: reminderFigures,
};

export type Wording = Record<MessageKind, string>;

const PAID_MORE = '[ {walletNgwee} of it is now wallet credit.]';

const PAID_EARLY = '[ Paying early gives back {savingNgwee}.]';

const NOT_COUNTED =
  '[ It does not raise your limit: loans of {leastCountingNgwee} or more that are held for at least {minDaysHeld} days do.]';

/** The wordings of this program. A lender's own wording replaces that of its kind. */
export const shippedWording: Wording = {
  loan_approved:
    'Your loan of {amountNgwee} is approved. The money is on its way to your mobile-money account.',
  loan_referred:
    'We have your application for {amountNgwee}. A person will look at it and you will get an answer by SMS.',
  loan_declined:
    'We cannot lend to you at the moment. You can apply again on {mayApplyAgainOn}. The app shows why.',
  loan_paid_out:
    '{amountNgwee} was sent to your mobile-money account. Please repay {firstDueNgwee} by {firstDueOn}.',
  payout_failed:
    'We could not send {amountNgwee} to your mobile-money account. Please open the app to try again.',
  payout_held:
    'We cannot send your {amountNgwee} through your mobile-money operator at the moment. We will send it as soon as we can. You do not need to do anything.',
  repayment_received: `Thank you. We received {amountNgwee}.${PAID_EARLY}${PAID_MORE} Left to repay: {remainingNgwee}. Receipt {receiptNo}.`,
  loan_settled: `Thank you. We received {amountNgwee} and your loan is paid off.${PAID_MORE}${NOT_COUNTED} Receipt {receiptNo}.`,
  loan_extended:
    'Thank you. We received {amountNgwee} and your due date is now {dueOn}. Receipt {receiptNo}.',
  loan_cancelled: `We received {amountNgwee} and your loan is cancelled at no cost.${PAID_MORE} Receipt {receiptNo}.`,
  hardship_agreed:
    'We agreed new dates with you, at no cost. Please repay {amountNgwee} by {dueOn}. Late charges stop while you pay on these dates. All dates are in the app.',
  charge_waived: 'We removed {amountNgwee} of your charges. Left to repay: {remainingNgwee}.',
  payment_reversed:
    'A payment of {amountNgwee} was recorded by mistake and does not count. Left to repay: {remainingNgwee}.',
  payment_taken_back:
    'A payment of {amountNgwee} did not reach us after all and no longer counts. Left to repay: {remainingNgwee}.',
  waiver_reversed:
    'We removed {amountNgwee} of your charges by mistake, and they count again. Left to repay: {remainingNgwee}.',
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
  complaint_received:
    'We have your complaint, ticket {ticketNo}. A person answers it by {answerDueOn}. See it in the app, under Help.',
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
    'Someone signed in to your Thumba account on a new phone: {device}. Not you? End it in Thumba under Set, or call us: {lenderPhone}.',
  first_sign_in:
    'Welcome to Thumba. You signed in for the first time, on {device}. Not you? Call us: {lenderPhone}.',
  payout_account_added:
    'A payout account was added to your Thumba. Not you? End that sign-in under Set, Where you are signed in, and call {lenderPhone}.',
  data_downloaded:
    'Your Thumba data was downloaded. Not you? End that sign-in under Set, Where you are signed in, and call {lenderPhone}.',
  reminder_before_due: 'Please repay {owedNgwee} by {dueOn}. Pay from any number: {link}',
  reminder_due_day:
    'Your bill of {owedNgwee} is due on {dueOn}. Please pay it today, from any number: {link}',
  reminder_overdue_frozen:
    'Your bill of {owedNgwee} was due on {dueOn}. Please pay now, or late charges start again: {link}',
  reminder_overdue:
    'Your bill of {owedNgwee} was due on {dueOn} and costs more each day. Pay from any number: {link}',
};

/** The name of a figure stands in braces. A part in brackets is left out if a figure in it is zero or missing. */
const PART = /\[([^[\]]*)\]/g;
const FIGURE = /\{([^{}]*)\}/g;

/** The text of a message. It is made when the message is sent and each time it is read. */
export function messageText(wording: string, figures: Figures): string {
  return wording
    .replaceAll(PART, (_, part: string) =>
      namesIn(part).some((name) => isNothing(figures[name])) ? '' : part,
    )
    .replaceAll(FIGURE, (_, name: string) => figureText(name, figures[name]));
}

/** The unit at the end of a name decides how the figure is formatted. */
function figureText(name: string, figure: unknown): string {
  if (figure === undefined) throw new Error(`a message without the figure ${name}`);
  if (name.endsWith('Ngwee')) return formatKwacha(ngwee(figure as number));
  if (name.endsWith('On')) return formatDay(figure as Day);
  return String(figure);
}

const SECURITY_KINDS: ReadonlySet<string> = new Set<SecurityMessage['kind']>(['new_sign_in']);

/** Whether a message also goes to the known phones as a notification, beside its SMS. */
export function isAboutSecurity(kind: string): boolean {
  return SECURITY_KINDS.has(kind);
}

function isNothing(figure: unknown): boolean {
  return figure === undefined || figure === 0;
}

function namesIn(text: string): string[] {
  return [...text.matchAll(FIGURE)].map((match) => match[1]!);
}

function isMessageKind(kind: string): kind is MessageKind {
  return Object.hasOwn(figuresOf, kind);
}

/** The sentence that says why a wording cannot be used. Undefined when it can. */
export function wordingFault(kind: string, wording: string): string | undefined {
  if (!isMessageKind(kind)) return `There is no message "${kind}".`;
  const known = Object.keys(figuresOf[kind]);
  const unknown = namesIn(wording).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return `The message "${kind}" has no figure {${unknown}}: it has ${known.map((name) => `{${name}}`).join(', ')}.`;
  }
  if (/[{}[\]]/.test(wording.replaceAll(FIGURE, '').replaceAll(PART, '')))
    return `The message "${kind}" has a brace or a bracket that does not close.`;
  if (wording.trim() === '') return `The message "${kind}" says nothing.`;
  return undefined;
}
