import type { AlertRule } from '@thumba/contract/staff/alert-rules';
import type { Day } from '@thumba/lending/day';
import type { Ngwee } from '@thumba/lending/money';
import { type Database, statement, type Transaction } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  type Finding,
  type Found,
  judgeLargeCash,
  judgeManyPayers,
  judgePassThrough,
  judgeQuickSettlement,
  type RuleVersion,
} from './alert-rules.ts';
import { keepFinding } from './keep-finding.ts';
import { type LoanOfPayment, loansOfPayments, moneyIntoWallets, paymentsOfDays } from './payment-facts.ts';
import { rulesInForce } from './rule-versions.ts';

export type LookDeps = { db: Database; sealing: Sealing };

/** A payment that succeeded. */
export type NewPayment = {
  borrower_id: number;
  attempt_id: string;
  loan_id: number | null;
  direction: 'collection' | 'payout';
  purpose: string;
  amount_ngwee: Ngwee;
  submitted_on: Day;
  finished_at: Date;
};

const PAYMENTS_AT_ONCE = 200;

/**
 * A payment is looked at so long after it succeeded. By then every statement that wrote an earlier one has ended, so that
 * none is passed by.
 */
const LATER_MS = 2 * 60_000;

const beginStatement = statement<never, { at: Date }>(
  'compliance: begin to look at payments',
  `insert into alert_progress (looked_through_at, looked_through_id)
   values ($at, '00000000-0000-0000-0000-000000000000') on conflict do nothing`,
);

const hasBegunStatement = statement<{ looked_through_at: Date }>(
  'compliance: looked at payments through',
  'select looked_through_at from alert_progress',
);

/** Undefined before the first look. */
export async function lookedThrough(db: Database): Promise<Date | undefined> {
  return (await db.row(hasBegunStatement, {}))?.looked_through_at;
}

const claimStatement = statement<{ is_only: boolean }>(
  'compliance: claim the look at payments',
  'select is_only from alert_progress for update skip locked',
);

const newPaymentsStatement = statement<NewPayment, { until: Date; most: number }>(
  'compliance: payments to look at',
  `select p.borrower_id, p.attempt_id, p.loan_id, p.direction, p.purpose, p.amount_ngwee, p.submitted_on, p.finished_at
   from alert_progress a cross join lateral (
     select * from payment_attempt
     where state = 'succeeded' and finished_at <= $until::timestamptz
       and (finished_at, attempt_id) > (a.looked_through_at, a.looked_through_id)
     order by finished_at, attempt_id limit $most) p
   order by p.finished_at, p.attempt_id`,
);

/** The moment is that of the row and not of the program, which knows only milliseconds. */
const noteStatement = statement<never, { borrowerId: number; attemptId: string }>(
  'compliance: note how far payments were looked at',
  `update alert_progress set (looked_through_at, looked_through_id) =
     (select finished_at, attempt_id from payment_attempt where borrower_id = $borrowerId and attempt_id = $attemptId)`,
);

/**
 * Looks at the next payments by the rules in force, and opens or joins a case for what they find. Answers how many payments
 * there were. What is found and how far it came are written together, so a process that is killed leaves nothing half
 * done. Only new payments are read, with what belongs to their loans and wallets. No payment waits for it.
 */
export async function lookAtPayments({ db, sealing }: LookDeps, now: Date): Promise<number> {
  const until = new Date(now.getTime() - LATER_MS);
  if ((await lookedThrough(db)) === undefined) await db.rows(beginStatement, { at: until });
  return db.inTransaction(async (transaction) => {
    if (!(await transaction.row(claimStatement, {}))) return 0;
    const payments = await transaction.rows(newPaymentsStatement, { until, most: PAYMENTS_AT_ONCE });
    const last = payments.at(-1);
    if (!last) return 0;
    const rules = await rulesInForce(transaction);
    for (const finding of await findIn(transaction, sealing, payments, rules))
      await keepFinding(transaction, finding, now);
    await transaction.rows(noteStatement, { borrowerId: last.borrower_id, attemptId: last.attempt_id });
    return payments.length;
  });
}

type Rules = Record<AlertRule, RuleVersion>;
type FindingOf = Finding & { borrowerId: number };

async function findIn(
  transaction: Transaction,
  sealing: Sealing,
  payments: readonly NewPayment[],
  rules: Rules,
): Promise<FindingOf[]> {
  const loans = await loansOfPayments(transaction, sealing, payments);
  const walletDays = rules.pass_through.values.withinDays ?? 0;
  const walletPayouts = payments.filter(({ purpose }) => purpose === 'wallet_payout');
  const cameIn = await moneyIntoWallets(transaction, walletPayouts, walletDays);
  const days = rules.large_cash.isOn ? await paymentsOfDays(transaction, payments) : [];
  return [
    ...loans.flatMap((loan) => findOfLoan(loan, rules)),
    ...walletPayouts.flatMap((payout) =>
      findingOf(
        rules.pass_through,
        { borrowerId: payout.borrower_id, loanId: null, subject: payout.attempt_id },
        (values) =>
          judgePassThrough(values, {
            paymentId: payout.attempt_id,
            amountNgwee: payout.amount_ngwee,
            cameInNgwee: cameIn.get(payout.attempt_id)!,
          }),
      ),
    ),
    ...days.flatMap(({ borrowerId, on, payments: ofDay }) =>
      findingOf(rules.large_cash, { borrowerId, loanId: null, subject: on }, (values) =>
        judgeLargeCash(values, { payments: ofDay }),
      ),
    ),
  ];
}

function findOfLoan(loan: LoanOfPayment, rules: Rules): FindingOf[] {
  const { borrowerId, loanId } = loan;
  const about = { borrowerId, loanId, subject: `loan ${loanId}` };
  return [
    ...findingOf(rules.quick_settlement, about, (values) => judgeQuickSettlement(values, loan)),
    ...findingOf(rules.many_payers, about, (values) => judgeManyPayers(values, loan)),
  ];
}

function findingOf(
  { rule, version, isOn, values }: RuleVersion,
  about: { borrowerId: number; loanId: number | null; subject: string },
  judge: (values: RuleVersion['values']) => Found | undefined,
): FindingOf[] {
  const found = isOn ? judge(values) : undefined;
  return found ? [{ rule, version, ...about, ...found }] : [];
}
