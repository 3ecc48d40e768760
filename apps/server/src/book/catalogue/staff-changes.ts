import { isDeepStrictEqual } from 'node:util';
import type { OfferPart } from '@thumba/contract/staff/offer-parts';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { brokenPolicyRules, type Policy, type Product } from '@thumba/lending/product';
import { statement } from '../../platform/database.ts';
import { catalogueActor, personOf } from '../actor.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../staff-request.ts';
import type { Catalogue, PlannedVersion, Saver } from './catalogue.ts';
import { asJson, changedFields } from './changed-fields.ts';
import {
  type CatalogueDeps,
  type Decided,
  decideFor,
  nextDecisionRules,
  nextLadder,
  nextPolicy,
  nextPolicyInForce,
  nextProduct,
  nextScorecard,
  plannedOf,
  saveNext,
  withdrawPlanned,
} from './commands.ts';
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
} from './forms.ts';
import { countingForm, formOf, subjectOfItem, titleOfItem } from './items.ts';
/**
 * A part of the offer as staff write it: the JSON of `npm run products -- show`. `effectiveOn` is the business day from which
 * it counts; `null`: from when it is approved.
 */
import { plannedDayText } from './planned-day.ts';
import { type CatalogueRefusal, describeCatalogueRefusal } from './refusal-text.ts';

export type OfferChange = { part: OfferPart; content: unknown; effectiveOn: Day | null };

/** What a change leads to: the part before and after it as staff read it, and the sentence that says that it is done. */
type Planned = Decided<unknown> & {
  title: string;
  subject: string;
  before: unknown;
  after: unknown;
  sentence: string;
};

const ABOUT_NO_BORROWER = { borrowerId: null, loanId: null, ofStaffId: null, message: null };

/** What a second person is asked for: the next version of a part of the offer. Rule: docs/rules/products.md. */
export function askForChange(
  deps: Pick<CatalogueDeps, 'catalogue' | 'today'>,
  change: OfferChange,
  reason: string,
): Outcome<AskedRequest, CatalogueRefusal> {
  const { effectiveOn } = change;
  const planned = decideFor(deps, effectiveOn, (catalogue) => plan(catalogue, change));
  if (!planned.ok) return planned;
  const { title, subject, before, after, saved } = planned.value;
  const effect = changedFields(before, after);
  if (effect.length === 0) return refuse({ kind: 'nothing_different' });
  const catalogue = effectiveOn === null ? deps.catalogue.current() : deps.catalogue.on(effectiveOn);
  const from =
    effectiveOn === null ? [] : [{ title: COUNTS_FROM, before: null, after: plannedDayText(effectiveOn) }];
  return allow({
    ...ABOUT_NO_BORROWER,
    kind: 'offer_change',
    title: effectiveOn === null ? title : `${title}, from ${plannedDayText(effectiveOn)}`,
    subject,
    payload: { ...change, seen: asJson({ before, after }) },
    effect: [...from, ...effect, ...withheldBy(catalogue, change.part, saved)],
    reason,
  });
}

const COUNTS_FROM = 'Counts from';

type Withdrawal = Pick<PlannedVersion, 'part' | 'item' | 'version'>;

/** What a second person is asked for: that a planned version is taken back before its day. */
export function askForWithdrawal(
  { catalogue }: Pick<CatalogueDeps, 'catalogue'>,
  wanted: Withdrawal,
  reason: string,
): Outcome<AskedRequest, CatalogueRefusal> {
  const newest = catalogue.current();
  const planned = plannedOf(newest, wanted);
  if (planned?.version !== wanted.version) return refuse({ kind: 'not_planned' });
  const { part, item, version, effectiveOn } = planned;
  const changes = changedFields(countingForm(newest, planned), formOf(part, planned));
  return allow({
    ...ABOUT_NO_BORROWER,
    kind: 'offer_change',
    title: `${titleOfItem(planned)}: withdraw version ${version}, planned from ${plannedDayText(effectiveOn)}`,
    subject: subjectOfItem({ part, item }),
    payload: { withdraws: { part, item, version } },
    effect: [
      { title: COUNTS_FROM, before: plannedDayText(effectiveOn), after: null },
      ...changes.map(({ title, before, after }) => ({ title, before: after, after: before })),
    ],
    reason,
  });
}

