import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, posix } from 'node:path';
import { type JSXAttribute, type Node, parseSync } from 'oxc-parser';

/*
 * The sentences of the borrower app stand in its catalogue, apps/web/src/words. A sentence anywhere else in its code
 * fails here, because it could not be translated.
 */

const root = join(import.meta.dirname, '../..');
const app = 'apps/web/src';
const places = ['app', 'features', 'ui', 'platform'];

/** What is the same in every language. */
const NAMES = [
  ...['Thumba', 'K', 'NRC', 'Android', 'English'],
  ...['MTN', 'Airtel', 'Zamtel', 'MTN MoMo', 'Airtel Money', 'Zamtel Money'],
];

/** What other programs are told in words: Google, and the browser in a media query or the relation of a link. */
const WIRE = ['openid email profile', '(prefers-color-scheme: 0)', 'not all', 'noopener noreferrer'];

/** Attributes and properties that are read or heard: any letter in them is a word, except a property's key of the catalogue. */
const SAID =
  /^(aria-(label|valuetext|description|placeholder)|alt|aside|button|caption|detail|error|explanation|heading|hint|label|legend|message|placeholder|summary|text|title)$/;

/** Attributes that are not shown. */
const NEVER_SAID =
  /^(className|style|d|viewBox|transform|points|fill|stroke\w*|key|href|to|src|id|name|type|autoComplete|aria-(labelledby|describedby))$/;

const LETTER = /\p{L}/u;
const TWO_WORDS = /[\p{L}\d][,;:.!?…)”]* [(“]?[\p{L}\d]/u;
const ONE_WORD = /^\p{Lu}\p{Ll}+[.!?…]*$/u;
const CATALOGUE_KEY = /^\p{Ll}\p{L}*$/u;
const ADDRESS = /^[\w.-]*\/\S*$/;

const findings = sourceFiles().flatMap(sentencesOf);
for (const finding of findings) console.error(finding);
process.exitCode = findings.length === 0 ? 0 : 1;

function sourceFiles(): string[] {
  const paths = places.flatMap((place) =>
    readdirSync(join(root, app, place), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(place, name),
    ),
  );
  if (paths.length === 0) throw new Error('No source file was found.');
  return paths.filter(
    (path) => ['.ts', '.tsx'].includes(extname(path)) && !/\.test(-support)?\.tsx?$/.test(path),
  );
}

function sentencesOf(path: string): string[] {
  const text = readFileSync(join(root, app, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const found: string[] = [];
  visit(program, []);
  return found;

  function visit(node: Node, parents: Node[]): void {
    if (isPassedOver(node, parents.at(-1))) return;
    const said = textOf(node);
    if (said !== undefined && isSentence(said, node, parents)) {
      const line = text.slice(0, node.start).split('\n').length;
      const shown = said.trim().replace(/\s+/g, ' ');
      found.push(`${app}/${path}:${line} says “${shown}”: words belong to ${app}/words.`);
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, [...parents, node]);
      }
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null | undefined)?.type === 'string';
}

/** The text of a node, with a figure in the place of each value that is filled in. */
function textOf(node: Node): string | undefined {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('0');
  return undefined;
}

/** Types, addresses of modules, errors for developers, what is compared, and attributes that are not shown. */
function isPassedOver(node: Node, parent: Node | undefined): boolean {
  if (parent === undefined) return false;
  if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return true;
  if (node.type.startsWith('Import') && node.type !== 'ImportExpression') return true;
  if (node.type === 'NewExpression') return /Error$/.test(identifierOf(node.callee));
  if (node.type === 'JSXAttribute') return NEVER_SAID.test(nameOf(node));
  if (parent.type === 'BinaryExpression') return /^[!=]==?$/.test(parent.operator) && node.type === 'Literal';
  if (parent.type === 'SwitchCase') return node === parent.test;
  if (parent.type === 'MemberExpression') return node === parent.property;
  if (parent.type === 'Property') return node === parent.key && node !== parent.value;
  return (
    parent.type === 'CallExpression' &&
    parent.callee.type === 'MemberExpression' &&
    /^(querySelector(All)?|matchMedia)$/.test(identifierOf(parent.callee.property))
  );
}

function isSentence(said: string, node: Node, parents: Node[]): boolean {
  if (!LETTER.test(said) || [...NAMES, ...WIRE].includes(said.trim())) return false;
  if (parents.at(-1)?.type === 'Property' && CATALOGUE_KEY.test(said)) return false;
  if (node.type === 'JSXText' || isShown(node, parents)) return true;
  if (ADDRESS.test(said)) return false;
  const isFilledIn = node.type === 'TemplateLiteral' && node.expressions.length > 0;
  const isLoneCount = isFilledIn && !/\p{L}{2}/u.test(said);
  return (TWO_WORDS.test(said) && !isLoneCount) || ONE_WORD.test(said);
}

/** Whether a text is a child of an element, or the value of something that is read. */
function isShown(node: Node, parents: Node[]): boolean {
  const [parent, ...further] = [...parents].reverse();
  switch (parent?.type) {
    case 'ConditionalExpression':
      return node !== parent.test && isShown(parent, further.reverse());
    case 'LogicalExpression':
    case 'TSAsExpression':
    case 'ParenthesizedExpression':
      return isShown(parent, further.reverse());
    case 'JSXExpressionContainer':
      return /^JSX(Element|Fragment)$/.test(further[0]?.type ?? '') || isShown(parent, further.reverse());
    case 'JSXAttribute':
      return SAID.test(nameOf(parent));
    case 'Property':
      return SAID.test(keyOf(parent.key));
    default:
      return false;
  }
}

function keyOf(key: Node): string {
  return key.type === 'Literal' ? String(key.value) : identifierOf(key);
}

function identifierOf(node: Node): string {
  return node.type === 'Identifier' || node.type === 'PrivateIdentifier' ? node.name : '';
}

function nameOf({ name }: JSXAttribute): string {
  return name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name;
}
