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
      const answer = await askInTime(deps, operator, mobile);
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

/** Undefined where the operator does not answer in time. */
async function askInTime(
  { askHolderName }: HolderDeps,
  operator: OperatorName,
  mobile: string,
): Promise<{ name: string | undefined } | undefined> {
  return byDeadline(LONGEST_WAIT_MS, async () => ({ name: await askHolderName(operator, mobile) })).catch(
    () => undefined,
  );
}

/**
 * Whether the operator has another name for an account than the confirmed identity. Null where there is no name, which is no
 * difference. Rule: docs/rules/names.md.
 */
export function holderDiffers(
  identity: Pick<Identity, 'firstName' | 'lastName'>,
  holderName: string | null,
): boolean | null {
  if (holderName === null) return null;
  return nameDistance(`${identity.firstName} ${identity.lastName}`, holderName).verdict === 'different';
}

type HolderRow = AccountRow & {
  holder_asked_at: Date | null;
  holder_name_sealed: Buffer | null;
  holder_cleared_at: Date | null;
  identity_sealed: Buffer | null;
};

const readHoldersStatement = statement<HolderRow, { borrowerId: number }>(
  'borrower: holders of accounts',
  `select c.account_id, c.operator, c.mobile_sealed, c.holder_asked_at, c.holder_name_sealed, c.holder_cleared_at,
     i.identity_sealed
   from repay_account c left join borrower_identity i on i.borrower_id = c.borrower_id
   where c.borrower_id = $borrowerId`,
);

/** A question that was asked again meanwhile has an answer that was not seen. */
const clearHolderStatement = statement<
  { account_id: number },
  {
    borrowerId: number;
    accountId: number;
    askedAt: Date;
    clearedBy: string | null;
    reasonSealed: Buffer | null;
    now: Date;
  }
>(
  'borrower: clear holder of account',
  `update repay_account set holder_cleared_at = $now, holder_cleared_by = $clearedBy, holder_reason_sealed = $reasonSealed
   where borrower_id = $borrowerId and account_id = $accountId and holder_cleared_at is null
     and holder_asked_at = $askedAt returning account_id`,
);

/** An account of a borrower whose holder at the operator has another name than the confirmed identity. */
export type OtherHolder = {
  accountId: number;
  mobile: string;
  holderName: string;
  /** When the operator told the name. */
  askedAt: Date;
  identityName: string;
};

/** The accounts of a borrower whose holder has another name than the identity, and that no person allowed. */
export async function findOtherHolders(
  deps: Pick<HolderDeps, 'db' | 'sealing'>,
  borrowerId: number,
): Promise<OtherHolder[]> {
  const rows = await deps.db.rows(readHoldersStatement, { borrowerId });
  const uncleared = rows.filter((row) => row.holder_cleared_at === null);
  return uncleared.flatMap((row) => otherHolderOf(deps.sealing, borrowerId, row) ?? []);
}

function otherHolderOf(sealing: Sealing, borrowerId: number, row: HolderRow): OtherHolder | undefined {
  if (row.identity_sealed === null || row.holder_name_sealed === null || row.holder_asked_at === null)
    return undefined;
  const place = { borrower_id: borrowerId, account_id: row.account_id };
  const identity = openIdentity(sealing, borrowerId, row.identity_sealed);
  const holderName = sealing.open('repay_account.holder_name_sealed', place, row.holder_name_sealed);
  if (!holderDiffers(identity, holderName)) return undefined;
  return {
    accountId: row.account_id,
    mobile: sealing.open('repay_account.mobile_sealed', place, row.mobile_sealed),
    holderName,
    askedAt: row.holder_asked_at,
    identityName: `${identity.firstName} ${identity.lastName}`,
  };
}

/**
 * Whether money may be sent to a number through an operator without a person: true where it is none of the borrower's
 * accounts, where the holder was cleared before, or where the name is no difference, which clears the holder. An operator
 * that was not asked yet is asked. An account that is at another operator by now says nothing of this one.
 */
export async function clearsHolder(
  deps: HolderDeps,
  payee: { borrowerId: number; mobile: string; operator: OperatorName; now: Date },
): Promise<boolean> {
  const { borrowerId, mobile, operator, now } = payee;
  const account = await findHolder(deps, payee);
  if (!account) return true;
  if (account.operator !== operator) return fitsAtOperator(deps, account, { borrowerId, mobile, operator });
  if (account.holder_cleared_at !== null) return true;
  const accountId = account.account_id;
  if (account.holder_asked_at === null) await askHolders(deps, { borrowerId, accountId, now });
  const asked = account.holder_asked_at ? account : await findHolder(deps, payee);
  if (asked?.operator !== operator || otherHolderOf(deps.sealing, borrowerId, asked)) return false;
  const { holder_asked_at: askedAt } = asked;
  if (askedAt !== null && asked.identity_sealed !== null)
    await deps.db.rows(clearHolderStatement, {
      borrowerId,
      accountId,
      askedAt,
      clearedBy: null,
      reasonSealed: null,
      now,
    });
  return true;
}

/** Asks the operator that the money goes through. Nothing is kept, and a person or the next step waits for its answer. */
async function fitsAtOperator(
  deps: HolderDeps,
  { identity_sealed }: HolderRow,
  { borrowerId, mobile, operator }: { borrowerId: number; mobile: string; operator: OperatorName },
): Promise<boolean> {
  if (identity_sealed === null) return true;
  const answer = await askInTime(deps, operator, mobile);
  if (!answer) return false;
  return !holderDiffers(openIdentity(deps.sealing, borrowerId, identity_sealed), answer.name ?? null);
}

async function findHolder(
  { db, sealing }: HolderDeps,
  { borrowerId, mobile }: { borrowerId: number; mobile: string },
): Promise<HolderRow | undefined> {
  const rows = await db.rows(readHoldersStatement, { borrowerId });
  return rows.find(({ account_id, mobile_sealed }) => {
    const place = { borrower_id: borrowerId, account_id };
    return sealing.open('repay_account.mobile_sealed', place, mobile_sealed) === mobile;
  });
}

/** A person allows payouts to an account in another name, which they saw. False where it is not the name any more. */
export async function allowHolder(
  { db, sealing }: Pick<HolderDeps, 'db' | 'sealing'>,
  {
    reason,
    ...allowed
  }: { borrowerId: number; accountId: number; askedAt: Date; reason: string; clearedBy: string; now: Date },
): Promise<boolean> {
  const place = { borrower_id: allowed.borrowerId, account_id: allowed.accountId };
  const reasonSealed = sealing.seal('repay_account.holder_reason_sealed', place, reason);
  return (await db.row(clearHolderStatement, { ...allowed, reasonSealed })) !== undefined;
}

const keepReasonStatement = statement<never, { borrowerId: number; accountId: number; reasonSealed: Buffer }>(
  'borrower: keep reason about holder',
  `update repay_account set holder_reason_sealed = $reasonSealed
   where borrower_id = $borrowerId and account_id = $accountId and holder_cleared_at is null`,
);

/** Why staff refused money to an account in another name. A later permission replaces it. */
export async function keepHolderReason(
  { db, sealing }: Pick<HolderDeps, 'db' | 'sealing'>,
  { borrowerId, accountId, reason }: { borrowerId: number; accountId: number; reason: string },
): Promise<void> {
  const place = { borrower_id: borrowerId, account_id: accountId };
  const reasonSealed = sealing.seal('repay_account.holder_reason_sealed', place, reason);
  await db.rows(keepReasonStatement, { borrowerId, accountId, reasonSealed });
}
