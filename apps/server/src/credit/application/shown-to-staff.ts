import type { Loan } from '@thumba/lending/loan';
import { findOtherHolders } from '../../people/borrower/account-holder.ts';
import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';

/** What a decision of staff rests on. The database compares it with what stands when the decision is written. */
export type ShownEvidence = {
  frontFileId: string | null;
  backFileId: string | null;
  /** In microseconds since 1970, as the database has it. */
  identityConfirmedAt: number | null;
  faceCheckId: string | null;
  /** Whether staff set the check aside, or its consent was taken back. */
  isFaceCheckOver: boolean;
  hits: string[];
};

/** What a page showed: the evidence, the version of the loan, and the other name of the account that gets the money. */
export type Shown = { loanVersion: number; evidence: ShownEvidence; otherHolder: ShownHolder | null };

/** When the operator told the name, in milliseconds since 1970. */
export type ShownHolder = { accountId: number; askedAtMs: number };

export type ShownRefusal = { kind: 'pictures_changed' | 'hits_changed' | 'order_changed' };

/** The constraint that a decision breaks if the evidence changed while it was written. */
export const OF_WHAT_WAS_SHOWN = 'application_review_of_what_was_shown';

const readEvidenceStatement = statement<{ shown: ShownEvidence }, { borrowerId: number }>(
  'application: what is shown to staff',
  'select shown_to_staff($borrowerId) as shown',
);

export async function readEvidence(db: Database, borrowerId: number): Promise<ShownEvidence> {
  return (await db.row(readEvidenceStatement, { borrowerId }))!.shown;
}

/** Whether a name on a list may be that of the borrower, and no person has decided on it. */
export function isHitOpen({ hits }: ShownEvidence): boolean {
  return hits.some((hit) => hit.endsWith(' open'));
}

/** The other name of an account that waits for a person, as it is now. */
export async function readOtherHolder(
  deps: { db: Database; sealing: Sealing },
  { borrowerId, accountId }: { borrowerId: number; accountId: number },
): Promise<ShownHolder | null> {
  const holders = await findOtherHolders(deps, borrowerId);
  const holder = holders.find((one) => one.accountId === accountId);
  return holder ? { accountId: holder.accountId, askedAtMs: holder.askedAt.getTime() } : null;
}

/** What a person is shown of an application, as it is now. */
export async function readShown(
  deps: { db: Database; sealing: Sealing },
  { loan: { borrowerId, version }, accountId }: { loan: Loan; accountId: number },
): Promise<Shown> {
  const evidence = await readEvidence(deps.db, borrowerId);
  return {
    loanVersion: version,
    evidence,
    otherHolder: await readOtherHolder(deps, { borrowerId, accountId }),
  };
}

/** What is not as it was shown any more. */
export function changeSince(shown: ShownEvidence, now: ShownEvidence): ShownRefusal | undefined {
  const { hits, ...pictures } = shown;
  const { hits: hitsNow, ...picturesNow } = now;
  if (!isSame(pictures, picturesNow)) return { kind: 'pictures_changed' };
  return isSame(hits, hitsNow) ? undefined : { kind: 'hits_changed' };
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
}
