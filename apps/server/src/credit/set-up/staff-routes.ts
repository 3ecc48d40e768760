import { OFFER_PARTS, type OfferPart } from '@thumba/contract/staff/offer-parts';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { parseKwacha } from '@thumba/lending/money';
import { type CatalogueDeps, freeTermId } from '../../book/catalogue/commands.ts';
import { formOf, subjectOfItem, titleOfItem } from '../../book/catalogue/items.ts';
import { describeCatalogueRefusal } from '../../book/catalogue/refusal-text.ts';
import { askForChange, askForWithdrawal, withheldTerms } from '../../book/catalogue/staff-changes.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type DraftDeps, estimateDraft } from './draft.ts';
import { problemsOf } from './problems.ts';
import {
  changeOf,
  itemShown,
  lineOf,
  listVersions,
  standingVersions,
  type VersionRow,
} from './read-versions.ts';
import { countUntouched } from './untouched.ts';

type Waiting = StaffAnswer<'getOfferItem'>['waiting'];

export type SetUpRouteDeps = CatalogueDeps &
  DraftDeps & {
    fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
    /** The numbers of the requests for changes of the offer that are not done yet, by what they are about. */
    openChanges(): Promise<Map<string, number>>;
    openChangeOn(subject: string): Promise<Waiting>;
  };

const REASON_OF_PREVIEW = 'a preview';

/** What the lender offers and decides by: what counts, what is planned, and what a change would do. */
export function registerSetUpRoutes(server: StaffServer, deps: SetUpRouteDeps): void {
  registerReads(server, deps);
  registerChanges(server, deps);
  registerWithdrawals(server, deps);

  serveStaff(server, 'estimateProduct', async ({ body }) => {
    const { content, termId, amount, effectiveOn } = body;
    const draft = {
      content,
      termId,
      amountNgwee: parseKwacha(amount)!,
      effectiveOn: effectiveOn as Day | null,
    };
    const estimated = estimateDraft(deps, draft);
    if (estimated.ok) return done(estimated.value);
    const { refusal } = estimated;
    switch (refusal.kind) {
      case 'unknown_term':
      case 'amount_below_minimum':
      case 'amount_above_maximum':
      case 'amount_not_on_step':
        return replyToRefusal(refusal);
      default:
        return refused(400, describeCatalogueRefusal(refusal, deps.catalogue.current().policy), {
          reason: refusal.kind,
        });
    }
  });
}

function registerReads(server: StaffServer, deps: SetUpRouteDeps): void {
  const { db, catalogue, today } = deps;

  serveStaff(server, 'listOfferItems', async () => {
    await catalogue.refresh();
    const [rows, waiting] = await Promise.all([standingVersions(db, today()), deps.openChanges()]);
    const items = [...Map.groupBy(rows, (row) => `${row.part} ${row.item}`).values()]
      .map((of) => ({ of, first: of[0]! }))
      .toSorted((a, b) => orderOf(a.first) - orderOf(b.first) || a.first.item.localeCompare(b.first.item));
    return done({
      businessDate: today(),
      policyInForce: catalogue.current().policy.name,
      items: items.map(({ of, first }) => ({
        part: first.part,
        item: itemShown(first),
        title: titleOfItem(first),
        running: lineIn(of, 'running'),
        planned: lineIn(of, 'planned'),
        waitingRequestId: waiting.get(subjectOfItem(first)) ?? null,
        withheld: withheldIn(deps, first),
      })),
    });
  });

  serveStaff(server, 'getOfferItem', async ({ params }) => {
    await catalogue.refresh();
    const item = itemIn(params);
    const rows = await standingVersions(db, today(), item);
    const [first] = rows;
    if (!first) return NOT_FOUND;
    const running = rows.find(({ state }) => state === 'running');
    const planned = rows.find(({ state }) => state === 'planned');
    const [waiting, untouched] = await Promise.all([
      deps.openChangeOn(subjectOfItem(first)),
      countUntouched(db, item.part === 'product' ? Number(item.item) : null),
    ]);
    return done({
      businessDate: today(),
      title: titleOfItem(first),
      running: running ? { ...lineOf(running), content: formOf(running.part, running) } : null,
      planned: planned ? { ...changeOf(planned), content: formOf(planned.part, planned) } : null,
      waiting,
      withheld: withheldIn(deps, first),
      freeTermId: freeTermId(catalogue.current()),
      untouched,
    });
  });

  serveStaff(server, 'listOfferVersions', async ({ params, query: { before, pageSize } }) => {
    const limit = pageSize + 1;
    const rows = await listVersions(db, { ...itemIn(params), before: before ?? null, limit, today: today() });
    const items = rows.slice(0, pageSize).map((row) => changeOf(row));
    return done({ items, next: rows.length > pageSize ? items.at(-1)!.version : null });
  });
}

