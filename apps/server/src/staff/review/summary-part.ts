import { holderDiffers } from '../../people/borrower/account-holder.ts';
import { escaped } from '../../platform/api-page/html-text.ts';
import type { ReviewedApplication } from '../application/read-review.ts';
import { differenceCount } from './compared-part.ts';
import { faceInShort } from './face-part.ts';

type Line = { name: string; title: string; value: string; isMarked: boolean };

/** What each part of the page comes to, with a way to it, so that a person sees first where to look. */
export function summaryPart(application: ReviewedApplication): string {
  const items = linesOf(application).map(
    ({ name, title, value, isMarked }) =>
      `<li${isMarked ? ' class="mark"' : ''}><a href="#${name}">${title}</a> ${escaped(value)}</li>`,
  );
  return `<ul class="summary">${items.join('\n')}</ul>`;
}

function linesOf(application: ReviewedApplication): Line[] {
  const { facts, faceChecks, hits, blockedEntries, others } = application;
  const differences = differenceCount(application);
  const listed = hits.length + blockedEntries.length;
  const isFaceInDoubt = faceChecks.counted !== undefined && faceChecks.counted.outcome !== 'pass';
  return [
    { name: 'card', title: 'Card', value: cardInShort(facts, differences), isMarked: differences > 0 },
    { name: 'face', title: 'Face', value: faceInShort(application), isMarked: isFaceInDoubt },
    { name: 'account', title: 'Name at the operator', ...holderInShort(facts) },
    { name: 'lists', title: 'Lists', value: listed === 0 ? 'nothing' : String(listed), isMarked: listed > 0 },
    {
      name: 'others',
      title: 'Other borrowers',
      value: others.length === 0 ? 'none' : String(others.length),
      isMarked: others.length > 0,
    },
  ];
}

function cardInShort({ reading }: ReviewedApplication['facts'], differences: number): string {
  if (differences > 0) return differences === 1 ? '1 difference' : `${differences} differences`;
  return reading?.picture === 'read' ? 'no difference' : 'not read';
}

function holderInShort({
  identity,
  account,
}: ReviewedApplication['facts']): Pick<Line, 'value' | 'isMarked'> {
  const differs = identity && holderDiffers(identity, account?.holderName ?? null);
  if (differs === null) return { value: 'not known', isMarked: false };
  return { value: differs ? 'another name' : 'fits', isMarked: differs };
}
