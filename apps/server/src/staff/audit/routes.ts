import { staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { personOf } from '../../book/actor.ts';
import type { Database } from '../../platform/database.ts';
import { done } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { type KeptEntry, searchAudit } from './search-audit.ts';

const calls = Object.entries(staffCalls) as [string, StaffCallDefinition][];

/** That a borrower is in a case is known to compliance alone, so the entries of these calls are, too. */
const CASE_CALLS = calls
  .filter(([, { access }]) => ['seeCases', 'decideCases', 'checkCases'].includes(access))
  .map(([name]) => name);

const AUDITED_CALLS = calls
  .filter(([, { audit }]) => audit !== 'none')
  .map(([call, { summary }]) => ({ call, summary }))
  .toSorted((one, other) => one.summary.localeCompare(other.summary, 'en'));

const hiddenFrom = ({ permissions }: StaffPerson) => (permissions.includes('seeCases') ? [] : CASE_CALLS);

/** The audit for those who may read it. That they read it is in the audit, too. */
export function registerAuditRoutes(server: StaffServer, { db }: { db: Database }): void {
  serveStaff(server, 'searchAudit', async ({ query }, { person }) => {
    const { entries, isMore } = await searchAudit(db, { ...query, hiddenCalls: hiddenFrom(person) });
    return done({ items: entries.map(shown), isMore });
  });

  serveStaff(server, 'listAuditCalls', (_, { person }) => {
    const hiddenCalls = hiddenFrom(person);
    return done({ items: AUDITED_CALLS.filter(({ call }) => !hiddenCalls.includes(call)) });
  });
}

function shown(entry: KeptEntry): StaffAnswer<'searchAudit'>['items'][number] {
  const { entryId, call, outcome, borrowerId, subjectKind, subjectId, detail, reference } = entry;
  return {
    entryId,
    at: entry.at.toISOString(),
    userName: personOf(entry.actor),
    name: entry.name,
    call,
    summary: (staffCalls as Record<string, { summary: string }>)[call]?.summary ?? call,
    outcome,
    borrowerId,
    subject: subjectKind === null ? null : `${subjectKind} ${subjectId}`,
    detail,
    reference,
  };
}
