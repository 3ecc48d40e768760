import { type Day, wholeYearsBetween } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change, LoanTerms } from '@thumba/lending/loan';
import { formatKwacha, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Policy, type Product, termsOf } from '@thumba/lending/product';
import { type TakeOnRefusal, takeOnLoan } from '@thumba/lending/take-on';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { LineProblem, WrittenLoan } from './loans-file.ts';

export type CheckDeps = {
  db: Transaction;
  sealing: Sealing;
  catalogue: LiveCatalogue;
  operatorOfMobile(mobile: string): OperatorName | undefined;
};

/** A loan that can be taken on. `change` is its opening with numbers that are not drawn yet. */
export type CheckedLoan = {
  written: WrittenLoan;
  operator: OperatorName;
  terms: LoanTerms;
  change: Change;
  /** The order that the loan already is, where it was taken on before. */
  takenOnAs: number | null;
};

const MAX_AGE_YEARS = 120;
const NOT_DRAWN_YET = 1;

type BorrowerFacts = {
  taken_on_as: number | null;
  has_open_loan: boolean;
  has_other_number: boolean;
  is_number_of_other: boolean;
};

const readBorrowerFactsStatement = statement<
  BorrowerFacts,
  { earlierLoanNo: string; mobileHashes: Buffer[]; nationalIdHashes: Buffer[] }
>(
  'take-on: borrower facts',
  `with known as (
     select borrower_id from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
   )
   select (select loan_id from taken_on_loan where earlier_loan_no = $earlierLoanNo) as taken_on_as,
     exists (select from loan join known using (borrower_id) where state in ${OPEN_STATES}) as has_open_loan,
     exists (select from borrower_by_national_id n join known using (borrower_id)
       where n.national_id_hash <> all ($nationalIdHashes::bytea[])) as has_other_number,
     exists (select from borrower_by_national_id n where n.national_id_hash = any ($nationalIdHashes::bytea[])
       and n.borrower_id not in (select borrower_id from known)) as is_number_of_other`,
);

/** The version of a product that is not in force any more. Saved versions are never changed. */
const readProductVersionStatement = statement<{ content: Product }, { item: string; version: number }>(
  'take-on: product version',
  `select content from catalogue_version where part = 'product' and item = $item and version = $version`,
);

/** Checks all loans as the state at the end of the day `on`. All problems are named, each with its line. */
export async function checkLoans(
  deps: CheckDeps,
  written: readonly WrittenLoan[],
  on: Day,
): Promise<Outcome<CheckedLoan[], LineProblem[]>> {
  const problems: LineProblem[] = sharedBetween(written);
  const checked: CheckedLoan[] = [];
  for (const loan of written) {
    const note = (text: string, line = loan.line) => void problems.push({ line, text });
    const facts = await readFacts(deps, loan);
    if (facts.taken_on_as === null) for (const text of problemsOfBorrower(loan, facts, on)) note(text);
    const operator = loan.operator ?? deps.operatorOfMobile(loan.mobile);
    if (!operator) note(`the operator of ${loan.mobile} is not known: name it in the column operator`);
    const terms = await termsOfLoan(deps, loan);
    if (!terms.ok) {
      note(terms.refusal);
      continue;
    }
    const { earlierLoanNo, paidOutOn, plans } = loan;
    const numbers = { loanId: NOT_DRAWN_YET, borrowerId: NOT_DRAWN_YET };
    const opened = takeOnLoan({ ...numbers, earlierLoanNo, terms: terms.value, paidOutOn, on, plans });
    if (!opened.ok) note(...describeTakeOnRefusal(opened.refusal, loan));
    else if (operator)
      checked.push({
        written: loan,
        operator,
        terms: terms.value,
        change: opened.value,
        takenOnAs: facts.taken_on_as,
      });
  }
  return problems.length > 0 ? refuse(problems.sort((a, b) => a.line - b.line)) : allow(checked);
}

async function readFacts({ db, sealing }: CheckDeps, loan: WrittenLoan): Promise<BorrowerFacts> {
  const facts = await db.row(readBorrowerFactsStatement, {
    earlierLoanNo: loan.earlierLoanNo,
    mobileHashes: sealing.lookupHashes('mobile', loan.mobile),
    nationalIdHashes: sealing.lookupHashes('national_id', loan.identity.idNumber),
  });
  return facts!;
}

/** One borrower has one open loan, and one number and one card belong to one borrower. */
function sharedBetween(written: readonly WrittenLoan[]): LineProblem[] {
  const firstLines = new Map<string, number>();
  const problems: LineProblem[] = [];
  for (const { line, mobile, identity } of written) {
    for (const [what, value] of [
      ['mobile', mobile],
      ['id_number', identity.idNumber],
    ] as const) {
      const first = firstLines.get(`${what} ${value}`);
      if (first === undefined) firstLines.set(`${what} ${value}`, line);
      else problems.push({ line, text: `${what} is that of line ${first}: a borrower has one open loan` });
    }
  }
  return problems;
}

