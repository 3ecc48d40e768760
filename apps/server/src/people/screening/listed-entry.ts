import type { ListedPerson } from '@thumba/identity/screening';

export const LIST_KINDS = ['un', 'domestic', 'pep'] as const;

export type ListKind = (typeof LIST_KINDS)[number];

export const LIST_TITLES: Readonly<Record<ListKind, string>> = {
  un: "the United Nations' list",
  domestic: 'the domestic list',
  pep: 'the list of politically exposed persons',
};

/** A person of a list, under the number that the list gives them. */
export type ListedEntry = ListedPerson & { reference: string };

/** A list as a file has it, and what the file says of itself. */
export type ReadList = { label: string; entries: ListedEntry[] };

/** More than these are no list of people. */
const MOST_ENTRIES = 50_000;

/** Why so many entries are no list of people. A list without people would replace the one that is in use. */
export function wrongCount(entries: number): string | undefined {
  if (entries === 0) return 'it has no people';
  return entries > MOST_ENTRIES ? `it has more than ${MOST_ENTRIES} people` : undefined;
}
