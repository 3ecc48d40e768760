import { HANDOVER_FROM_DAYS } from '@thumba/lending/agency-handover';
import { addDays, type Day } from '@thumba/lending/day';
import { makeAgencyFile, recall } from '../contact/arrears/agency.ts';
import { askForHandover } from '../contact/arrears/staff-agency.ts';
import { statement } from '../platform/database.ts';
import type { YearLender } from './year-lender.ts';
import type { YearLife } from './year-life.ts';
import { agreeByTwo, type YearOffice } from './year-office.ts';

const MAKER = 'kondwani';
const CHECKER = 'mubita';
const DAYS_BETWEEN = 7;
/** Of so many loans that were handed over one is taken back. */
const RECALLED_ONE_OF = 2;
const RECALLED_AFTER_DAYS = 7;

const listLateStatement = statement<
  { borrower_id: number; loan_id: number },
  { fromOn: Day; throughOn: Day }
>(
  'demo year: loans for an agency',
  `select borrower_id, loan_id from arrears_work
   where ended_on is null and late_since_on between $fromOn::date and $throughOn::date order by loan_id`,
);

const listPlacedStatement = statement<
  { borrower_id: number; loan_id: number },
  { fromOn: Day; throughOn: Day }
>(
  'demo year: loans at an agency',
  `select borrower_id, loan_id from agency_placement
   where ended_on is null and placed_on between $fromOn::date and $throughOn::date order by loan_id`,
);

/**
 * Each week two people hand loans that are late enough to the agency of the demo, and one person takes some back. Then
 * the agency gets its file. Who is taken back is not drawn, so that what a borrower draws for payments stays the same.
 */
export async function workWithAgency(
  lender: YearLender,
  office: YearOffice,
  lives: ReadonlyMap<number, YearLife>,
): Promise<void> {
  const agencies = lender.lender.collectionAgencies;
  const [agency] = agencies;
  if (agency === undefined) return;
  const today = lender.today();
  const by = { staffId: office.people.get(MAKER)!.staffId, userName: MAKER };
  const weekBefore = (days: number) => ({
    fromOn: addDays(today, 1 - days - DAYS_BETWEEN),
    throughOn: addDays(today, -days),
  });
  const late = await lender.db.rows(listLateStatement, weekBefore(HANDOVER_FROM_DAYS));
  for (const { borrower_id: borrowerId, loan_id: loanId } of late) {
    if (!lives.has(borrowerId)) continue;
    const reason = 'Does not answer our calls, and no promise was kept';
    const asked = await askForHandover({ ...lender, agencies }, { borrowerId, loanId, agency }, reason);
    if (!asked.ok) continue;
    await agreeByTwo(lender, office, asked.value, {
      maker: MAKER,
      checker: CHECKER,
      reason: 'Seen the calls',
    });
  }
  for (const row of await lender.db.rows(listPlacedStatement, weekBefore(RECALLED_AFTER_DAYS))) {
    const { borrower_id: borrowerId, loan_id: loanId } = row;
    if ((lives.get(borrowerId)?.person.number ?? 0) % RECALLED_ONE_OF !== 1) continue;
    await recall(lender, { borrowerId, loanId }, { reason: 'The borrower came to the office', by });
  }
  await makeAgencyFile(lender, agency, by);
}
