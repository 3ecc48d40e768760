import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/*
 * What a refusal says stands by itself in a toast or under a field, as the specification's own messages do: one
 * sentence has no full stop. Of several each has its own, also the last.
 */

const root = path.join(import.meta.dirname, '../../..');
const REFUSES = /platform\/(?:reply|try-later)\.ts'|'\.\/reply\.ts'/;
/** Modules that say why to those who refuse. */
const SAY_WHY =
  /(?:refusal-text|repayment-rules|form-rules|authentication\/picture|contract\/src\/borrower\/[^/]+)\.ts$/;
/** Said to staff at a terminal, where every sentence ends. */
const FOR_STAFF = /server\/src\/(?:staff\/|book\/catalogue\/).*refusal-text\.ts$/;
/** Properties of the contract that describe it. */
const NOT_REFUSALS = ['description', 'summary'];

type Node = { type: string; start: number } & Record<string, unknown>;

function modules(): [file: string, text: string][] {
  const places = ['apps/server/src', 'packages/contract/src', 'packages/lending/src'];
  const files = places.flatMap((place) =>
    readdirSync(path.join(root, place), { recursive: true }).map((name) =>
      path.posix.join(place, String(name)),
    ),
  );
  return files
    .filter((file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$|\/simulator\//.test(file))
    .map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')])
    .filter(([file, text]) => !FOR_STAFF.test(file) && (REFUSES.test(text) || SAY_WHY.test(file)));
}

/** Every text of three words or more that begins like a sentence, with a figure where something is put in. */
function sentencesOf(file: string, text: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, text).program as unknown as Node);
  return found;

  function visit(node: Node): void {
    if (node.type === 'Property' && NOT_REFUSALS.includes((node.key as { name?: string }).name ?? '')) return;
    const said = textOf(node);
    if (said !== undefined && /^[\p{Lu}0][^\n]* [^\n]* /u.test(said)) found.push(said);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (typeof (child as Node | null)?.type === 'string') visit(child as Node);
      }
    }
  }
}

function textOf({ type, value, quasis }: Node): string | undefined {
  if (type === 'Literal' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral') return undefined;
  return (quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('0');
}

test('one sentence of a refusal has no full stop, and of several each has one', () => {
  const all = modules().flatMap(([file, text]) => sentencesOf(file, text).map((said) => `${file}: ${said}`));
  expect(all.length).toBeGreaterThan(150);
  const wrong = all.filter((line) => {
    const said = line.slice(line.indexOf(': ') + 2);
    const isSeveral = /[.?!] [\p{Lu}0]/u.test(said);
    return isSeveral !== /[.?!]\n?$/.test(said);
  });
  expect(wrong).toEqual([]);
});
