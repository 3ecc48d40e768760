import { cardDifferences } from '@thumba/identity/card-agreement';
import { isSure } from '@thumba/identity/card-picture';
import { believed } from '../../people/card/card-readings.ts';
import type { ReviewedApplication } from './read-review.ts';

const FIELDS = [
  { title: 'Number', name: 'idNumber', difference: 'number' },
  { title: 'Last name', name: 'lastName', difference: 'name' },
  { title: 'First names', name: 'firstName', difference: 'name' },
  { title: 'Date of birth', name: 'birthDate', difference: 'birth_date' },
  { title: 'Sex', name: 'gender', difference: undefined },
  { title: 'District', name: 'district', difference: undefined },
  { title: 'Village', name: 'village', difference: undefined },
] as const;

export type Compared = {
  title: string;
  read: ReadField | undefined;
  entered: string | undefined;
  differs: boolean;
};
export type ReadField = { text: string; confidence: number };

/** The fields of the card beside what the borrower entered. Those that differ are what staff look at first. */
export function compared({ identity, reading }: ReviewedApplication['facts']): Compared[] {
  if (!identity) return [];
  const differences = reading ? cardDifferences(identity, believed(reading)) : [];
  return FIELDS.map(({ title, name, difference }) => {
    const read = reading?.fields[name];
    const entered = name in identity ? identity[name as keyof typeof identity] : undefined;
    const isOther =
      read !== undefined && entered !== undefined && lettersOf(read.text) !== lettersOf(entered);
    const counts = difference === undefined ? read && isSure(read) : differences.includes(difference);
    return { title, read, entered, differs: isOther && counts === true };
  });
}

function lettersOf(text: string): string {
  return text.toUpperCase().replaceAll(/\s+/g, ' ').trim();
}