function registerChanges(server: StaffServer, deps: SetUpRouteDeps): void {
  serveStaff(server, 'previewOfferChange', async ({ body }) => {
    await deps.catalogue.refresh();
    const change = { part: body.part, content: body.content, effectiveOn: body.effectiveOn as Day | null };
    const asked = askForChange(deps, change, REASON_OF_PREVIEW);
    if (asked.ok) return done({ problems: [], preview: requestPreview(asked.value) });
    const problems =
      asked.refusal.kind === 'nothing_different' ? [] : problemsOf(deps, change, asked.refusal);
    return done({ problems, preview: null });
  });

  serveStaff(server, 'askForOfferChange', async ({ body }, { person, note }) => {
    const { part, content, reason, digest } = body;
    const effectiveOn = body.effectiveOn as Day | null;
    note({ part, effectiveOn });
    await deps.catalogue.refresh();
    const asked = askForChange(deps, { part, content, effectiveOn }, reason);
    if (!asked.ok) {
      const [first] = problemsOf(deps, { part, content, effectiveOn }, asked.refusal);
      return refused(409, first!, { reason: asked.refusal.kind });
    }
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

function registerWithdrawals(server: StaffServer, deps: SetUpRouteDeps): void {
  const { catalogue } = deps;
  const ask = async (params: { part: OfferPart; item: string }, version: number, reason: string) => {
    await catalogue.refresh();
    const asked = askForWithdrawal(deps, { ...itemIn(params), version }, reason);
    return asked.ok
      ? asked
      : {
          ok: false as const,
          reply: refused(409, describeCatalogueRefusal(asked.refusal, catalogue.current().policy), {
            reason: asked.refusal.kind,
          }),
        };
  };

  serveStaff(server, 'previewOfferWithdrawal', async ({ params, body }) => {
    const asked = await ask(params, body.version, REASON_OF_PREVIEW);
    return asked.ok ? done(requestPreview(asked.value)) : asked.reply;
  });

  serveStaff(server, 'askForOfferWithdrawal', async ({ params, body }, { person, note }) => {
    const { version, reason, digest } = body;
    note({ part: params.part, item: params.item, version });
    const asked = await ask(params, version, reason);
    if (!asked.ok) return asked.reply;
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

const orderOf = ({ part }: Pick<VersionRow, 'part'>): number => OFFER_PARTS.indexOf(part);

function lineIn(rows: readonly VersionRow[], state: VersionRow['state']): ReturnType<typeof lineOf> | null {
  const row = rows.find((candidate) => candidate.state === state);
  return row ? lineOf(row) : null;
}

function itemIn({ part, item }: { part: OfferPart; item: string }): { part: OfferPart; item: string } {
  return { part, item: item === part ? '' : item };
}

/** The terms of a product that the policy in force does not allow. */
function withheldIn({ catalogue }: SetUpRouteDeps, { part, item }: VersionRow): string[] {
  const { products, policy } = catalogue.current();
  if (part !== 'product') return [];
  return products
    .filter(({ productId }) => String(productId) === item)
    .flatMap((product) => withheldTerms(product, policy));
}
