import type { AlertRule } from '@thumba/contract/staff/alert-rules';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { readStaffNames } from '../../book/staff-names.ts';
import type { AskedRequest } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { lookedThrough } from './look-at-payments.ts';
import { askForRule, subjectOfRule } from './rule-requests.ts';
import { listVersions } from './rule-versions.ts';

type OpenRequest = StaffAnswer<'getAlertRules'>['items'][number]['openRequest'];

export type RuleDeps = {
  db: Database;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The request for another version of a rule that is not done yet. */
  openRequestOf(subject: string): Promise<OpenRequest>;
};

/** The rules of alerts, which two people change. */
export function registerRuleRoutes(server: StaffServer, deps: RuleDeps): void {
  const { db } = deps;

  serveStaff(server, 'getAlertRules', async () => {
    const rules = await listVersions(db);
    const saved = rules.flatMap(({ versions }) => versions);
    const nameOf = await readStaffNames(
      db,
      saved.flatMap(({ savedBy, approvedBy }) => [savedBy, ...(approvedBy ? [approvedBy] : [])]),
    );
    const items = rules.map(async ({ rule, versions }) => ({
      rule,
      openRequest: await openRequestOf(deps, rule),
      versions: versions.map(({ version, isOn, values, savedBy, approvedBy, savedAt }) => ({
        ...{ version, isOn, values, savedAt: savedAt.toISOString() },
        savedBy: nameOf(savedBy),
        approvedBy: approvedBy === null ? null : nameOf(approvedBy),
      })),
    }));
    const looked = await lookedThrough(db);
    return done({ items: await Promise.all(items), lookedThrough: looked?.toISOString() ?? null });
  });

  serveStaff(server, 'changeAlertRule', async ({ body }, { person, note }) => {
    const { reason, ...change } = body;
    note({ rule: change.rule, isOn: change.isOn, values: change.values });
    const asked = await askForRule(db, change, reason);
    if (asked.ok) return deps.fileRequest(asked.value, person);
    const { kind, sentence } = asked.refusal;
    return refused(kind === 'values' ? 400 : 409, sentence, { reason: kind });
  });
}

function openRequestOf(deps: RuleDeps, rule: AlertRule): Promise<OpenRequest> {
  return deps.openRequestOf(subjectOfRule(rule));
}
