import type { BirthSpan } from '@thumba/identity/screening';
import type { ListKind } from './listed-entry.ts';

/** What was found: the person of a list, and what of the borrower and the list it rests on. */
export type Finding = {
  listKind: ListKind;
  reference: string;
  /** All names and birth dates of the entry, so that a change of the list is seen. */
  entry: string;
  identityConfirmedAt: string;
  listedName: string;
  distance: number;
  birth: 'agrees' | 'unknown';
};

export type HitState = 'open' | 'cleared' | 'confirmed' | 'released' | 'ended';

export type KnownHit = { hitId: number; state: HitState; finding: Finding };

/** A hit to write: an id where it is known already. */
export type HitChange =
  | { kind: 'new'; finding: Finding }
  | { kind: 'again'; hitId: number; finding: Finding }
  | { kind: 'ended'; hitId: number };

/**
 * What a comparison changes. A hit that a person cleared or released stays so while the identity and the entry of the
 * list are the same. An open one takes what was found now. A hit that is not found any more ends, unless a person confirmed it.
 */
export function nextHits(known: readonly KnownHit[], found: readonly Finding[]): HitChange[] {
  const changes: HitChange[] = [];
  for (const finding of found) {
    const hit = known.find(({ finding: earlier }) => isSamePerson(earlier, finding));
    if (!hit) changes.push({ kind: 'new', finding });
    else if (hit.state === 'ended' || (hit.state !== 'confirmed' && !isSameGround(hit.finding, finding)))
      changes.push({ kind: 'again', hitId: hit.hitId, finding });
  }
  for (const { hitId, state, finding } of known) {
    if (state === 'open' && !found.some((one) => isSamePerson(one, finding)))
      changes.push({ kind: 'ended', hitId });
  }
  return changes;
}

function isSamePerson(one: Finding, other: Finding): boolean {
  return one.listKind === other.listKind && one.reference === other.reference;
}

function isSameGround(one: Finding, other: Finding): boolean {
  return one.identityConfirmedAt === other.identityConfirmedAt && inOrder(one.entry) === inOrder(other.entry);
}

/** An entry whose names or birth dates stand in another order is the same. */
function inOrder(entry: string): string {
  const [names, births] = JSON.parse(entry) as [string[], BirthSpan[]];
  return JSON.stringify([names.toSorted(), births.map(({ from, to }) => `${from} ${to}`).sort()]);
}
