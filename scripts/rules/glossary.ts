import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { lineAt, type SourceFile } from './source-files.ts';

/**
 * A use of a word that docs/glossary.md does not allow. With `where: 'code'` a rule reads the code without comments and
 * strings. With `'texts'` it reads only the strings, for example SQL.
 */
type WordRule = {
  name: string;
  where: 'path' | 'code' | 'comments' | 'texts' | 'pages';
  /** The paths of the files that the rule reads. */
  in: RegExp;
  never: RegExp;
  /** What to write instead. */
  write: string;
};

const SERVER = /^apps\/server\/src\//;
const SERVER_AND_LENDING = /^(apps\/server\/src|packages\/(lending|accounting|identity))\//;
const PROGRAM = /^(apps|packages|e2e|bench|scripts)\//;
/** The page that explains the words is left out, and the page that quotes what the screens say. */
const PAGES = /^(?!docs\/(?:glossary|promises)\.md$)/;

/** The characters between two words of a comment, which can be on two lines. */
const GAP = '[\\s*/]+';
const OPERATOR_AT_TERMINAL = phrase(`operators? (?:at|by|behind) (?:a|the|their) (?:terminal|console)`);
const NOT_A_LOAN = '(?:tickets?|claims?|differences?|payments?|attempts?|complaints?|applications?)';
const SETTLES_NO_LOAN = phrase(
  [
    `settl(?:es?|ed|ing) (?:(?:a|an|the|its|this|all|these|open|such) )*${NOT_A_LOAN}`,
    `${NOT_A_LOAN} (?:is|are|was|were|be|been) settled`,
  ].join('|'),
);
const VAGUE_PERSON = phrase('whoever|nobody|somebody|anybody');

const SETTLE_INSTEAD = 'a ticket or claim is closed, a payment ends, a difference is resolved';
const PERSON_INSTEAD = 'the name of who or what it is';

export const WORD_RULES: readonly WordRule[] = [
  {
    name: 'operator in a file name',
    where: 'path',
    in: PROGRAM,
    never: /\boperator-(commands?|desk)\b[^/]*$/g,
    write: 'staff: an operator is a mobile-money company',
  },
  {
    name: 'operator in a name',
    where: 'code',
    in: PROGRAM,
    never: /\b\w*[oO]perator(?:Command|Desk|Actor|Console)\w*/g,
    write: 'staff: an operator is a mobile-money company',
  },
  {
    name: 'operator at the terminal',
    where: 'comments',
    in: PROGRAM,
    never: OPERATOR_AT_TERMINAL,
    write: 'staff: an operator is a mobile-money company',
  },
  {
    name: 'operator at the terminal on a page',
    where: 'pages',
    in: PAGES,
    never: OPERATOR_AT_TERMINAL,
    write: 'staff: an operator is a mobile-money company',
  },
  {
    name: 'settle in a file name',
    where: 'path',
    in: SERVER,
    never: /\bsettle-(?!loan)[^/]*$/g,
    write: SETTLE_INSTEAD,
  },
  {
    name: 'settle in a name',
    where: 'code',
    in: SERVER_AND_LENDING,
    never:
      /\b\w*[sS]ettle(?!Loan)[A-Z]\w*|\b[sS]ettled(?:Claim|Ticket|Difference|Payment|Attempt|Complaint|Request)\w*/g,
    write: SETTLE_INSTEAD,
  },
  {
    name: 'settled of a ticket',
    where: 'code',
    in: SERVER_AND_LENDING,
    never:
      /\b(?:claim|ticket|difference|payment|attempt|complaint|request)s?\??\.(?:isSettled|settled?)(?!_)\b/g,
    write: SETTLE_INSTEAD,
  },
  {
    name: 'settle in a comment',
    where: 'comments',
    in: SERVER_AND_LENDING,
    never: SETTLES_NO_LOAN,
    write: SETTLE_INSTEAD,
  },
  {
    name: 'settle on a page',
    where: 'pages',
    in: PAGES,
    never: SETTLES_NO_LOAN,
    write: SETTLE_INSTEAD,
  },
  {
    name: 'vague person in a comment',
    where: 'comments',
    in: PROGRAM,
    never: VAGUE_PERSON,
    write: PERSON_INSTEAD,
  },
  { name: 'vague person on a page', where: 'pages', in: PAGES, never: VAGUE_PERSON, write: PERSON_INSTEAD },
  {
    name: 'deferral',
    where: 'code',
    in: /^(apps\/server|packages\/lending)\//,
    never: /\b\w*(?:[dD]eferral|[rR]eschedul)\w*/g,
    write: 'extension',
  },
  {
    name: 'turntable',
    where: 'code',
    in: /^apps\/server\/src\/(?!.*\/routes\.ts$)/,
    never: /\b\w*[tT]urntable\w*/g,
    write: 'wheel',
  },
  {
    name: 'linkman',
    where: 'code',
    in: SERVER_AND_LENDING,
    never: /\b\w*[lL]inkm[ae]n\w*/g,
    write: 'emergency contact',
  },
  {
    name: 'buried point',
    where: 'code',
    in: /^(apps\/server\/src\/(?!.*\/routes\.ts$)|packages\/lending\/)/,
    never: /\b\w*[bB]uriedPoint\w*/g,
    write: 'analytics event',
  },
  {
    name: 'vague name of a CTE',
    where: 'texts',
    in: SERVER,
    never: /\b(?:words|told)\s+as\s+\((?=\s*(?:insert|update|delete|select)\b)/g,
    write: 'what it holds, as in inserted_messages',
  },
];

/** Answers one line for each place in the code where a word has another meaning than in the glossary. */
export function findBannedWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const rules = WORD_RULES.filter((rule) => rule.where !== 'pages' && rule.in.test(file.path));
    if (rules.length === 0) return [];
    const texts = textByPlace(file);
    return rules.flatMap((rule) => findIn(file.path, texts[rule.where], rule));
  });
}