/** The part of the offer that a request is about. Null: it is about another thing. */
export function offerPartOf({ kind, payload }: Pick<AskedRequest, 'kind' | 'payload'>): OfferPart | null {
  if (kind !== 'offer_change') return null;
  const { part, withdraws } = payload as { part?: OfferPart; withdraws?: Withdrawal };
  return part ?? withdraws?.part ?? null;
}

const isSavedStatement = statement<{ is_saved: boolean }, { requestId: number }>(
  'catalogue: whether a request is saved',
  'select exists (select from catalogue_version where request_id = $requestId) as is_saved',
);

/** Saves the change that was approved, unless its part was changed since. A second time it finds that it is saved. */
export async function changeAsApproved(
  deps: CatalogueDeps,
  { requestId, madeBy, payload, title }: ApprovedRequest,
): Promise<Execution> {
  if (await isSaved(deps, requestId)) return { isDone: true, sentence: `Saved: ${title}.` };
  const by = { savedBy: catalogueActor(personOf(madeBy)), requestId };
  const saved =
    'withdraws' in payload
      ? await withdraw(deps, by, payload.withdraws as Withdrawal)
      : await saveAsSeen(deps, by, payload as AskedChange);
  return saved.ok
    ? { isDone: true, sentence: saved.value }
    : {
        isDone: false,
        sentence: describeCatalogueRefusal(saved.refusal, deps.catalogue.current().policy),
      };
}

/** A request of an earlier version names no day. */
type AskedChange = Omit<OfferChange, 'effectiveOn'> & { effectiveOn?: Day | null; seen: unknown };

function saveAsSeen(
  deps: CatalogueDeps,
  by: Saver,
  { seen, effectiveOn = null, ...change }: AskedChange,
): Promise<Outcome<string, CatalogueRefusal>> {
  return saveNext<string, CatalogueRefusal>(deps, { ...by, effectiveOn }, (catalogue) => {
    const planned = plan(catalogue, change);
    if (!planned.ok) return planned;
    const { entry, before, after, sentence } = planned.value;
    if (!isDeepStrictEqual(asJson({ before, after }), seen)) return refuse({ kind: 'changed_since_asked' });
    const from = effectiveOn === null ? '' : ` It counts from ${plannedDayText(effectiveOn)}.`;
    return allow({ entry, saved: sentence + from });
  });
}

async function withdraw(
  deps: CatalogueDeps,
  by: Saver,
  wanted: Withdrawal,
): Promise<Outcome<string, CatalogueRefusal>> {
  const withdrawn = await withdrawPlanned(deps, by, wanted);
  if (!withdrawn.ok) return withdrawn;
  return allow(`Version ${wanted.version} is withdrawn. What counts today stays.`);
}

async function isSaved({ db }: CatalogueDeps, requestId: number): Promise<boolean> {
  return (await db.row(isSavedStatement, { requestId }))!.is_saved;
}

