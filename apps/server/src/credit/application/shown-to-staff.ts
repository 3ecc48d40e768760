import { type Database, statement } from '../../platform/database.ts';

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

/** What a page showed: the evidence, and the version of the loan. */
export type Shown = { loanVersion: number; evidence: ShownEvidence };

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
