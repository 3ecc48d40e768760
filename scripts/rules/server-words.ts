import type { Node } from 'oxc-parser';
import { isOfTests, lineAt, type SourceFile } from './source-files.ts';

/*
 * The sentences that the server says to borrowers stand in catalogues, in files named `-words.ts`. A sentence anywhere
 * else in the rooms below fails here, because it could not be translated.
 */

/** Folders and files whose sentences are for borrowers. */
const ROOMS = [
  'packages/contract/src/borrower/',
  'packages/contract/src/fields.ts',
  'packages/lending/src/',
  'apps/server/src/platform/',
  'apps/server/src/book/coupon/',
  'apps/server/src/book/loan/',
  'apps/server/src/people/',
  'apps/server/src/money/quick-repayment/',
  'apps/server/src/money/repayment/',
  'apps/server/src/money/wallet/',
  'apps/server/src/credit/application/',
  'apps/server/src/credit/bill/',
  'apps/server/src/credit/paper/',
  'apps/server/src/credit/coupon/routes.ts',
  'apps/server/src/credit/coupon/commands.ts',
  'apps/server/src/upkeep/personal-data/draw-record.ts',
  'apps/server/src/upkeep/personal-data/routes.ts',
  'apps/server/src/contact/channel/',
  'apps/server/src/contact/complaint/',
  'apps/server/src/contact/reminder/',
  'apps/server/src/contact/wheel/',
];

/** What these rooms say to staff and developers, and contracts, which are agreed to in English. */
const OTHERWISE = [
  /^packages\/lending\/src\/(staff-refusal-text|invariants|product)\.ts$/,
  // The console speaks English.
  /^apps\/server\/src\/(?:[\w-]+\/)+(?:serve-)?staff(?:-[\w-]+)?\.ts$/,
  /^apps\/server\/src\/platform\/(api-page\/|postgres\/|database|deadline|health)/,
  /^apps\/server\/src\/credit\/application\/(earlier-wordings|review|decline-reasons)\.ts$/,
  /^apps\/server\/src\/credit\/paper\/draw-contract\.ts$/,
];

/** What is the same in every language, and what other programs are told or say. */
const NAMES = ['Samsung Internet', 'UC Browser', 'Bearer 0'];

/** Properties whose texts describe the contract to developers. */
const FOR_DEVELOPERS = /^(description|summary)$/;
/** Calls whose texts are for logs and the terminal. */
const LOGGED = /^(log|console)$/;
const SENTENCE = /^[\p{Lu}0][^\n]*\p{L} [\p{L}\d]/u;

/** Each sentence outside of a catalogue, in the rooms whose sentences are for borrowers. */
export function findUncatalogued(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !isOfTests(file) && ROOMS.some((room) => file.path.startsWith(room)))
    .filter(({ path }) => !OTHERWISE.some((place) => place.test(path)) && !/-words\.ts$/.test(path))
    .flatMap(sentencesOf);
}

function sentencesOf({ path, text, program }: SourceFile): string[] {
  const found: string[] = [];
  visit(program);
  return found;

  function visit(node: Node): void {
    if (isPassedOver(node)) return;
    const said = textOf(node);
    if (said !== undefined && SENTENCE.test(said) && !NAMES.includes(said)) {
      found.push(
        `${path}:${lineAt(text, node.start)} says “${said}”: a sentence for borrowers belongs to a catalogue (-words.ts).`,
      );
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child);
    }
  }
}

/** Types, addresses of modules, errors, logs, catalogues and what describes the contract. */
function isPassedOver(node: Node): boolean {
  if (node.type.startsWith('TS') && !/^TS(As|NonNull|Satisfies)/.test(node.type)) return true;
  if (node.type.startsWith('Import')) return true;
  if (node.type === 'ThrowStatement' || node.type === 'NewExpression') return true;
  if (node.type === 'Property') return FOR_DEVELOPERS.test(nameOf(node.key));
  if (node.type !== 'CallExpression') return false;
  if (nameOf(node.callee) === 'words') return true;
  if (node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  if (nameOf(property) === 'describe') return true;
  return LOGGED.test(nameOf(object.type === 'MemberExpression' ? object.property : object));
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return node.quasis.map(({ value }) => value.cooked).join('0');
}

function nameOf(node: Node): string {
  return node.type === 'Identifier' ? node.name : '';
}

function isNode(value: unknown): value is Node {
  return typeof (value as Node | null | undefined)?.type === 'string';
}