function plan(
  catalogue: Catalogue,
  { part, content }: Pick<OfferChange, 'part' | 'content'>,
): Outcome<Planned, CatalogueRefusal> {
  switch (part) {
    case 'product':
      return planProduct(catalogue, content);
    case 'policy':
      return withDescription(
        read(readPolicyForm(content), (policy) => nextPolicy(policy)),
        ({ name }) => ({
          title: `Policy ${name}`,
          subject: `policy ${name}`,
          before: catalogue.policies.find((policy) => policy.name === name) ?? null,
          after: (policy) => policy,
          sentence: `Saved the policy ${name}.`,
        }),
      );
    case 'policy_in_force':
      return withDescription(nextPolicyInForce(catalogue, String(content)), ({ name }) => ({
        title: `Policy in force: ${name}`,
        subject: 'policy in force',
        before: catalogue.policy,
        after: (policy) => policy,
        sentence: `The policy ${name} is in force.`,
      }));
    case 'ladder':
      return withDescription(
        read(readLadderForm(content), (rule) => nextLadder(rule)),
        () => ({
          title: 'Limit ladder',
          subject: 'ladder',
          before: ladderFormOf(catalogue.ladder),
          after: ladderFormOf,
          sentence: 'Saved the ladder.',
        }),
      );
    case 'rules':
      return withDescription(
        read(readRulesForm(content), (rules) => nextDecisionRules(catalogue, rules)),
        ({ version }) => ({
          title: 'Decision rules',
          subject: 'rules',
          before: rulesFormOf(catalogue.rules),
          after: rulesFormOf,
          sentence: `Saved version ${version} of the rules.`,
        }),
      );
    case 'scorecard':
      return withDescription(
        read(readScorecardForm(content), (scorecard) => nextScorecard(catalogue, scorecard)),
        ({ version }) => ({
          title: 'Scorecard',
          subject: 'scorecard',
          before: scorecardFormOf(catalogue.scorecard),
          after: scorecardFormOf,
          sentence: `Saved version ${version} of the scorecard.`,
        }),
      );
  }
}

function planProduct(catalogue: Catalogue, content: unknown): Outcome<Planned, CatalogueRefusal> {
  const decided = read(readProductForm(content), (draft) => nextProduct(catalogue, draft));
  return withDescription(decided, ({ productId, name, version }) => {
    const before = catalogue.products.find((product) => product.productId === productId);
    return {
      title: before ? `Product ${productId}, ${name}: version ${version}` : `New product ${name}`,
      subject: before ? `product ${productId}` : `product ${name}`,
      before: before ? productFormOf(before) : null,
      after: productFormOf,
      sentence: `Saved version ${version} of product ${productId}, ${name}.`,
    };
  });
}

function read<Form, Saved, Refusal>(
  form: Outcome<Form, FormRefusal>,
  next: (form: Form) => Outcome<Decided<Saved>, Refusal>,
): Outcome<Decided<Saved>, Refusal | FormRefusal> {
  return form.ok ? next(form.value) : form;
}

type Description<Saved> = Omit<Planned, keyof Decided<unknown> | 'after'> & { after(saved: Saved): unknown };

function withDescription<Saved>(
  decided: Outcome<Decided<Saved>, CatalogueRefusal>,
  describe: (saved: Saved) => Description<Saved>,
): Outcome<Planned, CatalogueRefusal> {
  if (!decided.ok) return decided;
  const description = describe(decided.value.saved);
  return allow({ ...decided.value, ...description, after: description.after(decided.value.saved) });
}

/** The terms that are not offered any more because of a policy. */
function withheldBy(catalogue: Catalogue, part: OfferPart, saved: unknown): EffectLine[] {
  const { products, policy: before } = catalogue;
  if (part !== 'policy' && part !== 'policy_in_force') return [];
  const after = saved as Policy;
  if (part === 'policy' && after.name !== before.name) return [];
  const textOf = (policy: Policy) =>
    products.flatMap((product) => withheldTerms(product, policy)).join('; ') || 'nothing';
  return [{ title: 'Not offered under the policy', before: textOf(before), after: textOf(after) }];
}

/** "Quick loan, 30 days (fees_not_allowed)": each term that a policy withholds, with the rules that it breaks. */
export function withheldTerms(product: Product, policy: Policy): string[] {
  return product.terms.flatMap((term) => {
    const rules = brokenPolicyRules({ ...product, terms: [term] }, policy);
    return rules.length === 0 ? [] : [`${product.name}, ${term.days} days (${rules.join(', ')})`];
  });
}
