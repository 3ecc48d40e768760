import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Forms, Side, Text } from '@thumba/words/language-file';
import {
  type ArrowFunctionExpression,
  type CallExpression,
  type Comment,
  type Expression,
  type Node,
  type ObjectExpression,
  type ObjectProperty,
  parseSync,
} from 'oxc-parser';

export type Sentence = {
  part: string;
  /** Inside of its part. Names of records and places of lists are joined by a dot. */
  name: string;
  english: Text | Forms;
  /** The names of its values, in the order in which the program gives them. */
  given: readonly string[];
  /** The value that chooses the plural form. */
  countedBy?: string | undefined;
  side: Side;
  /** The comment above it, for translators. */
  context: string;
  /** The file, and the line in it. */
  place: string;
};

/** All sentences of the catalogues, and a line for each one that could not be translated as it is written. */
export type Catalogue = { sentences: readonly Sentence[]; findings: readonly string[] };

const FOLDERS: readonly [string, Side][] = [
  ['packages/lending/src', 'both'],
  ['packages/contract/src', 'both'],
  ['packages/home/src', 'app'],
  ['apps/web/src', 'app'],
  ['apps/server/src', 'server'],
];

export function readCatalogue(root: string): Catalogue {
  const sentences: Sentence[] = [];
  const findings: string[] = [];
  const files = FOLDERS.flatMap(([folder, side]) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test(-support)?\.tsx?$/.test(name))
      .map((name) => ({ path: posix.join(folder, name.replaceAll('\\', '/')), side })),
  );
  for (const { path, side } of files.sort((one, other) => (one.path < other.path ? -1 : 1))) {
    const source = readFileSync(join(root, path), 'utf8');
    if (!/\bwords\(/.test(source)) continue;
    const read = readFile(path, source, side);
    sentences.push(...read.sentences);
    findings.push(...read.findings);
  }
  return { sentences, findings: [...findings, ...findTwice(sentences)] };
}

/** The sentences of one file. */
export function readFile(path: string, source: string, side: Side): Catalogue {
  const { program, comments, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const sentences: Sentence[] = [];
  const findings: string[] = [];
  const lineOf = ({ start }: { start: number }) => source.slice(0, start).split('\n').length;
  const refuse = (node: Node, why: string) => findings.push(`${path}:${lineOf(node)}: ${why}`);

  for (const call of catalogueCalls(program)) {
    const [part, english] = call.arguments;
    if (part?.type !== 'Literal' || typeof part.value !== 'string' || english?.type !== 'ObjectExpression') {
      refuse(call, 'a catalogue is made by words(name, { its sentences }).');
      continue;
    }
    readRecord(english, part.value, '');
  }
  return { sentences, findings };

  function readRecord(record: ObjectExpression, part: string, prefix: string): void {
    for (const property of record.properties) {
      const name = property.type === 'Property' && !property.computed ? nameOf(property) : undefined;
      if (property.type !== 'Property' || name === undefined) {
        refuse(property, 'a catalogue has a name and a sentence in each line, and no spread.');
        continue;
      }
      readSaid(property.value, {
        part,
        name: prefix + name,
        context: commentAbove(comments, source, property),
      });
    }
  }

  function readSaid(said: Expression, named: Pick<Sentence, 'part' | 'name' | 'context'>): void {
    const expression = withoutType(said);
    if (expression.type === 'ObjectExpression') {
      readRecord(expression, named.part, `${named.name}.`);
      return;
    }
    if (expression.type === 'ArrayExpression') {
      for (const [index, element] of expression.elements.entries()) {
        if (element === null || element.type === 'SpreadElement') refuse(expression, 'a list has no spread.');
        else readSaid(element, { ...named, name: `${named.name}.${index}` });
      }
      return;
    }
    const told =
      expression.type === 'ArrowFunctionExpression' ? readFunction(expression) : textOf(expression, []);
    if (told === undefined) {
      refuse(
        expression,
        `${named.part}.${named.name} is no sentence that can be translated. It must be a text, a template of the values that the function is given, or plural(count, { … }) of such templates.`,
      );
      return;
    }
    const { english, given, countedBy } =
      typeof told === 'string' ? { english: told, given: [], countedBy: undefined } : told;
    sentences.push({ ...named, english, given, countedBy, side, place: `${path}:${lineOf(expression)}` });
  }
}

function catalogueCalls(program: Node): CallExpression[] {
  const found: CallExpression[] = [];
  const visit = (node: Node) => {
    if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'words') {
      found.push(node);
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  };
  visit(program);
  return found;
}

type Told = Pick<Sentence, 'english' | 'given' | 'countedBy'>;

function readFunction({ params, body }: ArrowFunctionExpression): Told | undefined {
  const given: string[] = [];
  for (const parameter of params) {
    if (parameter.type !== 'Identifier') return undefined;
    given.push(parameter.name);
  }
  if (body.type === 'BlockStatement') return undefined;
  const said = withoutType(body as Expression);
  if (said.type !== 'CallExpression') {
    const english = textOf(said, given);
    return english === undefined ? undefined : { english, given, countedBy: undefined };
  }
  const [count, forms] = said.arguments;
  if (said.callee.type !== 'Identifier' || said.callee.name !== 'plural') return undefined;
  if (count?.type !== 'Identifier' || !given.includes(count.name) || forms?.type !== 'ObjectExpression')
    return undefined;
  const english: Record<string, Text> = {};
  for (const form of forms.properties) {
    const name = form.type === 'Property' ? nameOf(form) : undefined;
    const text = form.type === 'Property' ? textOf(form.value, given) : undefined;
    if (name === undefined || text === undefined) return undefined;
    english[name] = text;
  }
  return english.other === undefined ? undefined : { english, given, countedBy: count.name };
}

/** A text, or a template whose values are only `given` ones. Undefined for all else. */
function textOf(said: Expression, given: readonly string[]): Text | undefined {
  const expression = withoutType(said);
  if (expression.type === 'Literal') {
    return typeof expression.value === 'string' ? expression.value : undefined;
  }
  if (expression.type === 'BinaryExpression' && expression.operator === '+') {
    const [left, right] = [expression.left, expression.right].map((half) =>
      textOf(half as Expression, given),
    );
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (expression.type !== 'TemplateLiteral') return undefined;
  let text = expression.quasis[0]!.value.cooked ?? '';
  for (const [index, value] of expression.expressions.entries()) {
    if (value.type !== 'Identifier' || !given.includes(value.name)) return undefined;
    text += `{${value.name}}${expression.quasis[index + 1]!.value.cooked ?? ''}`;
  }
  return text;
}

function withoutType(expression: Expression): Expression {
  return expression.type === 'TSAsExpression' || expression.type === 'TSSatisfiesExpression'
    ? withoutType(expression.expression)
    : expression;
}

function nameOf({ key }: ObjectProperty): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' ? String(key.value) : undefined;
}

function commentAbove(comments: readonly Comment[], source: string, { start }: ObjectProperty): string {
  const above = comments.findLast(({ end }) => end <= start);
  if (above === undefined || source.slice(above.end, start).trim() !== '') return '';
  return above.value
    .replaceAll(/^\s*\*+|\s*\n\s*\*?/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function findTwice(sentences: readonly Sentence[]): string[] {
  const places = new Map<string, string>();
  return sentences.flatMap(({ part, name, place }) => {
    const key = `${part}.${name}`;
    const earlier = places.get(key);
    places.set(key, place);
    return earlier === undefined ? [] : [`${place}: ${key} is also in ${earlier}.`];
  });
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null | undefined)?.type === 'string';
}
