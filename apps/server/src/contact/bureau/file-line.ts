import type { BureauRecordKind } from '@thumba/lending/bureau-record';
import type { Day } from '@thumba/lending/day';
import { type Ngwee, toKwacha } from '@thumba/lending/money';
import { csvLine, textCell } from '../../accounting/report/write-csv.ts';
import type { Identity } from '../../people/borrower/applicant.ts';

/** The columns of a file, in their order. docs/rules/bureau.md says what each is and what is not certain of them. */
export const FILE_COLUMNS = [
  'record_type',
  'correction',
  'provider_code',
  'month',
  'account_number',
  'national_id',
  'surname',
  'forename',
  'birth_date',
  'gender',
  'product',
  'date_opened',
  'original_amount',
  'currency',
  'current_balance',
  'amount_overdue',
  'days_in_arrears',
  'account_status',
  'date_closed',
] as const;

type ToldLoan = {
  kind: BureauRecordKind;
  isCorrection: boolean;
  providerCode: string;
  month: string;
  loanId: number;
  identity: Identity | null;
  productName: string;
  disbursedOn: Day;
  principalNgwee: Ngwee;
  balanceNgwee: Ngwee;
  overdueNgwee: Ngwee;
  daysLate: number;
  closedOn: Day | null;
};

export const FILE_HEAD = csvLine(FILE_COLUMNS);

/** A record whose days and overdue amount are in question has none. */
const WITHOUT_LATENESS: readonly BureauRecordKind[] = ['disputed', 'withdrawn'];

/** One line of a file. That of a deleted account has the number of the loan and nothing of the person. */
export function fileLine(loan: ToldLoan): string {
  const { kind, identity } = loan;
  const person = kind === 'closed_without_identity' ? null : identity;
  const isLateKnown = !WITHOUT_LATENESS.includes(kind);
  const isClosed = kind === 'closed' || kind === 'closed_without_identity';
  return csvLine([
    kind,
    loan.isCorrection ? 'Y' : 'N',
    loan.providerCode,
    loan.month,
    String(loan.loanId),
    textCell(person?.idNumber ?? ''),
    textCell(person?.lastName ?? ''),
    textCell(person?.firstName ?? ''),
    person?.birthDate ?? '',
    person?.gender ?? '',
    kind === 'closed_without_identity' ? '' : textCell(loan.productName),
    kind === 'closed_without_identity' ? '' : loan.disbursedOn,
    kind === 'closed_without_identity' ? '' : amount(loan.principalNgwee),
    'ZMW',
    amount(loan.balanceNgwee),
    isLateKnown ? amount(loan.overdueNgwee) : '',
    isLateKnown ? String(loan.daysLate) : '',
    isClosed ? 'closed' : 'open',
    isClosed ? (loan.closedOn ?? '') : '',
  ]);
}

function amount(ngwee: Ngwee): string {
  return toKwacha(ngwee).toFixed(2);
}
