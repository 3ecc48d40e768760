import { formatDueDay } from '@thumba/lending/due-day-text';
import { formatKwachaShort } from '@thumba/lending/money';
import { type Outcome, refuse } from '@thumba/lending/outcome';
import { brokenPolicyRules, type Product } from '@thumba/lending/product';
import { formatPercent } from '@thumba/lending/rate';
import { type Actor, catalogueActor } from '../../../book/actor.ts';
import type { Catalogue } from '../../../book/catalogue/catalogue.ts';
import {
  type CatalogueDeps,
  saveDecisionRules,
  saveLadder,
  savePolicy,
  saveProduct,
  saveScorecard,
  setPolicy,
} from '../../../book/catalogue/commands.ts';
import {
  type FormRefusal,
  ladderFormOf,
  productFormOf,
  readLadderForm,
  readPolicyForm,
  readProductForm,
  readRulesForm,
  readScorecardForm,
  rulesFormOf,
  scorecardFormOf,
} from '../../../book/catalogue/forms.ts';
import { type CatalogueRefusal, describeCatalogueRefusal } from '../../../book/catalogue/refusal-text.ts';
import { type Database, statement } from '../../../platform/database.ts';
import { readJsonFile } from '../json-file.ts';
import { staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run products                          what is on offer, with all versions',
  'npm run products -- show <what>           as JSON: a product by its number, policy, ladder, rules or scorecard',
  'npm run products -- save <what> <file>    the next version, from such JSON: product, policy, ladder, rules or scorecard',
  'npm run products -- policy <name>         puts a policy in force: microfinance or moneylender',
];

export const command = staffCommand({
  purpose: 'lists the products, and shows and saves products, policies, ladder, rules and scorecard',
  recorded: { command: 'products', actions: ['policy', 'save'] },
  async atDesk({ db, clock, staffName, openCatalogue }, [verb, what = '', file = '']) {
    const deps: CatalogueDeps = { db, clock, catalogue: await openCatalogue() };
    const actor = catalogueActor(staffName());
    switch (verb) {
      case undefined:
        return told(...(await listLines(db, await deps.catalogue.refresh())));
      case 'show':
        return show(await deps.catalogue.refresh(), what);
      case 'policy':
        return answer(deps, await setPolicy(deps, what, actor), ({ name }) =>
          linesAfterPolicy(deps, `The policy ${name} is in force.`),
        );
      case 'save':
        return save(deps, what, file, actor);
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

async function save(deps: CatalogueDeps, what: string, file: string, actor: Actor): Promise<CommandAnswer> {
  if (file === '') return declined(...USAGE);
  const read = await readJson(file);
  if (!read.ok) return answer(deps, read, () => []);
  switch (what) {
    case 'product':
      return answer(
        deps,
        await saved(readProductForm(read.value), (draft) => saveProduct(deps, draft, actor)),
        ({ productId, name, version }) => [`Saved version ${version} of product ${productId}, ${name}.`],
      );
    case 'policy':
      return answer(
        deps,
        await saved(readPolicyForm(read.value), (policy) => savePolicy(deps, policy, actor)),
        ({ name }) => linesAfterPolicy(deps, `Saved the policy ${name}.`),
      );
    case 'ladder':
      return answer(
        deps,
        await saved(readLadderForm(read.value), (rule) => saveLadder(deps, rule, actor)),
        () => ['Saved the ladder.'],
      );
    case 'rules':
      return answer(
        deps,
        await saved(readRulesForm(read.value), (rules) => saveDecisionRules(deps, rules, actor)),
        ({ version }) => [`Saved version ${version} of the rules.`],
      );
    case 'scorecard':
      return answer(
        deps,
        await saved(readScorecardForm(read.value), (scorecard) => saveScorecard(deps, scorecard, actor)),
        ({ version }) => [`Saved version ${version} of the scorecard.`],
      );
    default:
      return declined(...USAGE);
  }
}

async function readJson(file: string): Promise<Outcome<unknown, FormRefusal>> {
  const read = await readJsonFile(file);
  if (read.ok) return read;
  const message = read.refusal === 'no_file' ? 'there is no such file.' : 'this is not JSON.';
  return refuse({ kind: 'not_that_form', field: file, message });
}

async function saved<Draft, Saved, Refusal>(
  form: Outcome<Draft, FormRefusal>,
  command: (draft: Draft) => Promise<Outcome<Saved, Refusal>>,
): Promise<Outcome<Saved, Refusal | FormRefusal>> {
  return form.ok ? command(form.value) : form;
}

function answer<Saved>(
  { catalogue }: CatalogueDeps,
  outcome: Outcome<Saved, CatalogueRefusal>,
  linesOf: (saved: Saved) => string[],
): CommandAnswer {
  return outcome.ok
    ? told(...linesOf(outcome.value))
    : declined(
        `Nothing was changed. ${describeCatalogueRefusal(outcome.refusal, catalogue.current().policy)}`,
      );
}

/** Names the products that the policy withholds: nothing else shows that they are missing. */
function linesAfterPolicy({ catalogue }: CatalogueDeps, done: string): string[] {
  const { products, policy } = catalogue.current();
  return [done, ...products.flatMap((product) => withheldLines(product, policy))];
}

function withheldLines(product: Product, policy: Catalogue['policy']): string[] {
  return product.terms.flatMap((term) => {
    const rules = brokenPolicyRules({ ...product, terms: [term] }, policy);
    return rules.length === 0
      ? []
      : [`  Not offered: ${product.name}, ${term.days} days (${rules.join(', ')}).`];
  });
}

const listVersionsStatement = statement<{
  part: string;
  item: string;
  version: number;
  saved_by: string;
  saved_at: Date;
}>(
  'catalogue: versions',
  'select part, item, version, saved_by, saved_at from catalogue_version order by part, item, version',
);

async function listLines(db: Database, catalogue: Catalogue): Promise<string[]> {
  const versions = await db.rows(listVersionsStatement, {});
  const savesOf = (part: string, item: string) =>
    versions
      .filter((version) => version.part === part && version.item === item)
      .map(
        ({ version, saved_by: by, saved_at: at }) =>
          `    version ${version}, saved ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${by}`,
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
