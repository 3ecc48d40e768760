import { openRequestOn } from './back-office-money.ts';
import { type BureauRouteDeps, registerBureauRoutes } from './contact/bureau/staff-routes.ts';
import { type ListDeps, registerListRoutes } from './people/screening/staff-list-routes.ts';
import { type CaseDeps, registerCaseRoutes } from './people/screening/staff-routes.ts';
import { type Database, statement } from './platform/database.ts';
import type { StaffRecord, StaffServer } from './platform/serve-staff.ts';
import { type ReportDeps, registerReportRoutes } from './staff/compliance/report-routes.ts';
import { registerAlertCaseRoutes } from './staff/compliance/routes.ts';
import { type RuleDeps, registerRuleRoutes } from './staff/compliance/rule-routes.ts';

/** Hits on lists, alerts on payments, their cases, reports of a suspicion, and what a credit bureau is told. */
export function registerComplianceRoutes(
  server: StaffServer,
  deps: ReportDeps & CaseDeps & ListDeps & BureauRouteDeps & Pick<RuleDeps, 'fileRequest'>,
): void {
  registerCaseRoutes(server, deps);
  registerListRoutes(server, deps);
  registerAlertCaseRoutes(server, deps);
  registerReportRoutes(server, deps);
  registerBureauRoutes(server, deps);
  registerRuleRoutes(server, {
    ...deps,
    openRequestOf: (subject) => openRequestOn(deps, { kind: 'alert_rule_change', subject }),
  });
}

const findAlertCaseStatement = statement<{ borrower_id: number }, { caseId: number }>(
  'back office: find the borrower of a case of alerts',
  'select borrower_id from alert_case where case_id = $caseId',
);

export async function findAlertCase(db: Database, id: number): Promise<StaffRecord | undefined> {
  const row = await db.row(findAlertCaseStatement, { caseId: id });
  return row && { kind: 'alert_case', id, borrowerId: row.borrower_id };
}
