import { CER_CODE } from '@thumba/contract/codes';
import { contractWords } from '@thumba/contract/contract-words';
import { hasHiddenCharacters } from '@thumba/contract/fields';
import { parseKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { type FormCode, type FormColumn, formColumns } from './columns.ts';
import { formWords } from './form-words.ts';
import { isDistrict } from './regions.ts';

export type FormValue = string | number;
export type FormValues = Record<string, FormValue>;
export type GivenColumn = { columnCode: string; value?: FormValue | null | undefined };

/** A sentence for each wrong field, and one for the form. */
export type FormRefusal = { message: string; fields: Record<string, string> };

/** The values of a form as they are kept: complete and valid, without empty fields. */
export function checkForm(
  cerCode: FormCode,
  given: readonly GivenColumn[],
  ownMobile: string | undefined,
): Outcome<FormValues, FormRefusal> {
  const columns = formColumns(cerCode);
  const flaws = new Map<string, string>();
  const values: FormValues = {};
  const known = new Set(columns.map((column) => column.columnCode));
  const seen = new Set<string>();
  for (const { columnCode } of given) {
    if (!known.has(columnCode)) flaws.set(columnCode, formWords.noSuchField);
    else if (seen.has(columnCode)) flaws.set(columnCode, formWords.givenTwice);
    seen.add(columnCode);
  }

  for (const column of columns) {
    const { columnCode } = column;
    if (flaws.has(columnCode) || !applies(column, values)) continue;
    const value = tidied(given.find((entry) => entry.columnCode === columnCode)?.value);
    const flaw = value === undefined ? missing(column) : flawOf(column, value);
    if (flaw !== undefined) flaws.set(columnCode, flaw);
    else if (value !== undefined) values[columnCode] = value;
  }
  if (cerCode === CER_CODE.emergencyContact) refuseSharedNumbers(values, ownMobile, flaws);

  const [first] = flaws;
  if (!first) return allow(values);
  const [columnCode, flaw] = first;
  const label = columns.find((column) => column.columnCode === columnCode)?.label;
  return refuse({ message: label ? formWords.flawOf(label, flaw) : flaw, fields: Object.fromEntries(flaws) });
}

/** A column that depends on another one comes after it. */
function applies({ appliesWhen }: FormColumn, values: FormValues): boolean {
  return appliesWhen === undefined || appliesWhen.values.includes(String(values[appliesWhen.columnCode]));
}

function tidied(value: FormValue | null | undefined): FormValue | undefined {
  if (typeof value === 'number') return value;
  return value?.trim() || undefined;
}

function missing(column: FormColumn): string | undefined {
  if (!column.required) return undefined;
  return column.type === 'text' ? formWords.missing : column.wrong;
}

function flawOf(column: FormColumn, value: FormValue): string | undefined {
  if (column.options === undefined && typeof value === 'string' && hasHiddenCharacters(value)) {
    return contractWords.hiddenCharacters;
  }
  return fits(column, value) ? undefined : column.wrong;
}

function fits(column: FormColumn, value: FormValue): boolean {
  const { type, maxLength, pattern, options } = column;
  const isNumber = type === 'number' || type === 'money' || type === 'region';
  if (isNumber !== (typeof value === 'number')) return false;
  if (maxLength !== undefined && String(value).length > maxLength) return false;
  if (pattern !== undefined && !new RegExp(pattern).test(String(value))) return false;
  switch (type) {
    case 'select':
      return options?.some((option) => option.value === value) ?? false;
    case 'money':
      return (parseKwacha(value as number) ?? 0) > 0;
    case 'region':
      return isDistrict(value);
    default:
      return true;
  }
}

/** The two contacts and the borrower need three different numbers. Equal names are allowed. */
function refuseSharedNumbers(
  values: FormValues,
  ownMobile: string | undefined,
  flaws: Map<string, string>,
): void {
  for (const columnCode of ['contact1Mobile', 'contact2Mobile']) {
    if (ownMobile !== undefined && values[columnCode] === ownMobile) {
      flaws.set(columnCode, formWords.ownNumber);
    }
  }
  const { contact1Mobile, contact2Mobile } = values;
  if (contact2Mobile !== undefined && contact1Mobile === contact2Mobile && !flaws.has('contact2Mobile')) {
    flaws.set('contact2Mobile', formWords.sameNumber);
  }
}
