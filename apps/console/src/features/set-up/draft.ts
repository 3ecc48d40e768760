import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import { formatPercent, type Rate } from '@thumba/lending/rate';
import { type Field, OFFER_FIELDS } from './offer-fields.ts';

export type TermText = { termId: number; days: string; instalments: string };

/** A part of the offer while a person types: texts by the names of the fields. */
export type Draft = { texts: Readonly<Record<string, string>>; terms: readonly TermText[] };

type Content = Record<string, unknown>;

const fieldsOf = (part: OfferPart): Field[] => (OFFER_FIELDS[part] ?? []).flatMap(({ fields }) => fields);

export function isApplying({ needs }: Field, { texts }: Draft): boolean {
  return needs === undefined || texts[needs[0]] === needs[1];
}

/** The draft that begins as what is saved. */
export function draftOf(part: OfferPart, content: unknown): Draft {
  const texts = Object.fromEntries(
    fieldsOf(part).map((field) => [field.name, textOf(field, valueAt(content as Content, field.name))]),
  );
  const { terms = [] } = content as { terms?: { termId: number; days: number; instalments: number }[] };
  return {
    texts,
    terms: terms.map(({ termId, days, instalments }) => ({
      ...{ termId, days: String(days) },
      instalments: String(instalments),
    })),
  };
}

/** The JSON of a draft. What is no number stays a text, and the server says which field it is. */
export function contentOf(part: OfferPart, saved: unknown, draft: Draft): unknown {
  if (part === 'policy_in_force') return draft.texts.name;
  const content: Content = { ...(saved as Content) };
  for (const field of fieldsOf(part)) {
    const [outer = '', inner] = field.name.split('.');
    const value = isApplying(field, draft) ? typedValue(field, saved as Content, draft) : undefined;
    if (inner === undefined) content[outer] = value;
    else if (value !== undefined) content[outer] = { ...objectOf(content[outer]), [inner]: value };
    else if (content[outer] !== null && typeof content[outer] === 'object') {
      const { [inner]: _left, ...rest } = content[outer] as Content;
      content[outer] = rest;
    }
  }
  if (part !== 'product') return content;
  return {
    ...content,
    extension: draft.texts.extension === 'true' ? content.extension : null,
    terms: draft.terms.map(({ termId, days, instalments }) => ({
      termId,
      days: numberOf(days),
      instalments: numberOf(instalments),
    })),
  };
}

/** A rate that was not changed keeps the digits with which it was saved. */
function typedValue(field: Field, saved: Content, { texts }: Draft): unknown {
  const [text, before] = [texts[field.name] ?? '', valueAt(saved, field.name)];
  return field.kind === 'percent' && before && textOf(field, before) === text.trim()
    ? before
    : jsonOf(field, text);
}

/** A new product begins as another one, without its number, its name and the numbers of its terms. */
export function draftOfNew(content: unknown, freeTermId: number): { saved: unknown; draft: Draft } {
  const { productId: _id, version: _version, ...saved } = content as Content;
  const { texts, terms } = draftOf('product', content);
  return {
    saved,
    draft: {
      texts: { ...texts, name: '' },
      terms: terms.map((term, index) => ({ ...term, termId: freeTermId + index })),
    },
  };
}

function objectOf(value: unknown): Content {
  return typeof value === 'object' && value !== null ? (value as Content) : {};
}

function valueAt(content: Content, name: string): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, key) => (value as Content | null | undefined)?.[key], content);
}

function textOf({ kind, name }: Field, value: unknown): string {
  if (name === 'extension') return String(value !== null);
  if (value === null || value === undefined) return '';
  if (kind === 'percent') return formatPercent(value as Rate).replace(/[%,\s]/g, '');
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function jsonOf({ kind, isOptional, name }: Field, text: string): unknown {
  const typed = text.trim();
  if (name === 'extension') return undefined;
  if (isOptional && typed === '') return null;
  switch (kind) {
    case 'kwacha':
    case 'count':
    case 'number':
      return numberOf(typed);
    case 'percent':
      return rateOfPercent(typed) ?? typed;
    case 'flag':
      return typed === 'true';
    case 'words':
      return typed.split(',').map((word) => word.trim());
    case 'amounts':
      return typed.split(',').map((amount) => numberOf(amount.trim()));
    default:
      return typed;
  }
}

/** What is no number is sent as it is typed, and the server names its field. */
export function numberOf(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

/** A percentage as the rate that the book keeps, digit by digit: "0.4" is "0.004". */
export function rateOfPercent(text: string): string | undefined {
  const [, whole, part = ''] = /^(\d{1,6})(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole.padStart(3, '0')}${part}`;
  const point = Math.max(whole.length, 3) - 2;
  const decimals = digits.slice(point).replace(/0+$/, '');
  const units = String(Number(digits.slice(0, point)));
  return decimals === '' ? units : `${units}.${decimals}`;
}
