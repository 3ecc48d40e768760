import { OFFICER_WORK, type OfficerWork } from '@thumba/contract/staff/monitoring-kinds';
import { staffActor } from '../../book/actor.ts';
import { done, NOT_FOUND } from '../../platform/reply.ts';
import type { StaffServer } from '../../platform/serve-staff.ts';
import { serveStaffReport } from '../../platform/serve-staff-report.ts';
import { BEFORE_ALL, pageOf } from './counts.ts';
import { findMember, listWork, readMembers, readOfficersWork } from './officers.ts';
import type { Reports } from './reports.ts';

export function registerOfficerRoutes(server: StaffServer, { report, rows: readRows, today }: Reports): void {
  serveStaffReport(server, 'getOfficersWork', ({ query }) =>
    report(query, async (book, days) => {
      const { from, through } = days;
      const found = await readOfficersWork(book, { from, through, today: today() });
      const workOf = new Map(found.map((row) => [row.user_name, row]));
      const members = await readMembers(book, [...workOf.keys()]);
      return {
        days,
        items: members.map((member) => ({ ...member, work: workDone(workOf.get(member.userName)!) })),
      };
    }),
  );

  serveStaffReport(server, 'listOfficersWork', async ({ params: { staffId }, query }) => {
    const { work, after, pageSize } = query;
    const listed = await readRows(query, async (book, days) => {
      const person = await findMember(book, staffId);
      if (!person) return null;
      const [afterAt = BEFORE_ALL.at, afterNumber = BEFORE_ALL.number] = after?.split('_') ?? [];
      const rows = await listWork(book, {
        ...{ ...days, today: today(), work, afterAt },
        actor: staffActor(person.userName),
        afterNumber: Number(afterNumber),
        limit: pageSize + 1,
      });
      const { items, next } = pageOf(rows, pageSize, (row) => [row.at_exactly, row.number]);
      return {
        person,
        next,
        items: items.map((row) => ({
          number: row.number,
          at: row.at.toISOString(),
          borrowerId: row.borrower_id,
          loanId: row.loan_id,
          outcome: row.outcome,
        })),
      };
    });
    if (listed.code !== 200) return listed;
    return listed.data === null ? NOT_FOUND : done(listed.data);
  });
}

function workDone(counts: Partial<Record<OfficerWork, number>>): Record<OfficerWork, number> {
  return Object.fromEntries(OFFICER_WORK.map((work) => [work, counts[work] ?? 0])) as Record<
    OfficerWork,
    number
  >;
}
