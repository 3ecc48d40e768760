import { nameDistance } from '@thumba/identity/name-distance';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';
import { byDeadline } from '../../platform/deadline.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { Identity } from './applicant.ts';

export type HolderDeps = {
  db: Database;
  sealing: Sealing;
  /** The name that an operator has for a number; undefined where it tells none. */
  askHolderName(operator: OperatorName, mobile: string): Promise<string | undefined>;
};

/** The borrower waits for the answer, so an operator that does not answer in this time tells no name. */
const LONGEST_WAIT_MS = 3_000;

type AccountRow = { account_id: number; operator: OperatorName; mobile_sealed: Buffer };

const findUnaskedStatement = statement<AccountRow, { borrowerId: number; accountId: number | null }>(
  'borrower: accounts without a question about the holder',
  `select account_id, operator, mobile_sealed from repay_account
   where borrower_id = $borrowerId and holder_asked_at is null
     and ($accountId::bigint is null or account_id = $accountId) order by account_id limit 5`,
);

const keepHolderStatement = statement<
  never,
  { borrowerId: number; accountId: number; operator: OperatorName; nameSealed: Buffer | null; now: Date }
>(
  'borrower: keep holder of account',
  `update repay_account set holder_name_sealed = $nameSealed, holder_asked_at = $now
   where borrower_id = $borrowerId and account_id = $accountId and operator = $operator`,
);

/**
 * Asks the operators for the names of a borrower's accounts, each once. The answer is kept, sealed, also where there is
 * none. An operator that does not answer in time is asked again the next time.
 */
export async function askHolders(
  deps: HolderDeps,
  { borrowerId, accountId, now }: { borrowerId: number; accountId?: number; now: Date },
): Promise<void> {
  const accounts = await deps.db.rows(findUnaskedStatement, { borrowerId, accountId: accountId ?? null });
  await Promise.all(
    accounts.map(async ({ account_id, operator, mobile_sealed }) => {
      const place = { borrower_id: borrowerId, account_id };
      const mobile = deps.sealing.open('repay_account.mobile_sealed', place, mobile_sealed);
      const answer = await byDeadline(LONGEST_WAIT_MS, async () => ({
        name: await deps.askHolderName(operator, mobile),
      })).catch(() => undefined);
      if (!answer) return;
      await deps.db.rows(keepHolderStatement, {
        borrowerId,
        accountId: account_id,
        operator,
        nameSealed:
          answer.name === undefined
            ? null
            : deps.sealing.seal('repay_account.holder_name_sealed', place, answer.name),
        now,
      });
    }),
  );
}

/**
 * Whether the operator has another name for an account than the identity card. Null where there is no name, which is no
 * difference. Rule: docs/rules/names.md.
 */
export function holderDiffers(
  identity: Pick<Identity, 'firstName' | 'lastName'>,
  holderName: string | null,
): boolean | null {
  if (holderName === null) return null;
  return nameDistance(`${identity.firstName} ${identity.lastName}`, holderName).verdict === 'different';
}
