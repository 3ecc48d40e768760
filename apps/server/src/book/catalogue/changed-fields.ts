import type { EffectLine } from '../staff-request.ts';

const NO_FIELD = 'not there';

/** The fields that differ, by their names in the JSON. The number of the version is no field of the offer. */
export function changedFields(before: unknown, after: unknown): EffectLine[] {
  const [old, next] = [fieldsOf(asJson(before)), fieldsOf(asJson(after))];
  return [...new Set([...old.keys(), ...next.keys()])]
    .filter((name) => name !== 'version' && old.get(name) !== next.get(name))
    .toSorted()
    .map((name) => ({ title: name, before: old.get(name) ?? NO_FIELD, after: next.get(name) ?? NO_FIELD }));
}

function fieldsOf(value: unknown, name = ''): Map<string, string> {
  if (value === null && name === '') return new Map();
  if (typeof value !== 'object' || value === null)
    return new Map([[name, value === null ? 'none' : String(value)]]);
  return new Map(
    Object.entries(value).flatMap(([key, inner]) => [
      ...fieldsOf(inner, name === '' ? key : `${name}.${key}`),
    ]),
  );
}

export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
