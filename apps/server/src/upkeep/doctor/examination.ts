import { type Database, isSilent } from '../../platform/database.ts';
import { accountingChecks, OPEN_PERIOD } from './accounting-checks.ts';
import { arrearsChecks } from './arrears-checks.ts';
import { bankChecks } from './bank-checks.ts';
import type { Census, Check } from './check.ts';
import { impairmentChecks } from './impairment-checks.ts';
import { ledgerChecks } from './ledger-checks.ts';
import { loanChecks } from './loan-checks.ts';
import { notices } from './notices.ts';
import { paymentChecks } from './payment-checks.ts';
import { reportDayChecks } from './report-day-checks.ts';
import { staffChecks } from './staff-checks.ts';
import { wheelChecks } from './wheel-checks.ts';

export type Finding = {
  check: string;
  gravity: Check['gravity'];
  /** All findings of the check. Only the first are listed. */
  total: number;
  listed: { id: string; problem: string }[];
};

export type AccountBalance = {
  account: string;
  debitsNgwee: number;
  creditsNgwee: number;
  balanceNgwee: number;
};

export type Examination = {
  accounts: AccountBalance[];
  /** What is closed and which months are open. */
  openPeriod: string;
  census: Census;
  checks: (Finding & { looksAt: keyof Census })[];
};

export const checks: Check[] = [
  ...ledgerChecks,
  ...paymentChecks,
  ...loanChecks,
  ...wheelChecks,
  ...bankChecks,
  ...accountingChecks,
  ...reportDayChecks,
  ...impairmentChecks,
  ...arrearsChecks,
  ...staffChecks,
  ...notices,
];

const MAX_LISTED = 20;

/** How many sealed values were opened, and which of them do not open in their row. */
export type SealedValues = { values: number; unreadable: string[] };

/** How many pictures borrowers have, and the ids of those without a file. */
export type Pictures = { pictures: number; withoutFile: string[] };

/** What was looked at beside the tables, where it was at hand. */
export type BesideTables = { sealedValues?: SealedValues | undefined; pictures?: Pictures | undefined };

const CENSUS: Record<Exclude<keyof Census, 'sealed values' | 'pictures'>, string> = {
  loans: 'loan',
  borrowers: 'borrower_standing',
  payments: 'payment_attempt',
  'ledger rows': 'ledger_transfer',
  events: 'loan_event',
  coupons: 'borrower_coupon',
  messages: 'message',
  keys: 'idempotency_key',
  chances: 'wheel_chance',
  draws: 'wheel_draw',
  'audit entries': 'staff_audit',
};

const TRIAL_BALANCE = `
  select account, sum(debit)::bigint as "debitsNgwee", sum(credit)::bigint as "creditsNgwee",
    sum(debit - credit)::bigint as "balanceNgwee"
  from (select debit_account::text as account, amount_ngwee as debit, 0 as credit from ledger_transfer
    union all select credit_account::text, 0, amount_ngwee from ledger_transfer) side
  group by account order by account`;

/**
 * Runs every check in one snapshot of the database. Otherwise a change between two reads would look like a fault. The
 * findings among the sealed values and the pictures are added where they were looked at. It only reads.
 */
export async function examine(
  db: Database,
  { sealedValues, pictures }: BesideTables = {},
): Promise<Examination> {
  const examination = await examineFigures(db);
  const { census } = examination;
  if (sealedValues) {
    census['sealed values'] = sealedValues.values;
    const check = 'each sealed value opens in its row';
    examination.checks.push(
      faultIn('sealed values', { check, ids: sealedValues.unreadable, problem: 'does not open' }),
    );
  }
  if (pictures) {
    census.pictures = pictures.pictures;
    const check = 'each picture of a borrower has its file';
    examination.checks.push(
      faultIn('pictures', { check, ids: pictures.withoutFile, problem: 'has no file' }),
    );
  }
  return examination;
}

function faultIn(
  looksAt: keyof Census,
  { check, ids, problem }: { check: string; ids: readonly string[]; problem: string },
): Examination['checks'][number] {
  const listed = ids.slice(0, MAX_LISTED).map((id) => ({ id, problem }));
  return { check, gravity: 'fault', looksAt, total: ids.length, listed };
}

async function examineFigures(db: Database): Promise<Examination> {
  const client = await db.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    // With the default, the sums over all loans would be written to disk.
    await client.query(`set local work_mem = '128MB'`);
    const counts = Object.entries(CENSUS).map(
      ([name, table]) => `(select count(*) from ${table}) as "${name}"`,
    );
    const census: Census = {
      ...(await client.query(`select ${counts.join(', ')}`)).rows[0],
      'sealed values': 0,
      pictures: 0,
    };
    const { rows: accounts } = await client.query<AccountBalance>(TRIAL_BALANCE);
    const openPeriod = (await client.query<{ line: string }>(OPEN_PERIOD)).rows[0]?.line ?? '';
    const examination: Examination = { census, accounts, openPeriod, checks: [] };
    for (const { title, gravity, looksAt, isOfWholeBook, query } of checks) {
      await client.query(`set local enable_nestloop = ${isOfWholeBook ? 'off' : 'on'}`);
      const { rows } = await client.query<{ id: string; problem: string; total: number }>(
        `select id::text, problem, count(*) over () as total from (${query}) found order by 1, 2 limit ${MAX_LISTED}`,
      );
      examination.checks.push({
        check: title,
        gravity,
        looksAt,
        total: rows[0]?.total ?? 0,
        listed: rows.map(({ id, problem }) => ({ id, problem })),
      });
    }
    return examination;
  } catch (error) {
    // A rollback would wait behind the statement that got no answer.
    if (isSilent(error)) broken = error as Error;
    throw error;
  } finally {
    if (!broken) await client.query('rollback').catch((cause: Error) => (broken = cause));
    client.release(broken);
  }
}

/** The faults and notices that were found. */
export async function examineBook(db: Database, sealedValues?: SealedValues): Promise<Finding[]> {
  const examination = await examine(db, { sealedValues });
  return examination.checks
    .filter(({ total }) => total > 0)
    .map(({ looksAt: _looksAt, ...finding }) => finding);
}

export function faultsIn<Each extends Finding>(findings: readonly Each[]): Each[] {
  return findings.filter(({ gravity, total }) => gravity === 'fault' && total > 0);
}