/** A page for people, such as README.md. */
export type Page = { path: string; text: string };

/** Code in backticks, and the names of tests that a table cites as `file` name. */
const NO_PROSE = /```[\s\S]*?```|(?<=\| |<br>)`[^`\n]+\.test\.tsx?` [^|<\n]+|`[^`\n]*`/g;

/** The same for pages, without code and without the names of tests. */
export function findBannedWordsOnPages(pages: readonly Page[]): string[] {
  const rules = WORD_RULES.filter(({ where }) => where === 'pages');
  return pages.flatMap(({ path, text }) => {
    const prose = text.replaceAll(NO_PROSE, blank);
    return rules.filter((rule) => rule.in.test(path)).flatMap((rule) => findIn(path, prose, rule));
  });
}

/** Reads the pages in the root of the project and in docs. */
export function readPages(root: string): Page[] {
  const names = [
    ...readdirSync(root),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join('docs', name.replaceAll('\\', '/')),
    ),
  ].filter((name) => name.endsWith('.md') || name === '.env.example');
  return names.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

function findIn(path: string, text: string, { never, write }: WordRule): string[] {
  return [...text.matchAll(never)].map(
    (match) => `${path}:${lineAt(text, match.index)} writes “${oneLine(match[0])}”: write ${write}.`,
  );
}

type Span = { start: number; end: number };

/** The text that the rules of each place read. All else is replaced by spaces, so that positions stay the same. */
function textByPlace(file: SourceFile): Record<WordRule['where'], string> {
  const { path, text, code, comments } = file;
  const texts = splitAt(code, textsOf(file));
  return {
    path,
    pages: '',
    code: texts.map((part, index) => (index % 2 === 0 ? part : blank(part))).join(''),
    texts: texts.map((part, index) => (index % 2 === 0 ? blank(part) : part)).join(''),
    // Text in backticks is code.
    comments: splitAt(text, comments)
      .map((part, index) => (index % 2 === 0 ? blank(part) : part))
      .join('')
      .replaceAll(/`[^`\n]*`/g, blank),
  };
}

/** Splits a text at the spans. Parts with an odd index are inside of a span. */
function splitAt(text: string, spans: readonly Span[]): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of spans) {
    parts.push(text.slice(from, start), text.slice(start, end));
    from = end;
  }
  return [...parts, text.slice(from)];
}

/** The positions of strings, template texts and JSX texts. */
function textsOf({ program }: SourceFile): Span[] {
  const found: Span[] = [];
  visit(program, (node) => {
    const isText =
      node.type === 'TemplateElement' ||
      node.type === 'JSXText' ||
      (node.type === 'Literal' && typeof node.value === 'string');
    if (isText) found.push({ start: node.start, end: node.end });
  });
  return found.sort((first, second) => first.start - second.start);
}

type Node = Span & { type: string; value?: unknown };

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, onNode);
  } else if (isNode(value)) {
    onNode(value);
    for (const child of Object.values(value)) visit(child, onNode);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

function oneLine(text: string): string {
  return text.replaceAll(/[\s*/]+/g, ' ').trim();
}

/** Matches whole words in this order, in upper or lower case, also across lines. */
function phrase(words: string): RegExp {
  return new RegExp(`\\b(?:${words.replaceAll(' ', GAP)})\\b`, 'gi');
}
