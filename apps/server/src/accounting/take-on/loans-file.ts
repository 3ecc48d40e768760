import { hasHiddenCharacters, MOBILE_PATTERN } from '@thumba/contract/fields';
import { NUMBER_PATTERN } from '@thumba/identity/card-number';
import { type Day, isDay } from '@thumba/lending/day';
import { OPERATOR_NAMES, type OperatorName } from '@thumba/lending/ledger';
import { CHARGE_KINDS, type ChargeKind } from '@thumba/lending/loan';
import { type Ngwee, ngwee, ZERO } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { RunningPlan } from '@thumba/lending/take-on';
import { fromDecimalAmount } from '../../money/payment/operators/decimal-amount.ts';
import { readText } from '../../money/reconciliation/statement-text.ts';
import type { Identity } from '../../people/borrower/applicant.ts';
import { type CsvRecord, readCsvTable } from '../../platform/csv-table.ts';

/** A loan of the file, with the line of its first plan. */
export type WrittenLoan = {
  line: number;
  planLines: number[];
  earlierLoanNo: string;
  mobile: string;
  /** Null where the number tells the operator. */
  operator: OperatorName | null;
  identity: Identity;
  product: { name: string; version: number | null; termDays: number };
  paidOutOn: Day;
  plans: RunningPlan[];
};

/** What is wrong with a line of the file. */
export type LineProblem = { line: number; text: string };

/** The columns of a loan. After its first line they may be empty or repeat the same. */
const LOAN_COLUMNS = [
  'mobile',
  'operator',
  'first_name',
  'last_name',
  'id_number',
  'birth_date',
  'gender',
  'product',
  'product_version',
  'term_days',
  'paid_out_on',
] as const;
const CHARGES = ['principal', 'interest', 'fee', 'penalty'] as const satisfies readonly ChargeKind[];
const AMOUNT_COLUMNS = [...CHARGES, ...CHARGES.map((kind) => `${kind}_paid` as const)] as const;
const PLAN_COLUMNS = ['due_on', 'original_due_on', ...AMOUNT_COLUMNS, 'days_late'] as const;
const COLUMNS = ['loan_no', ...LOAN_COLUMNS, ...PLAN_COLUMNS] as const;
type Column = (typeof COLUMNS)[number];
const MAY_BE_LEFT_OUT: readonly Column[] = ['operator', 'product_version', 'original_due_on'];

const MAX_NAME_LENGTH = 60;
const LOAN_NO = /^[\p{L}\p{N}][\p{L}\p{N}/._-]{0,39}$/u;

/**
 * Reads the running loans of another system from CSV: a line for each plan, the plans of a loan in their order. Says for
 * each line what is wrong with it. Rule: docs/rules/take-on.md.
 */
export function readLoansFile(bytes: Uint8Array): Outcome<WrittenLoan[], LineProblem[]> {
  const text = readText(bytes);
  if (!text.ok) return refuse([{ line: text.refusal.line, text: text.refusal.problem }]);
  const needed = COLUMNS.filter((column) => !MAY_BE_LEFT_OUT.includes(column));
  const table = readCsvTable(text.value, { columns: COLUMNS, needed });
  if (!table.ok) return refuse([{ line: 1, text: `the file cannot be read: ${table.refusal}` }]);
  const problems: LineProblem[] = [];
  const loans: WrittenLoan[] = [];
  for (const records of loansIn(table.value, problems)) {
    const loan = readLoan(records, problems);
    if (loan) loans.push(loan);
  }
  if (problems.length > 0) return refuse(problems.sort((a, b) => a.line - b.line));
  return loans.length === 0 ? refuse([{ line: 1, text: 'the file has no loan' }]) : allow(loans);
}

type Records = CsvRecord<Column>[];

/** The records of each loan. Numbers that differ only in capital letters are one number. */
function loansIn(records: Records, problems: LineProblem[]): Records[] {
  const loans = new Map<string, Records>();
  for (const record of records) {
    const number = record.fields.loan_no ?? '';
    const key = number.toLowerCase();
    if (!LOAN_NO.test(number))
      problems.push({ line: record.line, text: `loan_no "${number}" is no number of a loan` });
    else if (loans.has(key)) loans.get(key)!.push(record);
    else loans.set(key, [record]);
  }
  return [...loans.values()];
}

