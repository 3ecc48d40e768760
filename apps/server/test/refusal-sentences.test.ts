import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';

/*
 * A refusal is shown alone, in a toast or under a field. As in the specification's own messages, a single sentence ends
 * without a full stop. If there are several, each has one, also the last.
 */

const root = path.join(import.meta.dirname, '../../..');
const IMPORTS_REPLY = /platform\/(?:reply|try-later)\.ts'|'\.\/reply\.ts'/;
/** Other modules with texts of refusals. */
const REFUSAL_TEXT =
  /(?:refusal-text|repayment-rules|form-rules|authentication\/picture|contract\/src\/borrower\/[^/]+)\.ts$/;
/** Texts for staff in the console and at the terminal, where every sentence ends with a full stop. */
const FOR_STAFF =
  /server\/src\/(?:back-office\.ts|staff\/.*|(?:[\w-]+\/)+(?:serve-)?staff(?:-[\w-]+)?\.ts|(?:accounting\/|book\/catalogue\/|credit\/servicing\/|money\/suspense\/).*refusal-text\.ts)$/;
/** Catalogues that also have sentences of another kind. */
const NOT_REFUSALS_ALONE = /\/(application|paper|wheel)-words\.ts$/;
/** Properties whose texts describe the contract. */
const NOT_REFUSALS = ['description', 'summary'];

type Node = { type: string; start: number } & Record<string, unknown>;

function modulesWithRefusals(): [file: string, text: string][] {
  const folders = ['apps/server/src', 'packages/contract/src', 'packages/lending/src'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true }).map((name) =>
      path.posix.join(folder, String(name)),
    ),
  );
  const texts = files
    .filter((file) => file.endsWith('.ts') && !/\.test(-support)?\.ts$|\/simulator\//.test(file))
    .map((file): [string, string] => [file, readFileSync(path.join(root, file), 'utf8')]);
  const modules = texts.filter(
    ([file, text]) => !FOR_STAFF.test(file) && (IMPORTS_REPLY.test(text) || REFUSAL_TEXT.test(file)),
  );
  const catalogues = new Set(modules.flatMap(([file, text]) => cataloguesOf(file, text)));
  return [
    ...modules.filter(([file]) => !catalogues.has(file)),
    ...texts.filter(([file]) => catalogues.has(file) && !NOT_REFUSALS_ALONE.test(file)),
  ];
}

/** The catalogues from which a module takes its sentences. */
function cataloguesOf(file: string, text: string): string[] {
  return [...text.matchAll(/from '(\.{1,2}\/[^']+-words\.ts)'/g)].map(([, address]) =>
    path.posix.join(path.posix.dirname(file), address!),
  );
}

/** Every text of three words or more that begins like a sentence. Each inserted value is written as 0. */
function sentencesOf(file: string, text: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, text).program as unknown as Node);
  return found;

  function visit(node: Node): void {
    if (node.type === 'Property' && NOT_REFUSALS.includes((node.key as { name?: string }).name ?? '')) return;
    const sentence = textOf(node);
    if (sentence !== undefined && /^[\p{Lu}0][^\n]* [^\n]* /u.test(sentence)) found.push(sentence);
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

test('a refusal of one sentence has no full stop, and each of several sentences has one', () => {
  const all = modulesWithRefusals().flatMap(([file, text]) =>
    sentencesOf(file, text).map((sentence) => `${file}: ${sentence}`),
  );
  expect(all.length).toBeGreaterThan(150);
  const wrong = all.filter((line) => {
    const refusal = line.slice(line.indexOf(': ') + 2);
    if (refusal.endsWith('?')) return false;
    const isSeveral = /[.?!] [\p{Lu}0]/u.test(refusal);
    return isSeveral !== /[.?!]\n?$/.test(refusal);
  });
  expect(wrong).toEqual([]);
});
