import { type Day, formatDayCount } from '@thumba/lending/day';
import { formatKwacha, type Ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Catalogue } from '../../book/catalogue/catalogue.ts';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import {
  checkWheel,
  NUMBERS,
  type PublishRefusal,
  publishWheel,
  readWheelForm,
  type WheelForm,
} from './publish-wheel.ts';
import { readWheel } from './queries.ts';
import { describePublishRefusal } from './staff-wheel-text.ts';
import { countSpins, expectedCostNgwee, offersForPrizes, worthsOf } from './wheel-cost.ts';

export type WheelParts = { db: Database; catalogue: Catalogue; on: Day };

export type WheelRefusal = PublishRefusal | { kind: 'nothing_different' };

export type WheelCosts = { perSpinNgwee: Ngwee; perMonthNgwee: Ngwee };

/** What a wheel costs a spin, and for the spins of the last 30 days. */
export async function costsOfWheel(
  { db, catalogue, on }: WheelParts,
  prizes: WheelForm['prizes'],
): Promise<WheelCosts> {
  const [offers, { spinsOfMonth }] = await Promise.all([offersForPrizes(db), countSpins(db, on)]);
  const worths = worthsOf(offers, catalogue, on);
  return {
    perSpinNgwee: expectedCostNgwee(prizes, worths, 1),
    perMonthNgwee: expectedCostNgwee(prizes, worths, spinsOfMonth),
  };
}

/** What a second person is asked for: the next version of the wheel, beside the one that runs. */
export async function askForWheel(
  parts: WheelParts,
  form: WheelForm,
  reason: string,
): Promise<Outcome<AskedRequest, WheelRefusal>> {
  const checked = await checkWheel(parts.db, form);
  if (!checked.ok) return checked;
  const [before, standing] = await Promise.all([readWheelForm(parts.db), readWheel(parts.db)]);
  const lines = changedLines(before, form);
  if (lines.length === 0) return refuse({ kind: 'nothing_different' });
  const [old, next] = await Promise.all([
    costsOfWheel(parts, before?.prizes ?? []),
    costsOfWheel(parts, form.prizes),
  ]);
  const seenVersion = standing?.version ?? 0;
  return allow({
    kind: 'wheel_change',
    title: `Wheel: version ${seenVersion + 1}`,
    subject: WHEEL_SUBJECT,
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { form, seenVersion },
    effect: [
      ...lines,
      {
        title: 'Cost of a spin, at most',
        before: formatKwacha(old.perSpinNgwee),
        after: formatKwacha(next.perSpinNgwee),
      },
      {
        title: COST_OF_SPINS,
        before: formatKwacha(old.perMonthNgwee),
        after: formatKwacha(next.perMonthNgwee),
      },
    ],
    figuresOfNow: [COST_OF_SPINS],
    message: null,
    reason,
  });
}

const COST_OF_SPINS = 'Cost of the spins of 30 days, at most';

/** One request for another wheel waits at a time. */
export const WHEEL_SUBJECT = 'wheel';

function changedLines(before: WheelForm | undefined, after: WheelForm): EffectLine[] {
  const [old, next] = [before ? linesOf(before) : new Map<string, string>(), linesOf(after)];
  return [...new Set([...old.keys(), ...next.keys()])]
    .map((title) => ({ title, before: old.get(title) ?? 'none', after: next.get(title) ?? 'none' }))
    .filter((line) => line.before !== line.after);
}

const ODDS_IN_PERCENT = NUMBERS / 100;

function linesOf({ chanceOccasions, chanceDays, prizes }: WheelForm): Map<string, string> {
  return new Map([
    ['A chance is given for', chanceOccasions.toSorted().join(', ').replaceAll('_', ' ') || 'nothing'],
    ['A chance lasts', formatDayCount(chanceDays)],
    ...prizes.map(
      ({ offer, odds, stock }, index) =>
        [
          titleOf(prizes, index),
          `${odds / ODDS_IN_PERCENT}% of spins, ${offer === null ? 'no coupon' : `a coupon ${offer}`}${
            stock === null ? '' : `, ${stock} of them`
          }`,
        ] as const,
    ),
  ]);
}

/** A wheel from before may have a name twice: each of its prizes has a line all the same. */
function titleOf(prizes: WheelForm['prizes'], index: number): string {
  const { name } = prizes[index]!;
  const place = prizes.slice(0, index + 1).filter((prize) => prize.name === name).length;
  return place === 1 ? `Prize ${name}` : `Prize ${name}, number ${place} of this name`;
}

/** Publishes the wheel that was approved, unless another one was published since. A second time it finds it. */
export async function publishWheelAsApproved(
  deps: { db: Database; clock: Clock },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { form, seenVersion } = payload as { form: WheelForm; seenVersion: number };
  const published = await publishWheel(deps, form, { requestId, publishedBy: madeBy, seenVersion });
  return published.ok
    ? {
        isDone: true,
        sentence: `Borrowers spin version ${published.value.version} of the wheel from now on.`,
      }
    : { isDone: false, sentence: describePublishRefusal(published.refusal) };
}
