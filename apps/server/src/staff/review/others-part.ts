import { SHARED_TITLES } from '../../people/duplicate/find-duplicates.ts';
import type { BlockedEntry } from '../../people/screening/blocked-list.ts';
import type { Hit } from '../../people/screening/decide-hit.ts';
import { LIST_TITLES } from '../../people/screening/listed-entry.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import type { OtherBorrower } from '../application/read-others.ts';
import type { ReviewedApplication } from '../application/read-review.ts';
import { stateTitles } from '../application/review-words.ts';
import { listOf, part, percentOf, textOf } from './page-parts.ts';

/** What lists say of the borrower. For staff only: a borrower must not learn of it. */
export function listsPart({ hits, blockedEntries }: ReviewedApplication): string {
  const lines = [...hits.map(hitText), ...blockedEntries.map(blockedText)];
  return part(
    'Lists',
    lines.length === 0
      ? '<p>No name on a list is near to this name, and the blocked list has nothing of this borrower.</p>'
      : `<div class="mark">${listOf(lines, '')}</div><p>The borrower must not learn of this.</p>`,
    'lists',
  );
}

function hitText({ hitId, state, foundAt, finding }: Hit): string {
  const birth = finding.birth === 'agrees' ? 'the birth date agrees' : 'the list has no birth date';
  const what = `${LIST_TITLES[finding.listKind]}: ${finding.listedName} (${finding.reference}), distance ${finding.distance.toFixed(2)}, ${birth}, found ${textOf(foundAt)}`;
  return state === 'confirmed'
    ? `Hit ${hitId}, confirmed: ${what}. Money that goes out is frozen.`
    : `Hit ${hitId}: ${what}. Decide on it with: npm run screening -- clear ${hitId} "…" or confirm ${hitId} "…"`;
}

const BLOCKED_TITLES: Readonly<Record<BlockedEntry['subject']['kind'], string>> = {
  id_number: 'the number of the card',
  mobile: 'a mobile number',
  person: 'the name and the birth date',
};

function blockedText({ entryId, subject, reason, addedBy, addedAt }: BlockedEntry): string {
  return `Blocked list, entry ${entryId}: ${BLOCKED_TITLES[subject.kind]}, because “${reason}” (${addedBy}, ${textOf(addedAt)})`;
}

/** Borrowers who may be the same person, why, and under which numbers to look them up. */
export function othersPart({ others }: ReviewedApplication): string {
  const isNumberShared = others.some(({ shared }) => shared.includes('id_number'));
  const rows = others.map(
    (other) =>
      `<tr${isStrong(other) ? ' class="marked"' : ''}><th scope="row">${other.borrowerId}${other.isBlocked ? ' <small>blocked</small>' : ''}</th><td>${escaped(sharedText(other))}</td><td>${escaped(ordersText(other))}</td></tr>`,
  );
  const table = `<table><thead><tr><th scope="col">Borrower</th><th scope="col">In common</th><th scope="col">Newest orders</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
  return part(
    'Other borrowers',
    (rows.length === 0 ? '<p>No other borrower was found with the same data.</p>' : table) +
      (isNumberShared ? '<p>An approval says that the number belongs to this borrower alone.</p>' : ''),
    'others',
  );
}

/** One person is likely where the card or the face is the same. A phone or a contact is often that of a family. */
function isStrong({ shared }: OtherBorrower): boolean {
  return shared.some((kind) => kind === 'id_number' || kind === 'face' || kind === 'name_and_birth');
}

function sharedText({ shared, faceSimilarity, isNumberTheirs }: OtherBorrower): string {
  const texts = shared.map((kind) => {
    if (kind === 'face' && faceSimilarity !== null)
      return `${SHARED_TITLES.face} (${percentOf(faceSimilarity)} alike)`;
    const isTheirs = kind === 'id_number' && isNumberTheirs;
    return isTheirs ? `${SHARED_TITLES[kind]} (approved for them by a person)` : SHARED_TITLES[kind];
  });
  return texts.join(', ');
}

function ordersText({ orders }: OtherBorrower): string {
  if (orders.length === 0) return 'none';
  return orders.map(({ loanId, state }) => `${loanId} (${stateTitles[state]})`).join(', ');
}
