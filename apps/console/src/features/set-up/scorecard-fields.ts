/* The fields of the scorecard, by the names that they have in its JSON. */

export const TOTALS = [
  { name: 'basePoints', label: 'Points to begin with' },
  { name: 'approveFromPoints', label: 'Approved from, points' },
  { name: 'referFromPoints', label: 'For a person from, points' },
] as const;

export const CHARACTERISTICS = [
  { name: 'ageYears', title: 'Age', from: 'From years' },
  { name: 'monthlyIncomeKwacha', title: 'Monthly income', from: 'From kwacha' },
  { name: 'onTimeLoans', title: 'Loans repaid on time', from: 'From loans' },
  { name: 'questionnairePoints', title: 'Questionnaire', from: 'From its points' },
  { name: 'moneyReceivedKwacha', title: 'Money received by SMS', from: 'From kwacha' },
] as const;
export type Characteristic = (typeof CHARACTERISTICS)[number]['name'];

/** "Age, band 1: from years" for `bands.ageYears.0.from`, and "Age" for `bands.ageYears`. Undefined: there is no such field. */
export function scorecardTitle(name: string): string | undefined {
  const total = TOTALS.find((one) => one.name === name);
  if (total) return total.label;
  const [, characteristic, band, place = ''] = /^bands\.(\w+)(?:\.(\d+)\.(\w+))?$/.exec(name) ?? [];
  const found = CHARACTERISTICS.find((one) => one.name === characteristic);
  if (!found || band === undefined) return found?.title;
  return bandTitle(found, Number(band), place === 'from' ? 'from' : 'points');
}

/** "Age, band 1: from years" */
export function bandTitle(
  { title, from }: { title: string; from: string },
  index: number,
  place: 'from' | 'points',
): string {
  return `${title}, band ${index + 1}: ${place === 'from' ? from.toLowerCase() : 'points'}`;
}
