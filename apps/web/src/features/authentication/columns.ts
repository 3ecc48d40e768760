import type { Answer, Request } from '@thumba/contract/wire';
import type { FormValues } from '../../platform/draft.ts';
import { phoneMessage } from '../../platform/phone-number.ts';
import { authenticationWords } from '../../words/authentication.ts';
import { phoneWords } from '../../words/phone.ts';
import { readDate } from './date-entry.ts';

export type Column = Answer<'queryCertifyColumnByCerCode'>['columns'][number];
type SentColumn = Request<'addOrUpdateUserAuthInfo'>['body']['columns'][number];

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DECIMAL = /^\d+(?:\.\d{1,2})?$/;
const WHOLE = /^\d+$/;

/** The values at the start: what was typed before, otherwise what the server has. */
export function startingValues(columns: readonly Column[], typed: FormValues): FormValues {
  return Object.fromEntries(
    columns.map(({ columnCode, value }) => [columnCode, typed[columnCode] ?? String(value ?? '')]),
  );
}

/** The columns that the other values ask for. */
export function appliedColumns(columns: readonly Column[], values: FormValues): Column[] {
  return columns.filter(
    ({ appliesWhen }) => appliesWhen?.values.includes(values[appliesWhen.columnCode] ?? '') ?? true,
  );
}

/** Columns under the heading they share, in their order. */
export function groupColumns(
  columns: readonly Column[],
): { heading: string | undefined; columns: Column[] }[] {
  const groups: { heading: string | undefined; columns: Column[] }[] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last && last.heading === column.group) last.columns.push(column);
    else groups.push({ heading: column.group, columns: [column] });
  }
  return groups;
}

/** What is wrong with each field before anything is sent. The server has the last word. */
export function formMessages(columns: readonly Column[], values: FormValues): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const column of columns) {
    const message = columnMessage(column, (values[column.columnCode] ?? '').trim());
    if (message !== undefined) messages[column.columnCode] = message;
  }
  return messages;
}

function columnMessage(column: Column, text: string): string | undefined {
  if (text === '') return column.required ? emptyMessage(column) : undefined;
  return typeMessage(column, text) ?? patternMessage(column, text);
}

function emptyMessage({ type }: Column): string | undefined {
  const words = authenticationWords.empty;
  switch (type) {
    case 'phone':
      return phoneMessage('');
    case 'select':
      return words.select;
    case 'region':
      return words.region;
    case 'number':
      return authenticationWords.wrong.number;
    default:
      return words.other;
  }
}

function typeMessage({ type }: Column, text: string): string | undefined {
  const words = authenticationWords.wrong;
  switch (type) {
    case 'email':
      return EMAIL.test(text) ? undefined : words.email;
    case 'phone':
      return phoneMessage(text);
    case 'money':
      return DECIMAL.test(text) ? undefined : words.money;
    case 'number':
      return WHOLE.test(text) ? undefined : words.number;
    case 'date':
      return readDate(text) ? undefined : words.date;
    case 'text':
    case 'select':
    case 'region':
    case 'file':
      return undefined;
  }
}

function patternMessage({ type, pattern, placeholder }: Column, text: string): string | undefined {
  if (pattern === undefined || new RegExp(`^(?:${pattern})$`).test(text)) return undefined;
  if (type === 'phone') return phoneWords.wrong;
  return placeholder ? authenticationWords.wrong.patternLike(placeholder) : authenticationWords.wrong.pattern;
}

/** The fields as they are sent. An empty field clears the value on the server. */
export function sentColumns(columns: readonly Column[], values: FormValues): SentColumn[] {
  return columns.map((column) => ({
    columnCode: column.columnCode,
    value: sentValue(column, (values[column.columnCode] ?? '').trim()),
  }));
}

function sentValue({ type }: Column, text: string): SentColumn['value'] {
  if (text === '') return null;
  switch (type) {
    case 'money':
    case 'number':
    case 'region':
      return Number(text);
    case 'date':
      return readDate(text) ?? text;
    default:
      return text;
  }
}
