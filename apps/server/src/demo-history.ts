import type { Day } from '@thumba/lending/day';
import { handOverAsApproved } from './contact/arrears/staff-agency.ts';
import { startCampaignAsApproved } from './credit/coupon/staff-campaigns.ts';
import { servicingExecutors } from './credit/servicing/staff-requests.ts';
import { demoStaff, hireDemoStaff } from './demo-staff.ts';
import { openYear, type YearWish } from './demo-year/live-year.ts';
import { placementDepsOf } from './demo-year/return-suspense.ts';
import type { YearLender, YearParts } from './demo-year/year-lender.ts';
import type { YearOffice } from './demo-year/year-office.ts';
import { placementExecutors } from './money/suspense/staff-requests.ts';
import { toDate } from './platform/clock.ts';
import { isRelated } from './staff/access/relations.ts';
import { manualMatchExecutor } from './staff/request/manual-match.ts';

/** How much of a lender's life a demo begins with. */
export const HISTORY_DAYS = 365;
const PEOPLE = 2000;
const SEED = 1;

export type History = {
  /** The people of staff by their user names. They are hired on the first day. */
  staffIds: ReadonlyMap<string, number>;
  liveDay(on: Day): Promise<void>;
};

/** Opens a demo's year, which ends today. */
export async function openHistory(
  parts: YearParts,
  { today, floatNgwee, staffPassword }: { today: Day; floatNgwee: number; staffPassword: string },
  wish: Partial<YearWish> = {},
): Promise<History> {
  const year = await openYear(
    parts,
    { people: PEOPLE, days: HISTORY_DAYS, seed: SEED, today, floatNgwee, ...wish },
    (lender) => officeOf(lender, staffPassword),
  );
  const { people } = year.office;
  const staffIds = new Map([...people].map(([userName, { staffId }]) => [userName, staffId]));
  return { staffIds, liveDay: year.liveDay };
}

async function officeOf(lender: YearLender, staffPassword: string): Promise<YearOffice> {
  const hired = await hireDemoStaff(lender, staffPassword);
  if (!hired) throw new Error('the demo has people of staff before its history');
  const manualMatch = manualMatchExecutor({
    ...lender,
    onNewBatch: () => undefined,
    isRelatedStaff: (staffId, borrowerId) => isRelated(lender.db, staffId, borrowerId),
  });
  return {
    people: new Map(
      demoStaff.map(({ userName, name, role }) => [userName, { staffId: hired.get(userName)!, name, role }]),
    ),
    executors: {
      ...{ manual_match: manualMatch, ...servicingExecutors(lender) },
      ...placementExecutors({ ...lender, ...placementDepsOf(lender) }),
      agency_handover: (request, approvedBy) =>
        handOverAsApproved({ ...lender, agencies: lender.lender.collectionAgencies }, request, approvedBy),
      campaign_start: (request) =>
        startCampaignAsApproved(
          { db: lender.db, on: lender.today(), now: toDate(lender.clock.nowMs()) },
          request,
        ),
    },
  };
}
