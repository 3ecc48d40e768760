import { type Day, formatDay } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan-message';
import { formatKwacha, type Ngwee, ngwee } from '@thumba/lending/money';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import type { PayerReceipt, PublishedWording } from '../../book/message/messages.ts';
import type { PayoutHeldMessage } from '../../money/payment/held-payout.ts';
import { deviceNameOf } from '../../people/session/device-name.ts';
import { inLanguage } from '../../platform/language.ts';
import { messageWords } from './message-words.ts';

/** A reminder names the amount owed on a bill, and has the link by which any person may pay it. */
type Reminder = {
  kind: 'reminder_before_due' | 'reminder_due_day' | 'reminder_overdue' | 'reminder_overdue_frozen';
  owedNgwee: Ngwee;
  dueOn: Day;
  link: string;
};

/** About what a credit bureau is told of a late loan. */
type BureauMessage =
  | { kind: 'bureau_warned'; owedNgwee: Ngwee; dueOn: Day }
  | { kind: 'bureau_dispute_upheld' | 'bureau_dispute_rejected' };

/** What staff send the borrower of a late loan. */
type StaffReminder = {
  kind: 'reminder_call_us' | 'reminder_ways_out';
  owedNgwee: Ngwee;
  dueOn: Day;
  lenderPhone: string;
  link: string;
};

/** About a payment that the borrower said was made. */
type ClaimMessage =
  | { kind: 'claim_found'; amountNgwee: Ngwee; ticketNo: number }
  | { kind: 'claim_settled'; amountNgwee: Ngwee; receiptNo: string; ticketNo: number }
  | { kind: 'claim_answered'; ticketNo: number };

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

/** Whether the borrower can borrow: the reason of a block in words, or a general sentence. */
type BlockMessage =
  | {
      kind:
        | 'account_blocked'
        | 'account_blocked_asked'
        | 'account_blocked_phone_lost'
        | 'account_blocked_identity_unclear'
        | 'identity_corrected';
      lenderPhone: string;
    }
  | { kind: 'account_unblocked' };

export type Message =
  | LoanMessage
  | WalletMessage
  | PayerReceipt
  | PayoutHeldMessage
  | ClaimMessage
  | ComplaintMessage
  | MobileChangeMessage
  | SecurityMessage
  | BlockMessage
  | BureauMessage
  | Reminder
  | StaffReminder;
export type MessageKind = Message['kind'];

type Figures = Record<string, unknown>;

type FiguresOf = {
  [Kind in MessageKind]: Record<keyof Omit<Extract<Message, { kind: Kind }>, 'kind'>, true>;
};

const reminderFigures = { owedNgwee: true, dueOn: true, link: true } as const;
const staffReminderFigures = { ...reminderFigures, lenderPhone: true } as const;

/** The figures that the wording of a kind may name: those of its messages. */
const figuresOf: FiguresOf = {
  loan_approved: { amountNgwee: true },
  loan_referred: { amountNgwee: true },
  loan_declined: { mayApplyAgainOn: true },
  identity_asked_again: { amountNgwee: true },
  face_asked_again: { amountNgwee: true },
  payslip_asked: { amountNgwee: true, hours: true },
  mobile_money_statement_asked: { amountNgwee: true, hours: true },
  evidence_lapsed: { amountNgwee: true },
  counter_offer: { amountNgwee: true, askedNgwee: true, hours: true },
  counter_offer_refused: { amountNgwee: true },
  counter_offer_lapsed: { amountNgwee: true },
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
  bureau_warned: { owedNgwee: true, dueOn: true },
  bureau_dispute_upheld: {},
  bureau_dispute_rejected: {},
  wallet_paid_out: { amountNgwee: true },
  wallet_payout_failed: { amountNgwee: true },
  wallet_credit_found: { amountNgwee: true },
  unused_credit_sent: { amountNgwee: true },
  unused_credit_kept: { amountNgwee: true },
  payer_receipt: { amountNgwee: true, receiptNo: true },
  claim_found: { amountNgwee: true, ticketNo: true },
  claim_settled: { amountNgwee: true, receiptNo: true, ticketNo: true },
  claim_answered: { ticketNo: true },
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
  account_blocked: { lenderPhone: true },
  account_blocked_asked: { lenderPhone: true },
  account_blocked_phone_lost: { lenderPhone: true },
  account_blocked_identity_unclear: { lenderPhone: true },
  identity_corrected: { lenderPhone: true },
  account_unblocked: {},
  reminder_before_due: reminderFigures,
  reminder_due_day: reminderFigures,
  reminder_overdue: reminderFigures,
  reminder_overdue_frozen: reminderFigures,
  reminder_call_us: staffReminderFigures,
  reminder_ways_out: staffReminderFigures,
};

/** The name of a figure stands in braces. A part in brackets is left out if a figure in it is zero or missing. */
const PART = /\[([^[\]]*)\]/g;
const FIGURE = /\{([^{}]*)\}/g;

/**
 * The text of a message in a language, made when the message is sent and each time it is read: in the lender's own words
 * of that language, or else in its own English words, or else in those of this program. A translation of this program
 * would say something else than a lender who changed the English text.
 */
export function textIn(
  language: string,
  { kind, wording }: { kind: string; wording: PublishedWording },
  figures: Figures,
): string {
  const own = wording.translations[language];
  const isOurs = inLanguage('en', () => wordsOf(kind)) === wording.english;
  return inLanguage(own === undefined && !isOurs ? 'en' : language, () =>
    messageText(own ?? (isOurs ? wordsOf(kind)! : wording.english), figures),
  );
}

function wordsOf(kind: string): string | undefined {
  return isMessageKind(kind) ? messageWords[kind] : undefined;
}

export function messageText(wording: string, figures: Figures): string {
  return wording
    .replaceAll(PART, (_, part: string) =>
      namesIn(part).some((name) => isNothing(figures[name])) ? '' : part,
    )
    .replaceAll(FIGURE, (_, name: string) => figureText(name, figures[name]));
}

/** The unit at the end of a name decides how the figure is formatted. The name of a device is kept in English. */
function figureText(name: string, figure: unknown): string {
  if (figure === undefined) throw new Error(`a message without the figure ${name}`);
  if (name.endsWith('Ngwee')) return formatKwacha(ngwee(figure as number));
  if (name.endsWith('On')) return formatDay(figure as Day);
  if (name === 'device') return deviceNameOf(String(figure));
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

/** The kinds of messages, in the order of the list of their words. */
export const MESSAGE_KINDS = Object.keys(figuresOf) as readonly MessageKind[];

/** The figures that a wording of this kind may name. */
export function figuresNamedBy(kind: MessageKind): string[] {
  return Object.keys(figuresOf[kind]);
}

/** The figures that each wording of this kind has to name: those that the shipped words always name. */
export function figuresNeededBy(kind: MessageKind): string[] {
  const always = inLanguage('en', () => messageWords[kind]).replaceAll(PART, '');
  return [...new Set(namesIn(always))];
}

export function isMessageKind(kind: string): kind is MessageKind {
  return Object.hasOwn(figuresOf, kind);
}

/** The figures that a wording leaves out although a borrower needs them. What stands in brackets is not always said. */
export function figuresMissingIn(kind: MessageKind, wording: string): string[] {
  const named = namesIn(wording.replaceAll(PART, ''));
  return figuresNeededBy(kind).filter((name) => !named.includes(name));
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