function problemsOfBorrower({ identity }: WrittenLoan, facts: BorrowerFacts, on: Day): string[] {
  const { birthDate } = identity;
  const isBirthDate = birthDate < on && wholeYearsBetween(birthDate, on) <= MAX_AGE_YEARS;
  return [
    ...(isBirthDate ? [] : [`birth_date ${birthDate} is no date of birth`]),
    ...(facts.has_open_loan ? ['the borrower of this mobile number has an open loan here'] : []),
    ...(facts.has_other_number ? ['the borrower of this mobile number entered another NRC number'] : []),
    ...(facts.is_number_of_other ? ['another borrower entered this NRC number'] : []),
  ];
}

/** The terms of a product of the catalogue, in the version that the loan was made with or one like it. */
async function termsOfLoan(
  { db, catalogue }: CheckDeps,
  { product: { name, version, termDays }, plans }: WrittenLoan,
): Promise<Outcome<LoanTerms, string>> {
  const { products, policy } = catalogue.current();
  const current = products.find((product) => product.name.toLowerCase() === name.toLowerCase());
  if (!current) return refuse(`there is no product "${name}" in the catalogue`);
  const product = version === null ? current : await productOfVersion(db, current, version);
  if (!product) return refuse(`product "${name}" has no version ${version}`);
  const term = product.terms.find(
    ({ days, instalments }) => days === termDays && instalments === plans.length,
  );
  if (!term)
    return refuse(
      `product "${name}" has no term of ${termDays} days with as many plans as the file has, ${plans.length}`,
    );
  return allow(termsOfTerm(product, policy, term, plans));
}

function termsOfTerm(
  product: Product,
  policy: Policy,
  term: Product['terms'][number],
  plans: WrittenLoan['plans'],
): LoanTerms {
  return termsOf(product, policy, term, sum(plans.map(({ principalNgwee }) => principalNgwee)));
}

async function productOfVersion(
  db: Transaction,
  { productId, version: newest, ...current }: Product,
  version: number,
): Promise<Product | undefined> {
  if (version === newest) return { productId, version, ...current };
  const row = await db.row(readProductVersionStatement, { item: String(productId), version });
  return row && { ...row.content, version };
}

/** One plain sentence, and the line of the plan that it is about. */
function describeTakeOnRefusal(refusal: TakeOnRefusal, loan: WrittenLoan): [text: string, line: number] {
  const line = 'period' in refusal ? loan.planLines[refusal.period - 1]! : loan.line;
  return [sentenceOf(refusal), line];
}

function sentenceOf(refusal: TakeOnRefusal): string {
  switch (refusal.kind) {
    case 'wrong_number_of_plans':
      return `the terms have ${refusal.needed} plans`;
    case 'principal_not_of_terms':
      return 'the principal of the plans is not that of the terms';
    case 'paid_out_later':
      return 'the loan was paid out after the day of the take-on';
    case 'due_dates_out_of_order':
      return 'the due dates are not in order: each is after the payout and after the one before, and a moved one after the original';
    case 'paid_above_charged':
      return `more ${refusal.charge} is paid than charged`;
    case 'penalty_before_due':
      return 'a penalty is charged on a plan that was never past due';
    case 'wrong_days_late':
      return refusal.least === refusal.most
        ? `days_late has to be ${refusal.least}, by the due date`
        : `days_late has to be from ${refusal.least} to ${refusal.most}, by the due dates`;
    case 'fee_was_deducted':
      return 'the fee of this product was kept back from the payout, so no plan has one';
    case 'interest_above_terms':
      return `the plans have more interest than these terms: at most ${formatKwacha(refusal.mostNgwee)}`;
    case 'fee_above_terms':
      return `the plans have more fee than these terms: at most ${formatKwacha(refusal.mostNgwee)}`;
    case 'above_charge_cap':
      return 'interest, fees and penalties are above the charge cap';
    case 'owes_nothing':
      return 'the loan owes nothing: only running loans are taken on';
  }
}

/** What some loans bring into the book, in ngwee. */
export type TakeOnTotals = {
  loans: number;
  lateLoans: number;
  principalNgwee: number;
  interestNgwee: number;
  feeNgwee: number;
  penaltyNgwee: number;
  unearnedNgwee: number;
};

export function totalsOf(loans: readonly CheckedLoan[]): TakeOnTotals {
  const amount = (account: string) =>
    loans
      .flatMap(({ change }) => change.transfers)
      .filter(({ debitAccount, creditAccount }) => debitAccount === account || creditAccount === account)
      .reduce((total, { amountNgwee }) => total + amountNgwee, 0);
  return {
    loans: loans.length,
    lateLoans: loans.filter(({ change: { loan } }) => loan.state === 'overdue').length,
    principalNgwee: amount('principal_receivable'),
    interestNgwee: amount('interest_receivable'),
    feeNgwee: amount('fee_receivable'),
    penaltyNgwee: amount('penalty_receivable'),
    unearnedNgwee: amount('unearned_interest') + amount('unearned_fee'),
  };
}
