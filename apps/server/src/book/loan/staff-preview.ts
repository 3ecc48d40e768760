import { type Day, formatDay } from '@thumba/lending/day';
import type { Transfer } from '@thumba/lending/ledger';
import type { Change, Loan, LoanState } from '@thumba/lending/loan';
import type { LoanMessage } from '@thumba/lending/loan-message';
import { formatKwacha, type Ngwee, sum } from '@thumba/lending/money';
import { owedOnLoan } from '@thumba/lending/owed';
import type { WalletMessage } from '@thumba/lending/wallet-payout';
import type { EffectLine } from '../staff-request.ts';
import { dueDatesOf, type SeenLoan, seenOf } from './seen-loan.ts';

/** What a change of a loan would do, as the second person sees it. */
export type ChangePreview = {
  borrowerId: number;
  seen: SeenLoan;
  before: LoanGlance;
  after: LoanGlance;
  transfers: readonly Transfer[];
  messages: readonly LoanMessage[];
};

type LoanGlance = { state: LoanState; remainingNgwee: Ngwee; dueDates: readonly Day[] };

/** `before` is the loan as of today. */
export function previewOf(
  before: Loan,
  { loan, transfers, messages }: Pick<Change, 'loan' | 'transfers' | 'messages'>,
): ChangePreview {
  return {
    borrowerId: before.borrowerId,
    seen: seenOf(before),
    before: glanceAt(before),
    after: glanceAt(loan),
    transfers,
    messages,
  };
}

function glanceAt(loan: Loan): LoanGlance {
  return {
    state: loan.state,
    remainingNgwee: owedOnLoan(loan).totalNgwee,
    dueDates: dueDatesOf(loan),
  };
}

export function effectOf({ before, after, transfers }: ChangePreview): EffectLine[] {
  const lines: EffectLine[] = [
    { title: 'State of the loan', before: inWords(before.state), after: inWords(after.state) },
    {
      title: 'Left to repay',
      before: formatKwacha(before.remainingNgwee),
      after: formatKwacha(after.remainingNgwee),
    },
    { title: 'Due dates', before: datesText(before.dueDates), after: datesText(after.dueDates) },
  ];
  return [
    ...lines.filter((line) => line.before !== line.after || line.title === 'Left to repay'),
    ...ledgerLines(transfers),
  ];
}

/** The ledger in words. What moves from one account to another is one line, also where several rows move it. */
export function ledgerLines(transfers: readonly Transfer[]): EffectLine[] {
  const titleOf = ({ debitAccount, creditAccount }: Transfer) =>
    `Ledger: ${inWords(debitAccount)} to ${inWords(creditAccount)}`;
  return [...Map.groupBy(transfers, titleOf)].map(([title, rows]) => ({
    title,
    before: null,
    after: formatKwacha(sum(rows.map((row) => row.amountNgwee))),
  }));
}

/** The English SMS of a message, in the words of this lender. */
export type SmsOf = (message: LoanMessage | WalletMessage) => Promise<string>;

/** The SMS that the borrower gets, each on a line of its own. Null where there is none. */
export async function smsText(
  messages: readonly (LoanMessage | WalletMessage)[],
  smsOf: SmsOf,
): Promise<string | null> {
  const texts = await Promise.all(messages.map(smsOf));
  return texts.length === 0 ? null : texts.join('\n');
}

export function datesText(dates: readonly Day[]): string {
  return dates.map(formatDay).join(', ');
}

/** The name of a state, an account or a purpose as it is read. */
export function inWords(name: string): string {
  return name.replaceAll('_', ' ');
}
