import { nameDistance } from '@thumba/identity/name-distance';
import type { OperatorName } from '@thumba/lending/ledger';
import { type Database, statement } from '../../platform/database.ts';
import { byDeadline } from '../../platform/deadline.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type Identity, openIdentity } from './applicant.ts';

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

type UnclearedRow = AccountRow & {
  holder_asked_at: Date | null;
  holder_name_sealed: Buffer | null;
  identity_sealed: Buffer | null;
};

const readUnclearedStatement = statement<UnclearedRow, { borrowerId: number }>(
  'borrower: accounts whose holder is not cleared',
  `select c.account_id, c.operator, c.mobile_sealed, c.holder_asked_at, c.holder_name_sealed, i.identity_sealed
   from repay_account c left join borrower_identity i on i.borrower_id = c.borrower_id
   where c.borrower_id = $borrowerId and c.holder_cleared_at is null`,
);

const clearHolderStatement = statement<
  { account_id: number },
  {
    borrowerId: number;
    accountId: number;
    clearedBy: string | null;
    reasonSealed: Buffer | null;
    now: Date;
  }
>(
  'borrower: clear holder of account',
  `update repay_account set holder_cleared_at = $now, holder_cleared_by = $clearedBy, holder_reason_sealed = $reasonSealed
   where borrower_id = $borrowerId and account_id = $accountId and holder_cleared_at is null returning account_id`,
);

/** An account of a borrower whose holder at the operator has another name than the card. */
export type OtherHolder = { accountId: number; mobile: string; holderName: string; cardName: string };

/** The accounts of a borrower whose holder has another name than the card, and that no person allowed. */
export async function findOtherHolders(
  deps: Pick<HolderDeps, 'db' | 'sealing'>,
  borrowerId: number,
): Promise<OtherHolder[]> {
  const rows = await deps.db.rows(readUnclearedStatement, { borrowerId });
  return rows.flatMap((row) => otherHolderOf(deps.sealing, borrowerId, row) ?? []);
}

function otherHolderOf(sealing: Sealing, borrowerId: number, row: UnclearedRow): OtherHolder | undefined {
  if (row.identity_sealed === null || row.holder_name_sealed === null) return undefined;
  const place = { borrower_id: borrowerId, account_id: row.account_id };
  const identity = openIdentity(sealing, borrowerId, row.identity_sealed);
  const holderName = sealing.open('repay_account.holder_name_sealed', place, row.holder_name_sealed);
  if (!holderDiffers(identity, holderName)) return undefined;
  return {
    accountId: row.account_id,
    mobile: sealing.open('repay_account.mobile_sealed', place, row.mobile_sealed),
    holderName,
    cardName: `${identity.firstName} ${identity.lastName}`,
  };
}

/**
 * Whether money may be sent to a number without a person: true where it is none of the borrower's accounts, where the
 * holder was cleared before, or where the name is no difference, which clears the holder. An operator that was not asked
 * yet is asked.
 */
export async function clearsHolder(
  deps: HolderDeps,
  { borrowerId, mobile, now }: { borrowerId: number; mobile: string; now: Date },
): Promise<boolean> {
  const account = await findUncleared(deps, borrowerId, mobile);
  if (!account) return true;
  const accountId = account.account_id;
  if (account.holder_asked_at === null) await askHolders(deps, { borrowerId, accountId, now });
  const asked = account.holder_asked_at ? account : await findUncleared(deps, borrowerId, mobile);
  if (!asked) return true;
  if (otherHolderOf(deps.sealing, borrowerId, asked)) return false;
  if (asked.holder_asked_at !== null && asked.identity_sealed !== null)
    await deps.db.rows(clearHolderStatement, {
      ...{ borrowerId, accountId, clearedBy: null, reasonSealed: null, now },
    });
  return true;
}

async function findUncleared(
  { db, sealing }: HolderDeps,
  borrowerId: number,
  mobile: string,
): Promise<UnclearedRow | undefined> {
  const rows = await db.rows(readUnclearedStatement, { borrowerId });
  return rows.find(({ account_id, mobile_sealed }) => {
    const place = { borrower_id: borrowerId, account_id };
    return sealing.open('repay_account.mobile_sealed', place, mobile_sealed) === mobile;
  });
}

/** A person allows payouts to an account in another name. False where there is no such account that waits for it. */
export async function allowHolder(
  { db, sealing }: Pick<HolderDeps, 'db' | 'sealing'>,
  {
    borrowerId,
    accountId,
    reason,
    ...allowed
  }: { borrowerId: number; accountId: number; reason: string; clearedBy: string; now: Date },
): Promise<boolean> {
  const place = { borrower_id: borrowerId, account_id: accountId };
  const reasonSealed = sealing.seal('repay_account.holder_reason_sealed', place, reason);
  const row = await db.row(clearHolderStatement, { borrowerId, accountId, reasonSealed, ...allowed });
  return row !== undefined;
}
