import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercent, isRate, type Rate } from '@thumba/lending/rate';
import type { EffectLine } from '../../ui/effect.tsx';
import { type Field, OFFER_FIELDS } from './offer-fields.ts';
import { scorecardTitle } from './scorecard-fields.ts';

const fieldOf = (part: OfferPart, name: string): Field | undefined =>
  (OFFER_FIELDS[part] ?? []).flatMap(({ fields }) => fields).find((field) => field.name === name);

/** A line of a change with the title of its field and its values as people read them. */
export function lineShown(part: OfferPart, { title: name, before, after }: EffectLine): EffectLine {
  const shown = (value: string | null) => value && valueShown(part, name, value);
  return { title: titleShown(part, name), before: shown(before), after: shown(after) };
}

/**
 * A problem as the server says it, "approveIncome: it must not be below referIncome.", with the titles of the fields. The
 * name of a rule of a policy stays.
 */
export function problemShown(part: OfferPart, problem: string): string {
  const [, name = '', rest = problem] = /^([\w.]+): (.*)$/s.exec(problem) ?? [];
  const sentence = sentenceShown(part, rest);
  return name === '' ? sentence : `${titleShown(part, name)}: ${sentence}`;
}

/** A name with a capital inside is that of a field. Others, like "steps", are words of the sentence. */
export function sentenceShown(part: OfferPart, sentence: string): string {
  return sentence.replaceAll(/\b[a-z]+[A-Z]\w*\b/g, (name) =>
    fieldOf(part, name) || scorecardTitle(name) ? `“${titleShown(part, name)}”` : name,
  );
}

const OTHER_TITLES: Readonly<Record<string, string>> = {
  productId: 'Number of the product',
  steps: 'Limits',
  terms: 'Terms',
};
const TERM_TITLES: Readonly<Record<string, string>> = {
  days: 'days',
  instalments: 'plans',
  termId: 'number',
};
const IN_A_LIST = /^(terms|steps|repaymentOrder)\.(\d+)\.?(\w*)$/;

function titleShown(part: OfferPart, name: string): string {
  const field = fieldOf(part, name);
  if (field) return field.title.replace(/ in (kwacha|percent)$/, '');
  if (part === 'scorecard') return scorecardTitle(name) ?? name;
  const [, list, index = '0', inner = ''] = IN_A_LIST.exec(name) ?? [];
  const place = Number(index) + 1;
  if (list === 'terms') return `Term ${place}: ${TERM_TITLES[inner] ?? inner}`;
  if (list === 'steps') return `Limit of step ${place}`;
  if (list === 'repaymentOrder') return `A payment counts for, place ${place}`;
  return OTHER_TITLES[name] ?? name;
}

function valueShown(part: OfferPart, name: string, value: string): string {
  const field = fieldOf(part, name);
  if (!field) return IN_A_LIST.exec(name)?.[1] === 'steps' ? kwachaShown(value) : value;
  const { kind, choices } = field;
  // The fields of an extension stand in lines of their own.
  if (name === 'extension') return value === 'none' ? 'No' : 'Yes';
  if (kind === 'kwacha') return kwachaShown(value);
  if (kind === 'percent' && isRate(value)) return formatPercent(value as Rate);
  if (kind === 'number' && Number.isFinite(Number(value))) return `${value}%`;
  return choices?.find((choice) => choice.value === value)?.text ?? value;
}

function kwachaShown(value: string): string {
  const kwacha = Number(value);
  return Number.isFinite(kwacha) ? formatKwacha(Math.round(kwacha * 100)) : value;
}
