import { createHash } from 'node:crypto';
import { readEvidence, type Shown } from '../../credit/application/shown-to-staff.ts';
import type { Database } from '../../platform/database.ts';

type Token = {
  loanVersion: number;
  pictures: string;
  hits: string;
  otherHolder: Shown['otherHolder'];
};

/** What a person was shown, as the console gives it back. It has no trace of a hit: those are of compliance. */
export function tokenOf({ loanVersion, evidence, otherHolder }: Shown): string {
  const { hits, ...pictures } = evidence;
  const token: Token = { loanVersion, pictures: hashOf(pictures), hits: hashOf(hits), otherHolder };
  return Buffer.from(JSON.stringify(token)).toString('base64url');
}

/**
 * What was shown, in the form that a decision compares with what stands. Where the evidence is another one now, the
 * changed part is left empty, so that the decision is refused as stale.
 */
export async function shownOf(db: Database, borrowerId: number, text: string): Promise<Shown | undefined> {
  const token = tokenIn(text);
  if (!token) return undefined;
  const evidence = await readEvidence(db, borrowerId);
  const { hits, ...pictures } = evidence;
  const { loanVersion, otherHolder } = token;
  return {
    loanVersion,
    otherHolder,
    evidence: {
      ...evidence,
      ...(token.pictures === hashOf(pictures) ? {} : { frontFileId: STALE }),
      ...(token.hits === hashOf(hits) ? {} : { hits: [STALE] }),
    },
  };
}

/** No picture and no hit has this name. */
const STALE = 'changed since it was shown';

function hashOf(part: object): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(part).sort()))
    .digest('base64url');
}

function tokenIn(text: string): Token | undefined {
  try {
    const token = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as Token;
    const { loanVersion, pictures, hits, otherHolder } = token;
    const isWhole =
      Number.isInteger(loanVersion) &&
      typeof pictures === 'string' &&
      typeof hits === 'string' &&
      (otherHolder === null ||
        (Number.isInteger(otherHolder.accountId) && Number.isInteger(otherHolder.askedAtMs)));
    return isWhole ? { loanVersion, pictures, hits, otherHolder } : undefined;
  } catch {
    return undefined;
  }
}
