import { OFFER_PARTS, type OfferPart } from '@thumba/contract/staff/offer-parts';
import type { Day } from '@thumba/lending/day';
import { formatDueDay } from '@thumba/lending/due-day-text';
import { formatKwachaShort } from '@thumba/lending/money';
import type { Product } from '@thumba/lending/product';
import { formatPercent } from '@thumba/lending/rate';
import type { Catalogue, LiveCatalogue } from '../../../book/catalogue/catalogue.ts';
import { ladderFormOf, productFormOf, rulesFormOf, scorecardFormOf } from '../../../book/catalogue/forms.ts';
import { plannedDayText } from '../../../book/catalogue/planned-day.ts';
import { describeCatalogueRefusal } from '../../../book/catalogue/refusal-text.ts';
import { askForChange, type OfferChange, withheldTerms } from '../../../book/catalogue/staff-changes.ts';
import { checkReason, REASON_NEEDED_TEXT } from '../../../book/staff-action.ts';
import { type Database, statement } from '../../../platform/database.ts';
import { fileAtDesk } from '../file-request.ts';
import { readJsonFile } from '../json-file.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run products                                     what is on offer, with all versions',
  'npm run products -- show <what>                      as JSON: a product by its number, policy, ladder, rules or scorecard',
  'npm run products -- save <what> <file> "<reason>"    asks for the next version, from such JSON: product, policy, ladder, rules or scorecard',
  'npm run products -- policy <name> "<reason>"         asks for another policy in force: microfinance or moneylender',
  'A second person approves what is asked for in the console.',
];

export const command = staffCommand({
  purpose: 'lists and shows products, policies, ladder, rules and scorecard, and asks for a change of them',
  recorded: { command: 'products', actions: ['policy', 'save'] },
  async atDesk(desk, [verb, what = '', ...words]) {
    const live = await desk.openCatalogue();
    const catalogue = await live.refresh();
    switch (verb) {
      case undefined:
        return told(...(await listLines(desk.db, catalogue)));
      case 'show':
        return show(catalogue, what);
      case 'policy':
        return ask(desk, live, { part: 'policy_in_force', content: what }, words);
      case 'save':
        return save(desk, live, what, words);
      default:
        return declined(...USAGE);
    }
  },
});

function show(catalogue: Catalogue, what: string): CommandAnswer {
  const product = catalogue.products.find(({ productId }) => String(productId) === what);
  const shown: Record<string, unknown> = {
    policy: catalogue.policy,
    ladder: ladderFormOf(catalogue.ladder),
    rules: rulesFormOf(catalogue.rules),
    scorecard: scorecardFormOf(catalogue.scorecard),
    ...(product ? { [what]: productFormOf(product) } : {}),
  };
  return Object.hasOwn(shown, what) ? told(JSON.stringify(shown[what], null, 2)) : declined(...USAGE);
}

async function save(
  desk: StaffDesk,
  catalogue: LiveCatalogue,
  what: string,
  [file = '', ...reason]: readonly string[],
): Promise<CommandAnswer> {
  const part = savedPartOf(what);
  if (part === undefined || file === '') return declined(...USAGE);
  const read = await readJsonFile(file);
  if (!read.ok) {
    const problem = read.refusal === 'no_file' ? 'there is no such file.' : 'this is not JSON.';
    return declined(`Nothing was asked for. ${file}: ${problem}`);
  }
  return ask(desk, catalogue, { part, content: read.value }, reason);
}

function savedPartOf(what: string): OfferPart | undefined {
  return OFFER_PARTS.find((part) => part === what && part !== 'policy_in_force');
}

async function ask(
  desk: StaffDesk,
  catalogue: LiveCatalogue,
  change: Omit<OfferChange, 'effectiveOn'>,
  words: readonly string[],
): Promise<CommandAnswer> {
  const reason = checkReason(words.join(' '));
  if (!reason.ok) return declined(REASON_NEEDED_TEXT);
  const asked = askForChange({ ...desk, catalogue }, { ...change, effectiveOn: null }, reason.value);
  return asked.ok
    ? fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value)
    : declined(
        `Nothing was asked for. ${describeCatalogueRefusal(asked.refusal, catalogue.current().policy)}`,
      );
}

function withheldLines(product: Product, policy: Catalogue['policy']): string[] {
  return withheldTerms(product, policy).map((term) => `  Not offered: ${term}.`);
}

const listVersionsStatement = statement<{
  part: string;
  item: string;
  version: number;
  saved_by: string;
  saved_at: Date;
  effective_on: Day | null;
  is_withdrawn: boolean;
}>(
  'catalogue: versions',
  `select part, item, version, saved_by, saved_at, effective_on, exists (select from catalogue_version w
     where w.part = 'withdrawal' and w.item = c.revision::text) as is_withdrawn
   from catalogue_version c where part <> 'withdrawal' order by part, item, version`,
);

async function listLines(db: Database, catalogue: Catalogue): Promise<string[]> {
  const versions = await db.rows(listVersionsStatement, {});
  const savesOf = (part: string, item: string) =>
    versions
      .filter((version) => version.part === part && version.item === item)
      .map(
        ({ version, saved_by: by, saved_at: at, effective_on: from, is_withdrawn: isWithdrawn }) =>
          `    version ${version}, saved ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${by}${
            from === null ? '' : `, ${isWithdrawn ? 'withdrawn, planned ' : ''}from ${plannedDayText(from)}`
          }`,
      );
  return [
    `Policy in force: ${catalogue.policy.name}`,
    ...savesOf('policy_in_force', ''),
    ...catalogue.products.flatMap((product) => [
      `${product.productId}  ${product.name}: ${amountsText(product)}, ${product.terms
        .map(({ days, instalments }) =>
          instalments === 1 ? `${days} days` : `${instalments} × ${days / instalments} days`,
        )
        .join(
          ', ',
        )}, ${formatPercent(product.dailyRate)} a day ${product.interestMethod}, fee ${formatPercent(product.serviceFeeRate)} ${product.feeMode}${
        product.dueDay ? `, due on ${formatDueDay(product.dueDay)}` : ''
      }`,
      ...withheldLines(product, catalogue.policy),
      ...savesOf('product', String(product.productId)),
    ]),
    'Ladder',
    ...savesOf('ladder', ''),
    'Rules',
    ...savesOf('rules', ''),
    'Scorecard',
    ...savesOf('scorecard', ''),
  ];
}

function amountsText({ minNgwee, maxNgwee, stepNgwee }: Product): string {
  return `${formatKwachaShort(minNgwee)} to ${formatKwachaShort(maxNgwee)} by ${formatKwachaShort(stepNgwee)}`;
}
