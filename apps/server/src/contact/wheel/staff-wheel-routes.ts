import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { toKwacha, ZERO } from '@thumba/lending/money';
import type { LiveCatalogue } from '../../book/catalogue/catalogue.ts';
import { describeWorth } from '../../book/coupon/staff-worth.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import type { Database } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { readWheelForm } from './publish-wheel.ts';
import { countDraws, readWheel, readWheelVersion } from './queries.ts';
import { askForWheel, costsOfWheel, type WheelRefusal } from './staff-wheel.ts';
import { describePublishRefusal } from './staff-wheel-text.ts';
import { countSpins, offersForPrizes, wheelCostInLedgerNgwee, worthsOf } from './wheel-cost.ts';

export type WheelStaffDeps = {
  db: Database;
  catalogue: LiveCatalogue;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  openWheelRequest(): Promise<StaffAnswer<'getWheel'>['waiting']>;
};

/** The wheel as staff see it, and another one by two people. */
export function registerWheelStaffRoutes(server: StaffServer, deps: WheelStaffDeps): void {
  const { db, today } = deps;
  const partsOf = () => ({ db, catalogue: deps.catalogue.current(), on: today() });

  serveStaff(server, 'getWheel', async () => {
    const parts = partsOf();
    const [wheel, form, version] = await Promise.all([
      readWheel(db),
      readWheelForm(db),
      readWheelVersion(db),
    ]);
    if (!wheel || !form || !version) return NOT_FOUND;
    const [counts, offers, spins, costNgwee, costs, waiting] = await Promise.all([
      countDraws(db),
      offersForPrizes(db),
      countSpins(db, parts.on),
      wheelCostInLedgerNgwee(db),
      costsOfWheel(parts, form.prizes),
      deps.openWheelRequest(),
    ]);
    const worths = worthsOf(offers, parts.catalogue, parts.on);
    return done({
      ...version,
      savedAt: version.savedAt.toISOString(),
      costPerSpin: toKwacha(costs.perSpinNgwee),
      costPerMonth: toKwacha(costs.perMonthNgwee),
      chanceOccasions: form.chanceOccasions,
      chanceDays: form.chanceDays,
      ...spins,
      cost: toKwacha(costNgwee),
      prizes: form.prizes.map((prize, index) => ({
        ...prize,
        left: wheel.prizes[index]!.left,
        drawn: counts[index]!.drawn,
        given: counts[index]!.given,
        greatestWorth: toKwacha(prize.offer === null ? ZERO : (worths.get(prize.offer) ?? ZERO)),
      })),
      offers: offers.map(({ code, name, worth }) => ({
        code,
        text: `${name}: ${describeWorth(worth)}`,
        greatestWorth: toKwacha(worths.get(code) ?? ZERO),
      })),
      waiting,
    });
  });

  serveStaff(server, 'previewWheel', async ({ body }) => {
    const parts = partsOf();
    const [asked, costs] = await Promise.all([
      askForWheel(parts, body, 'a preview'),
      costsOfWheel(parts, body.prizes),
    ]);
    return done({
      problem:
        asked.ok || asked.refusal.kind === 'nothing_different' ? null : describePublishRefusal(asked.refusal),
      costPerSpin: toKwacha(costs.perSpinNgwee),
      costPerMonth: toKwacha(costs.perMonthNgwee),
      preview: asked.ok ? requestPreview(asked.value) : null,
    });
  });

  serveStaff(server, 'askForWheel', async ({ body }, { person, note }) => {
    const { reason, digest, ...form } = body;
    note({ prizes: form.prizes.length });
    const asked = await askForWheel(partsOf(), form, reason);
    if (!asked.ok) return refusalOf(asked.refusal);
    return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
  });
}

function refusalOf(refusal: WheelRefusal): Reply<never> {
  const sentence =
    refusal.kind === 'nothing_different' ? 'This is the wheel of now.' : describePublishRefusal(refusal);
  return refused(409, sentence, { reason: refusal.kind });
}
