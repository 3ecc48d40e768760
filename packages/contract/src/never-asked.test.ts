import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

/** The names of all fields and parameters in a part of the document. */
function fieldsOf(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  if (Array.isArray(part)) return part.flatMap(fieldsOf);
  const parameter = 'in' in part && 'name' in part ? [String(part.name)] : [];
  return [...parameter, ...Object.entries(part).flatMap(([name, inner]) => [name, ...fieldsOf(inner)])];
}

test('no call has a field for a mobile-money PIN, a list of contacts, a call history or photos of the phone', () => {
  const fields = [...new Set(fieldsOf(openApiDocument()))].filter((name) => !name.includes('/'));
  expect(fields).toContain('captcha');
  const asked = fields.filter((name) =>
    /^(.*[a-z])?pin(code)?$|contacts|phonebook|call(log|history)|photos|gallery/i.test(name),
  );
  expect(asked).toEqual([]);
});
