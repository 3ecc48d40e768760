import { type BirthSpan, bornInYears, bornOn } from '@thumba/identity/screening';
import { day, isDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { SaxesParser } from 'saxes';
import { type ListedEntry, type ReadList, wrongCount } from './listed-entry.ts';

/** Deeper than any element of the list. */
const MOST_DEPTH = 12;
const MOST_TEXT_LETTERS = 20_000;
const DATE_ELEMENTS = ['DATE', 'YEAR', 'FROM_YEAR', 'TO_YEAR'];
const NAME_ELEMENTS = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

type Fields = Map<string, string>;
/** An individual while it is read: its own elements, and those of its aliases and birth dates. */
type Individual = { fields: Fields; aliases: Fields[]; births: Fields[] };

class ListProblem extends Error {}

/**
 * Reads the consolidated list of the Security Council: the individuals, with aliases and birth dates. Entities cannot
 * be borrowers and are left out. A document type is refused, so no entity is declared. A list without a date or without
 * people is refused, because it would replace the one that is in use.
 */
export function readUnList(text: string): Outcome<ReadList, string> {
  try {
    return allow(parseUnList(text));
  } catch (error) {
    if (error instanceof ListProblem) return refuse(error.message);
    throw error;
  }
}

function parseUnList(text: string): ReadList {
  const open: string[] = [];
  const entries: ListedEntry[] = [];
  let label = '';
  let individual: Individual | undefined;
  let texts = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new ListProblem(`it is no well-formed XML: ${error.message.slice(0, 100)}`);
  });
  parser.on('doctype', () => {
    throw new ListProblem('it has a document type, and a list has none');
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length === 0) {
      if (name !== 'CONSOLIDATED_LIST') throw new ListProblem('its first element is not CONSOLIDATED_LIST');
      label = String(attributes.dateGenerated ?? '').slice(0, 40);
    }
    open.push(name);
    if (open.length > MOST_DEPTH) throw new ListProblem('its elements are nested too deep');
    texts = '';
    if (isAt(open, ['INDIVIDUALS', 'INDIVIDUAL']))
      individual = { fields: new Map(), aliases: [], births: [] };
    if (isAt(open, ['INDIVIDUALS', 'INDIVIDUAL', 'INDIVIDUAL_ALIAS'])) individual?.aliases.push(new Map());
    if (isAt(open, ['INDIVIDUALS', 'INDIVIDUAL', 'INDIVIDUAL_DATE_OF_BIRTH']))
      individual?.births.push(new Map());
  });
  const addText = (more: string) => {
    texts += more;
    if (texts.length > MOST_TEXT_LETTERS) throw new ListProblem('one of its texts is too long');
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    const parent = open.at(-2);
    if (individual && parent === 'INDIVIDUAL') individual.fields.set(name, texts.trim());
    if (individual && parent === 'INDIVIDUAL_ALIAS') individual.aliases.at(-1)?.set(name, texts.trim());
    if (individual && parent === 'INDIVIDUAL_DATE_OF_BIRTH')
      individual.births.at(-1)?.set(name, texts.trim());
    if (individual && isAt(open, ['INDIVIDUALS', 'INDIVIDUAL'])) {
      entries.push(entryOf(individual));
      individual = undefined;
      refuseWrongCount(entries);
    }
    texts = '';
    open.pop();
  });
  parser.write(text).close();
  if (Number.isNaN(Date.parse(label)))
    throw new ListProblem('it does not say when it was made (dateGenerated)');
  refuseWrongCount(entries);
  return { label, entries: withUniqueReferences(entries) };
}

function refuseWrongCount(entries: readonly ListedEntry[]): void {
  const wrong = wrongCount(entries.length);
  if (wrong !== undefined) throw new ListProblem(wrong);
}

/** Two individuals under one reference are one entry with the names of both. */
function withUniqueReferences(entries: readonly ListedEntry[]): ListedEntry[] {
  return [...Map.groupBy(entries, ({ reference }) => reference)].map(([reference, same]) => ({
    reference,
    names: [...new Set(same.flatMap(({ names }) => names))],
    // Without a birth date of one of them, none may exclude a borrower.
    births: same.every(({ births }) => births.length > 0) ? same.flatMap(({ births }) => births) : [],
  }));
}

function isAt(open: readonly string[], path: readonly string[]): boolean {
  return open.length === path.length + 1 && path.every((name, index) => open[index + 1] === name);
}

function entryOf({ fields, aliases, births }: Individual): ListedEntry {
  const reference = fields.get('REFERENCE_NUMBER') || fields.get('DATAID') || '';
  if (reference === '') throw new ListProblem('one of its individuals has no REFERENCE_NUMBER and no DATAID');
  const ownName = NAME_ELEMENTS.map((element) => fields.get(element) ?? '')
    .filter((part) => part !== '')
    .join(' ');
  // An alias can hold several names, separated by semicolons.
  const otherNames = aliases.flatMap((alias) => (alias.get('ALIAS_NAME') ?? '').split(';'));
  const names = [ownName, ...otherNames].map((name) => name.trim()).filter((name) => name !== '');
  if (names.length === 0) throw new ListProblem(`its individual ${reference} has no name`);
  return { reference, names: [...new Set(names)], births: birthsOf(births) };
}

/** A birth date that says something and cannot be read may be any, so that then no date excludes a borrower. */
function birthsOf(births: readonly Fields[]): BirthSpan[] {
  const said = births.filter((birth) => DATE_ELEMENTS.some((element) => (birth.get(element) ?? '') !== ''));
  const spans = said.map(spanOf);
  return spans.every((span) => span !== undefined) ? spans : [];
}

/** An exact date, a year, or a first and a last year, in either order. */
function spanOf(birth: Fields): BirthSpan | undefined {
  const date = birth.get('DATE')?.slice(0, 10) ?? '';
  if (isDay(date)) return bornOn(day(date));
  const first = birth.get('FROM_YEAR') || birth.get('YEAR') || '';
  const years = [first, birth.get('TO_YEAR') || first].sort() as [string, string];
  return years.every(isYear) ? bornInYears(...years) : undefined;
}

function isYear(text: string): boolean {
  return /^(?:18|19|20)\d{2}$/.test(text);
}
