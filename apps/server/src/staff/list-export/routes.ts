import type { AskedRequest } from '../../book/staff-request.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { Reply } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import {
  type SignedInCaller,
  type StaffPerson,
  type StaffRecord,
  type StaffServer,
  serveStaff,
} from '../../platform/serve-staff.ts';
import { serveStaffDownload } from '../../platform/serve-staff-download.ts';
import { type FileEnd, openListFile } from './list-file.ts';
import { approvedList, askForNamedList, beginNamedList, hasNames, NO_NAMES } from './named-lists.ts';
import { type AskedList, readWantedList } from './walk-list.ts';

type ListExportDeps = {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  findRequest(requestId: number): Promise<Parameters<typeof approvedList>[0]>;
};

/** Lists of the console as files. The audit has who took which list with which filter, and how many rows it had. */
export function registerListExports(server: StaffServer, deps: ListExportDeps): void {
  const { db, clock } = deps;

  serveStaffDownload(
    server,
    'exportList',
    async ({ body }, caller) => {
      const read = readWantedList(body, caller);
      if ('refusal' in read) return read.refusal;
      const onEnd = endIn(server, { call: 'exportList', record: undefined, asked: body, caller });
      const file = { format: body.format, withNames: false, onEnd };
      return openListFile(deps, server, { wanted: read.wanted, caller, file });
    },
    ({ body }) => detailOf(body),
  );

  serveStaff(server, 'askForNamedList', async ({ body }, caller) => {
    const { reason, ...asked } = body;
    caller.note(detailOf(asked));
    if (!hasNames(asked.list)) return NO_NAMES;
    const read = readWantedList(asked, caller);
    if ('refusal' in read) return read.refusal;
    return deps.fileRequest(askForNamedList(asked, read.wanted, reason), caller.person);
  });

  serveStaffDownload(
    server,
    'exportNamedList',
    async ({ params: { requestId } }, caller) => {
      const { person } = caller;
      const nowMs = clock.nowMs();
      const approved = approvedList(await deps.findRequest(requestId), { staffId: person.staffId, nowMs });
      if ('refusal' in approved) return approved.refusal;
      const { asked } = approved;
      const read = readWantedList(asked, caller);
      if ('refusal' in read) return read.refusal;
      const record = { kind: 'request' as const, id: requestId, borrowerId: null };
      const onEnd = endIn(server, { call: 'exportNamedList', record, asked, caller });
      const begin = () => beginNamedList(db, { requestId, person, nowMs });
      const file = { format: asked.format, withNames: true, begin, onEnd };
      return openListFile(deps, server, { wanted: read.wanted, caller, file });
    },
    ({ params }) => params,
  );
}

function detailOf({ list, params, filter, format }: AskedList): Record<string, unknown> {
  return { list, ...params, ...filter, format };
}

/** Writes to the audit how the file ended: how many rows it had, and the hash of its bytes. */
function endIn(
  server: StaffServer,
  {
    call,
    record,
    asked,
    caller,
  }: {
    call: 'exportList' | 'exportNamedList';
    record: StaffRecord | undefined;
    asked: AskedList;
    caller: SignedInCaller;
  },
): (end: FileEnd) => Promise<void> {
  const { person, reference } = caller;
  return ({ outcome, ...figures }) =>
    server.writeAudit({
      ...{ person, call, outcome, record, reference },
      detail: { ...detailOf(asked), ...figures },
    });
}
