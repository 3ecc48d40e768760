import { type Day, isDay } from '@thumba/lending/day';
import type { CardFieldName } from './card-layout.ts';
import { namesIn } from './name-distance.ts';

/** What the borrower typed. */
export type TypedIdentity = { idNumber: string; firstName: string; lastName: string; birthDate: string };
/** What was read with enough confidence. A field that was not read is absent. */
export type ReadIdentity = Partial<Record<CardFieldName, string>>;

export type CardDifference = 'number' | 'name' | 'birth_date';

/** In what the typed identity differs from the card. A field that was not read is no difference. */
export function cardDifferences(typed: TypedIdentity, read: ReadIdentity): CardDifference[] {
  const differences: CardDifference[] = [];
  if (read.idNumber !== undefined && read.idNumber !== typed.idNumber) differences.push('number');
  if (differsInName(typed, read)) differences.push('name');
  if (read.birthDate !== undefined && read.birthDate !== typed.birthDate) differences.push('birth_date');
  return differences;
}

/** Whether the card was read, and says the same number, name and birth date as was typed. */
export function agreesWithCard(typed: TypedIdentity, read: ReadIdentity): boolean {
  const isWhole = [read.idNumber, read.firstName, read.lastName, read.birthDate].every(
    (field) => field !== undefined,
  );
  return isWhole && cardDifferences(typed, read).length === 0;
}

/**
 * The birth date from which the age is counted: that of the card where it was read, whatever was typed. Once a person
 * looked at the identity, who saw both dates, the typed one. Rule: docs/rules/decisions.md.
 */
export function countedBirthDate(
  typed: { birthDate: Day },
  read: ReadIdentity | null,
  { isChecked }: { isChecked: boolean },
): Day {
  const onCard = read?.birthDate;
  return isChecked || onCard === undefined || !isDay(onCard) ? typed.birthDate : onCard;
}

/**
 * Names agree if every typed name stands on the card, no more often than there, the whole surname of the card was typed,
 * and one other name. A second name may be left out, and the two fields may be exchanged. The names are those that are
 * compared with lists, so that names that agree are not another person there.
 */
function differsInName(typed: TypedIdentity, read: ReadIdentity): boolean {
  const typedNames = [...namesIn(typed.firstName), ...namesIn(typed.lastName)];
  const surnames = read.lastName === undefined ? undefined : namesIn(read.lastName);
  const otherNames = read.firstName === undefined ? undefined : namesIn(read.firstName);
  if (surnames?.some((name) => !typedNames.includes(name))) return true;
  if (otherNames && !otherNames.some((name) => typedNames.includes(name))) return true;
  if (!surnames || !otherNames) return false;
  const onCard = [...surnames, ...otherNames];
  return typedNames.some((name) => countOf(name, typedNames) > countOf(name, onCard));
}

function countOf(name: string, names: readonly string[]): number {
  return names.filter((other) => other === name).length;
}