function readLoan(records: Records, problems: LineProblem[]): WrittenLoan | undefined {
  const before = problems.length;
  const [first, ...others] = records as [CsvRecord<Column>, ...Records];
  for (const { line, fields } of others) {
    const differing = LOAN_COLUMNS.find(
      (column) => fields[column] && fields[column] !== first.fields[column],
    );
    if (differing)
      problems.push({
        line,
        text: `${differing} is another one than on line ${first.line}, which is of loan ${first.fields.loan_no} too`,
      });
  }
  const fields = fieldsOf(first, problems);
  const identity = {
    idNumber: fields.matching('id_number', NUMBER_PATTERN, 'an NRC number like 123456/10/1'),
    firstName: fields.name('first_name'),
    lastName: fields.name('last_name'),
    birthDate: fields.day('birth_date'),
    gender: fields.matching('gender', /^[MF]$/, 'M or F') as Identity['gender'],
  };
  const loan: WrittenLoan = {
    line: first.line,
    planLines: records.map(({ line }) => line),
    earlierLoanNo: first.fields.loan_no!,
    mobile: fields.matching('mobile', MOBILE_PATTERN, 'a mobile number like 0977123456'),
    operator: fields.operator(),
    identity,
    product: {
      name: fields.matching('product', /\S/, 'the name of a product'),
      version: first.fields.product_version ? fields.count('product_version') : null,
      termDays: fields.count('term_days'),
    },
    paidOutOn: fields.day('paid_out_on'),
    plans: records.map((record) => readPlan(record, problems)),
  };
  return problems.length === before ? loan : undefined;
}

function readPlan(record: CsvRecord<Column>, problems: LineProblem[]): RunningPlan {
  const fields = fieldsOf(record, problems);
  const amounts = CHARGE_KINDS.flatMap((kind) => [
    [`${kind}Ngwee`, fields.amount(kind)],
    [`${kind}PaidNgwee`, fields.amount(`${kind}_paid`)],
  ]);
  return {
    ...(Object.fromEntries(amounts) as Pick<RunningPlan, `${ChargeKind}Ngwee` | `${ChargeKind}PaidNgwee`>),
    dueOn: fields.day('due_on'),
    originalDueOn: record.fields.original_due_on ? fields.day('original_due_on') : null,
    daysLate: fields.count('days_late'),
  };
}

function amountWanted(text: string): string {
  if (text === '') return 'an amount in kwacha: write 0 for nothing';
  if (/^\d+,\d{1,2}$/.test(text)) return 'an amount in kwacha: write a decimal point and not a comma';
  return 'an amount in kwacha, like 1250.50';
}

/** Reads the fields of a line. A field that is wrong is noted, and stands for a value that is not used. */
function fieldsOf({ line, fields }: CsvRecord<Column>, problems: LineProblem[]) {
  function note(column: Column, wanted: string): void {
    problems.push({ line, text: `${column} "${fields[column] ?? ''}" is not ${wanted}` });
  }
  function matching(column: Column, pattern: RegExp, wanted: string): string {
    const text = fields[column] ?? '';
    if (!pattern.test(text)) note(column, wanted);
    return text;
  }
  return {
    matching,
    name(column: Column): string {
      const text = fields[column] ?? '';
      const isName = text.length > 0 && text.length <= MAX_NAME_LENGTH && !hasHiddenCharacters(text);
      if (!isName) note(column, `a name of at most ${MAX_NAME_LENGTH} letters`);
      return text;
    },
    day(column: Column): Day {
      const text = fields[column] ?? '';
      if (!isDay(text)) note(column, 'a day like 2026-12-31');
      return text as Day;
    },
    count(column: Column): number {
      return Number(matching(column, /^\d{1,4}$/, 'a whole number'));
    },
    amount(column: Column): Ngwee {
      const amountNgwee = fromDecimalAmount(fields[column] ?? '');
      if (amountNgwee === undefined) note(column, amountWanted(fields[column] ?? ''));
      return amountNgwee === undefined ? ZERO : ngwee(amountNgwee);
    },
    operator(): OperatorName | null {
      const text = (fields.operator ?? '').toLowerCase();
      if (text === '') return null;
      const operator = OPERATOR_NAMES.find((name) => name === text);
      if (!operator) note('operator', `one of ${OPERATOR_NAMES.join(', ')}`);
      return operator ?? null;
    },
  };
}
