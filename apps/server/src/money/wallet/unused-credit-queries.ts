import type { Day } from '@thumba/lending/day';
import type { OperatorName } from '@thumba/lending/ledger';
import { type UnusedCredit, unusedCredit } from '@thumba/lending/unused-credit';
import type { NumberOfAttempt } from '../../book/payment-attempt/attempt.ts';
import { isFrozen } from '../../book/payment-attempt/frozen-money.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { FailureReason } from '../payment/operators/operator.ts';

/** After a payout of unused credit failed, it is tried again after this time at the earliest. */
const DAYS_BEFORE_AGAIN = 7;

const BATCH_SIZE = 200;

/** A payout of unused credit is a payout of wallet credit with a quote: for how many days it was unused. */
const IS_OF_UNUSED_CREDIT = `p.purpose = 'wallet_payout' and p.quoted is not null`;

const listWalletsStatement = statement<
  { borrower_id: number },
  { afterBorrowerId: number; on: Day; days: number; includesFailed: boolean; limit: number }
>(
  'wallet: wallets with old credit',
  `select s.borrower_id from borrower_standing s
   where s.wallet_ngwee > 0 and s.borrower_id > $afterBorrowerId and not ${isFrozen('s.borrower_id')}
     and (select true from ledger_transfer t where t.borrower_id = s.borrower_id
       and t.credit_account = 'wallet_credit' and t.business_on <= $on::date - $days::integer limit 1)
     and ($includesFailed::boolean or (select true from payment_attempt p where p.borrower_id = s.borrower_id
       and ${IS_OF_UNUSED_CREDIT} and p.state in ('failed', 'expired')
       and p.submitted_on > $on::date - ${DAYS_BEFORE_AGAIN} limit 1) is null)
   order by s.borrower_id limit $limit`,
);

/**
 * What each entry gave to a wallet or took from it, oldest first, with the payment that it came from. A payout that
 * failed gave back what it had taken, so it is no use of the credit and its credit is not new.
 */
const readMovementsStatement = statement<
  {
    borrower_id: number;
    on_day: Day;
    ngwee: number;
    attempt_id: string | null;
    operator: OperatorName | null;
    msisdn_sealed: Buffer | null;
  },
  { borrowerIds: number[] }
>(
  'wallet: movements of credit',
  `select moved.borrower_id, moved.on_day, moved.ngwee, p.attempt_id, p.operator, p.msisdn_sealed
   from (
     select t.borrower_id, t.entry_id, min(t.business_on) as on_day, min(t.recorded_at) as recorded_at,
       sum(case t.credit_account when 'wallet_credit' then t.amount_ngwee else -t.amount_ngwee end)::bigint as ngwee
     from ledger_transfer t
     where t.borrower_id = any ($borrowerIds::bigint[]) and 'wallet_credit' in (t.debit_account, t.credit_account)
       and not exists (select from wallet_payout_event w join payment_attempt p
         on p.borrower_id = w.borrower_id and p.attempt_id = w.attempt_id
         where w.borrower_id = t.borrower_id and w.entry_id = t.entry_id and p.state in ('failed', 'expired'))
     group by t.borrower_id, t.entry_id
   ) moved
   left join lateral (
     select (e.detail ->> 'attemptId')::uuid as attempt_id from loan_event e
     where e.borrower_id = moved.borrower_id and e.entry_id = moved.entry_id
       and e.kind in ('repaid', 'extended', 'money_returned') and e.detail ->> 'attemptId' is not null
     limit 1
   ) came on moved.ngwee > 0
   left join payment_attempt p on p.borrower_id = moved.borrower_id and p.attempt_id = came.attempt_id
     and length(p.msisdn_sealed) > 0
   where moved.ngwee <> 0
   order by moved.borrower_id, moved.recorded_at, moved.ngwee < 0, moved.entry_id`,
);

export type WalletWithUnusedCredit = { borrowerId: number; credits: UnusedCredit<NumberOfAttempt>[] };

type UnusedSearch = {
  on: Day;
  days: number;
  /** Also credit whose payout failed a short time ago. */
  includesFailed?: boolean;
  afterBorrowerId?: number;
};

/** The wallets with credit that was not used for `days` days at the end of `on`, in batches. */
export async function* walletsWithUnusedCredit(
  db: Database,
  { on, days, includesFailed = false, afterBorrowerId: after = 0 }: UnusedSearch,
): AsyncGenerator<WalletWithUnusedCredit> {
  let afterBorrowerId = after;
  for (;;) {
    const wallets = await db.rows(listWalletsStatement, {
      ...{ afterBorrowerId, on, days, includesFailed, limit: BATCH_SIZE },
    });
    const last = wallets.at(-1);
    if (!last) return;
    const borrowerIds = wallets.map(({ borrower_id }) => borrower_id);
    const movements = Map.groupBy(
      await db.rows(readMovementsStatement, { borrowerIds }),
      ({ borrower_id }) => borrower_id,
    );
    for (const borrowerId of borrowerIds) {
      const credits = unusedCredit<NumberOfAttempt>(
        (movements.get(borrowerId) ?? []).map(({ on_day, ngwee, attempt_id, operator, msisdn_sealed }) => ({
          on: on_day,
          amountNgwee: ngwee,
          source:
            attempt_id === null || operator === null || msisdn_sealed === null
              ? null
              : { attemptId: attempt_id, operator, mobileSealed: msisdn_sealed },
        })),
        { days, on },
      );
      if (credits.length > 0) yield { borrowerId, credits };
    }
    afterBorrowerId = last.borrower_id;
  }
}

const lastFailureStatement = statement<{ failure_reason: FailureReason | null }, { borrowerId: number }>(
  'wallet: last failure of unused credit',
  `select case when p.state in ('failed', 'expired') then p.failure_reason end as failure_reason
   from payment_attempt p where p.borrower_id = $borrowerId and ${IS_OF_UNUSED_CREDIT}
   order by p.created_at desc limit 1`,
);

/** Why the last payout of a borrower's unused credit failed, or undefined where none did. */
export async function lastFailureOf(db: Database, borrowerId: number): Promise<FailureReason | undefined> {
  return (await db.row(lastFailureStatement, { borrowerId }))?.failure_reason ?? undefined;
}
