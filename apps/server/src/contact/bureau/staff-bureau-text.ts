/* What staff read of files for a credit bureau. */

export const NO_BUREAU = 'This lender has no credit bureau: the setting BUREAU_URL names none';
export const MADE_BEFORE = 'The file of this month was made before';
export const NO_LISTING =
  'This loan has no listing that could be disputed, or its listing is disputed already';
export const NO_OPEN_DISPUTE = 'There is no open dispute of this loan';
export const OWN_DISPUTE = 'You wrote this dispute down. Another person decides it.';

export const SENTENCES = {
  sent: 'The bureau has the file. It reads it now.',
  waiting: 'The bureau has not read the file yet.',
  done: 'The bureau has read this file before.',
} as const;

export function readSentence(rejected: number): string {
  if (rejected === 0) return 'The bureau took every record.';
  const which = rejected === 1 ? 'one record' : `${rejected} records`;
  return `The bureau rejected ${which}. The next file tells of them again, corrected.`;
}

export function silentSentence(cause: string): string {
  return `The bureau gave no usable answer (${cause}). Nothing changed: try again later.`;
}
