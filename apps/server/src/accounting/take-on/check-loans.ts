import { type Day, wholeYearsBetween } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import type { Change, LoanTerms } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee, sum } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type Product, termsOf } from '@thumba/lending/product';
import { takeOnLoan } from '@thumba/lending/take-on';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { OPEN_STATES } from '../../book/loan/queries.ts';
import { OPERATOR_TITLES } from '../../people/borrower/accounts.ts';
import { type Identity, openIdentity } from '../../people/borrower/applicant.ts';
import { statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { LineProblem, WrittenLoan } from './loans-file.ts';
import { describeTakeOnRefusal } from './refusal-text.ts';
import { takenOnLoan } from './taken-on-loan.ts';

export type CheckDeps = {
  db: Transaction;
  sealing: Sealing;
  catalogue: LiveCatalogue;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  isConnected(operator: OperatorName): boolean;
};

/** A loan that can be taken on. `change` is its opening with numbers that are not drawn yet. */
export type CheckedLoan = {
  written: WrittenLoan;
  operator: OperatorName;
  terms: LoanTerms;
  change: Change;
  /** What a person should look at before the loan is taken on. */
  warnings: string[];
};

/** A loan of the file that is in the book since an earlier run. */
export type TakenOnBefore = { loanId: number; borrowerId: number };

/** Why a loan cannot be taken on, with the line that says so. */
export type LoanProblem = LineProblem & { earlierLoanNo: string };

export type CheckedFile = {
  toTakeOn: CheckedLoan[];
  takenOnBefore: TakenOnBefore[];
  problems: LoanProblem[];
};

/** The law lets adults borrow. A higher age than 100 is a wrong date. */
const MIN_AGE_YEARS = 18;
const MAX_AGE_YEARS = 100;
const NOT_DRAWN_YET = 1;

type BorrowerFacts = {
  taken_on_as: number | null;
  taken_on_of: number | null;
  taken_on_by: number | null;
  is_same_loan: boolean;
  has_open_loan: boolean;
  has_other_number: boolean;
  is_number_of_other: boolean;
  known_as: number | null;
  identity_sealed: Buffer | null;
};

const readBorrowerFactsStatement = statement<
  BorrowerFacts,
  {
    earlierLoanNo: string;
    mobileHashes: Buffer[];
    nationalIdHashes: Buffer[];
    principalNgwee: Ngwee;
    paidOutOn: Day;
  }
>(
  'take-on: borrower facts',
  `with known as (
     select borrower_id from borrower_by_mobile where mobile_hash = any ($mobileHashes::bytea[])
   ), of_card as (
     select borrower_id from borrower_by_national_id where national_id_hash = any ($nationalIdHashes::bytea[])
   ), taken_on as (
     ${takenOnLoan('$earlierLoanNo')}
   )
   select t.loan_id as taken_on_as, t.borrower_id as taken_on_of, t.take_on_id as taken_on_by,
     (l.terms ->> 'principalNgwee')::bigint = $principalNgwee::bigint and l.disbursed_on = $paidOutOn::date
       and t.borrower_id in (select borrower_id from known union all select borrower_id from of_card) as is_same_loan,
     exists (select from loan join known using (borrower_id) where state in ${OPEN_STATES}) as has_open_loan,
     exists (select from borrower_by_national_id n join known using (borrower_id)
       where n.national_id_hash <> all ($nationalIdHashes::bytea[])) as has_other_number,
     exists (select from of_card where borrower_id not in (select borrower_id from known)) as is_number_of_other,
     i.borrower_id as known_as, i.identity_sealed
   from (select) as one_row
   left join taken_on t on true
   left join loan l on l.borrower_id = t.borrower_id and l.loan_id = t.loan_id
   left join borrower_identity i on i.borrower_id = (select borrower_id from known limit 1)`,
);

/** The version of a product that is not in force any more. Saved versions are never changed. */
const readProductVersionStatement = statement<{ content: Product }, { item: string; version: number }>(
  'take-on: product version',
  `select content from catalogue_version where part = 'product' and item = $item and version = $version`,
);

/**
 * Checks all loans as the state at the end of the day `on`. All problems are named, each with its line. What the run
 * `continued` took on has the bytes of this file, so it is not compared again.
 */
export async function checkLoans(
  deps: CheckDeps,
  written: readonly WrittenLoan[],
  on: Day,
  continued?: number,
): Promise<CheckedFile> {
  const file: CheckedFile = { toTakeOn: [], takenOnBefore: [], problems: sharedBetween(written) };
  for (const loan of written) {
    const facts = await readFacts(deps, loan);
    if (facts.taken_on_as !== null) {
      const { line, earlierLoanNo } = loan;
      if (!facts.is_same_loan && facts.taken_on_by !== continued) {
        const text = `loan ${earlierLoanNo} was taken on before as order ${facts.taken_on_as}, with another borrower, principal or day of payout`;
        file.problems.push({ line, earlierLoanNo, text });
      } else file.takenOnBefore.push({ loanId: facts.taken_on_as, borrowerId: facts.taken_on_of! });
      continue;
    }
    const checked = await checkLoan(deps, { loan, facts, on });
    if (checked.ok) file.toTakeOn.push(checked.value);
    else
      file.problems.push(
        ...checked.refusal.map((problem) => ({ ...problem, earlierLoanNo: loan.earlierLoanNo })),
      );
  }
  file.problems.sort((a, b) => a.line - b.line);
  return file;
}

async function checkLoan(
  deps: CheckDeps,
  { loan, facts, on }: { loan: WrittenLoan; facts: BorrowerFacts; on: Day },
): Promise<Outcome<CheckedLoan, LineProblem[]>> {
  const { line, earlierLoanNo, paidOutOn, plans } = loan;
  const problems = problemsOfBorrower(loan, facts, on).map((text) => ({ line, text }));
  const operator = loan.operator ?? deps.operatorOfMobile(loan.mobile);
  if (!operator)
    problems.push({
      line,
      text: `the operator of ${loan.mobile} is not known: name it in the column operator`,
    });
  const terms = await termsOfLoan(deps, loan);
  if (!terms.ok) return refuse([...problems, { line, text: terms.refusal }]);
  const numbers = { loanId: NOT_DRAWN_YET, borrowerId: NOT_DRAWN_YET };
  const opened = takeOnLoan({ ...numbers, earlierLoanNo, terms: terms.value, paidOutOn, on, plans });
  if (!opened.ok) return refuse([...problems, describeTakeOnRefusal(opened.refusal, loan)]);
  return operator && problems.length === 0
    ? allow({
        ...{ written: loan, operator, terms: terms.value, change: opened.value },
        warnings: [...warningsOfOperator(deps, operator), ...warningsOfName(deps, loan, facts)],
      })
    : refuse(problems);
}

function warningsOfOperator({ isConnected }: CheckDeps, operator: OperatorName): string[] {
  if (isConnected(operator)) return [];
  const title = OPERATOR_TITLES[operator];
  return [
    `the number is at ${title}, to which this program is not connected: the borrower cannot pay from it`,
  ];
}

/** The identity that a borrower entered here stays. */
function warningsOfName({ sealing }: CheckDeps, { identity }: WrittenLoan, facts: BorrowerFacts): string[] {
  if (facts.known_as === null || facts.identity_sealed === null) return [];
  const known = nameOf(openIdentity(sealing, facts.known_as, facts.identity_sealed));
  if (known.toLowerCase() === nameOf(identity).toLowerCase()) return [];
  return [`the borrower has an account here under the name ${known}, which stays`];
}

function nameOf({ firstName, lastName }: Identity): string {
  return `${firstName} ${lastName}`.trim().replaceAll(/\s+/g, ' ');
}

async function readFacts({ db, sealing }: CheckDeps, loan: WrittenLoan): Promise<BorrowerFacts> {
  const facts = await db.row(readBorrowerFactsStatement, {
    earlierLoanNo: loan.earlierLoanNo,
    mobileHashes: sealing.lookupHashes('mobile', loan.mobile),
    nationalIdHashes: sealing.lookupHashes('national_id', loan.identity.idNumber),
    principalNgwee: principalOf(loan.plans),
    paidOutOn: loan.paidOutOn,
  });
  return facts!;
}

/** One borrower has one open loan, and one number and one card belong to one borrower. */
function sharedBetween(written: readonly WrittenLoan[]): LoanProblem[] {
  const firstLines = new Map<string, number>();
  const problems: LoanProblem[] = [];
  for (const { line, earlierLoanNo, mobile, identity } of written) {
    for (const [what, value] of [
      ['mobile', mobile],
      ['id_number', identity.idNumber],
    ] as const) {
      const first = firstLines.get(`${what} ${value}`);
      if (first === undefined) firstLines.set(`${what} ${value}`, line);
      else {
        const text = `${what} is that of line ${first}: a borrower has one open loan`;
        problems.push({ line, text, earlierLoanNo });
      }
    }
  }
  return problems;
}

function problemsOfBorrower({ identity }: WrittenLoan, facts: BorrowerFacts, on: Day): string[] {
  const { birthDate } = identity;
  const ageYears = wholeYearsBetween(birthDate, on);
  const isBirthDate = ageYears >= MIN_AGE_YEARS && ageYears <= MAX_AGE_YEARS;
  return [
    ...(isBirthDate
      ? []
      : [
          `birth_date ${birthDate} is no date of birth of a borrower, who is ${MIN_AGE_YEARS} to ${MAX_AGE_YEARS} years old`,
        ]),
    ...(facts.has_open_loan ? ['the borrower of this mobile number has an open loan here'] : []),
    ...(facts.has_other_number ? ['the borrower of this mobile number entered another NRC number'] : []),
    ...(facts.is_number_of_other ? ['another borrower entered this NRC number'] : []),
  ];
}

/** The terms of a product of the catalogue, in the version that the loan was made with or one like it. */
async function termsOfLoan(
  { db, catalogue }: CheckDeps,
  { earlierLoanNo, product: { name, version, termDays }, plans, planLines }: WrittenLoan,
): Promise<Outcome<LoanTerms, string>> {
  const { products, policy } = catalogue.current();
  const current = products.find((product) => product.name.toLowerCase() === name.toLowerCase());
  if (!current) return refuse(`there is no product "${name}" in the catalogue`);
  const product = version === null ? current : await productOfVersion(db, current, version);
  if (!product) return refuse(`product "${name}" has no version ${version}`);
  const principalNgwee = principalOf(plans);
  const { minNgwee, maxNgwee } = product;
  if (principalNgwee < minNgwee || principalNgwee > maxNgwee)
    return refuse(
      `the plans have a principal of ${formatKwacha(principalNgwee)}, and product "${name}" in version ${product.version} lends ${formatKwacha(minNgwee)} to ${formatKwacha(maxNgwee)}: name another version in product_version, or another product`,
    );
  const term = product.terms.find(
    ({ days, instalments }) => days === termDays && instalments === plans.length,
  );
  if (!term) {
    const others = planLines.slice(1);
    const alsoOn = others.length === 0 ? '' : `: loan ${earlierLoanNo} is also on ${linesText(others)}`;
    return refuse(
      `product "${name}" has no term of ${termDays} days with as many plans as the file has, ${plans.length}${alsoOn}`,
    );
  }
  return allow(termsOf(product, policy, term, principalNgwee));
}

function linesText(lines: readonly number[]): string {
  return lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(', ')}`;
}

/** What was paid out in all, in ngwee: each plan has its principal, also where it is paid. */
function principalOf(plans: WrittenLoan['plans']): Ngwee {
  return sum(plans.map(({ principalNgwee }) => principalNgwee));
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
