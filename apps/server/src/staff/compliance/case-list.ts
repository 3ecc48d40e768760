import type { AlertRule } from '@thumba/contract/staff/alert-rules';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type Identity, openIdentity } from '../../people/borrower/applicant.ts';
import { type Database, statement } from '../../platform/database.ts';
import { type Page, readPage } from '../../platform/page.ts';
import type { Sealing } from '../../platform/sealing.ts';

export type CaseState = 'open' | 'suspicion' | 'no_suspicion' | 'reported';

/** Which cases are listed. `suspicion`: those whose report is not approved yet. */
export type CaseGroup = 'open' | 'suspicion' | 'decided';

export type CaseRow = {
  case_id: number;
  borrower_id: number;
  state: CaseState;
  opened_at: Date;
  alert_count: number;
  rules: AlertRule[] | null;
  report_due_on: Day | null;
  decided_at: Date | null;
  identity_sealed: Buffer | null;
  assigned_staff_id: number | null;
  assigned_user_name: string | null;
  assigned_name: string | null;
};

export const CASE_COLUMNS = `c.case_id, c.borrower_id, c.state, c.opened_at, c.alert_count, c.report_due_on, c.decided_at,
  (select array_agg(distinct a.rule order by a.rule) from payment_alert a
    where a.borrower_id = c.borrower_id and a.case_id = c.case_id) as rules,
  (select i.identity_sealed from borrower_identity i where i.borrower_id = c.borrower_id) as identity_sealed,
  c.assigned_staff_id, m.user_name as assigned_user_name, m.name as assigned_name`;

export const CASE_SOURCE = 'alert_case c left join staff_member m on m.staff_id = c.assigned_staff_id';

type ListValues = { staffId: number; limit: number; offset: number };

/** A case about the person who looks, or a relative whom they declared, is not in their list. */
const listOf = (name: string, where: string, order: string) =>
  statement<CaseRow & { total: number }, ListValues>(
    `compliance: ${name}`,
    `select ${CASE_COLUMNS}, count(*) over ()::integer as total from ${CASE_SOURCE}
     where ${where} and not is_related_staff($staffId, c.borrower_id)
     order by ${order} limit $limit offset $offset`,
  );

const listStatements: Record<CaseGroup, ReturnType<typeof listOf>> = {
  open: listOf('open cases of alerts', `c.state = 'open'`, 'c.opened_at, c.case_id'),
  suspicion: listOf('cases to report', `c.state = 'suspicion'`, 'c.report_due_on, c.case_id'),
  decided: listOf(
    'decided cases of alerts',
    `c.state in ('no_suspicion', 'reported')`,
    'c.decided_at desc, c.case_id desc',
  ),
};

/** The cases of a group: the longest wait first, and of decided ones the last decision. For compliance only. */
export async function listAlertCases(
  db: Database,
  { group, staffId, page }: { group: CaseGroup; staffId: number; page: Page },
): Promise<{ total: number; rows: CaseRow[] }> {
  return readPage(db, listStatements[group], ({ limit, offset }) => ({ staffId, limit, offset }), page);
}

export function identityOf(sealing: Sealing, row: CaseRow): Identity | undefined {
  return row.identity_sealed === null
    ? undefined
    : openIdentity(sealing, row.borrower_id, row.identity_sealed);
}

function nameOf(identity: Identity | undefined): string | null {
  return identity ? `${identity.firstName} ${identity.lastName}` : null;
}

type Clock = StaffAnswer<'listAlertCases'>['items'][number]['clock'];

/** How near the end of its clock a report is. One that was approved has none. */
function clockOf({ state, report_due_on: dueOn }: CaseRow, today: Day): Clock {
  if (state !== 'suspicion' || dueOn === null) return null;
  if (dueOn < today) return 'overdue';
  return dueOn === today ? 'due_today' : 'in_time';
}

export function shownInList(
  sealing: Sealing,
  row: CaseRow,
  today: Day,
): StaffAnswer<'listAlertCases'>['items'][number] {
  return {
    alertCaseId: row.case_id,
    borrowerId: row.borrower_id,
    borrowerName: nameOf(identityOf(sealing, row)),
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    rules: row.rules ?? [],
    alerts: row.alert_count,
    assignedTo:
      row.assigned_staff_id === null
        ? null
        : { staffId: row.assigned_staff_id, userName: row.assigned_user_name!, name: row.assigned_name! },
    reportDueOn: row.report_due_on,
    clock: clockOf(row, today),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}
