import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addYears, type Day } from '@thumba/lending/day';
import type { AskedRequest } from '../../book/staff-request.ts';
import { refusalUnlessSeen, requestPreview } from '../../book/staff-request-preview.ts';
import type { Database } from '../../platform/database.ts';
import { done, type Reply, refused } from '../../platform/reply.ts';
import { type StaffPerson, type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import { publicHolidays } from './holidays.ts';
import { findNotice, type KeptNotice, keptNotices, type Notice, noticeVersions } from './notices.ts';
import { askForNotice, subjectOfNotice } from './staff-notices.ts';

export type NoticeStaffDeps = {
  db: Database;
  /** Whether this lender shows notices and holidays. */
  isTold: boolean;
  today(): Day;
  fileRequest(asked: AskedRequest, maker: StaffPerson): Promise<Reply<{ requestId: number }>>;
  /** The requests for notices that wait: their subjects, each with its number. */
  openNoticeRequests(): Promise<ReadonlyMap<string, number>>;
};

/** What all borrowers are told, as staff see it and change it by two. */
export function registerNoticeStaffRoutes(server: StaffServer, deps: NoticeStaffDeps): void {
  const { db, isTold, today } = deps;

  serveStaff(server, 'listNotices', async () => {
    const on = today();
    const [notices, waiting] = await Promise.all([keptNotices(db), deps.openNoticeRequests()]);
    return done({
      businessDate: on,
      isTold,
      items: notices.map((notice) => ({
        ...versionView(notice),
        noticeCode: notice.noticeCode,
        state: stateOf(notice, on),
        waitingRequestId: waiting.get(subjectOfNotice(notice.noticeCode)) ?? null,
      })),
      holidays: holidaysFrom(on),
    });
  });

  serveStaff(server, 'listNoticeVersions', async ({ params: { noticeCode } }) =>
    done({ items: (await noticeVersions(db, noticeCode)).map(versionView) }),
  );

  serveStaff(server, 'previewNotice', async ({ body }) => {
    const asked = await askForNotice(db, await noticeOf(db, body), 'a preview');
    return done({
      problem: !asked.ok && asked.refusal.kind === 'bad_notice' ? asked.refusal.sentence : null,
      preview: asked.ok ? requestPreview(asked.value) : null,
    });
  });

  serveStaff(server, 'askForNotice', async ({ body }, { person, note }) => {
    const { reason, digest, ...form } = body;
    note({ notice: form.noticeCode, kind: form.kind });
    const asked = await askForNotice(db, await noticeOf(db, form), reason);
    if (asked.ok) return refusalUnlessSeen(asked.value, digest) ?? deps.fileRequest(asked.value, person);
    return asked.refusal.kind === 'bad_notice'
      ? refused(400, asked.refusal.sentence, { reason: 'bad_notice' })
      : refused(409, 'This is the notice of now.', { reason: 'nothing_different' });
  });
}

/** Pictures of other sites are not shown, so the console asks for none. A notice keeps the one that it has. */
async function noticeOf(
  db: Database,
  form: Omit<Notice, 'imageUrl' | 'shownFrom' | 'shownUntil'> & { shownFrom: string; shownUntil: string },
): Promise<Notice> {
  const imageUrl = (await findNotice(db, form.noticeCode))?.imageUrl ?? null;
  return { ...form, imageUrl, shownFrom: form.shownFrom as Day, shownUntil: form.shownUntil as Day };
}

function stateOf({ shownFrom, shownUntil }: Notice, on: Day): 'planned' | 'shown' | 'over' {
  if (on < shownFrom) return 'planned';
  return on > shownUntil ? 'over' : 'shown';
}

function holidaysFrom(on: Day): { on: Day; name: string }[] {
  const until = addYears(on, 1);
  return [Number(on.slice(0, 4)), Number(until.slice(0, 4))]
    .flatMap((year) => publicHolidays(year))
    .filter(({ date }) => date >= on && date < until)
    .map(({ date, name }) => ({ on: date, name }));
}

function versionView(notice: KeptNotice): StaffAnswer<'listNoticeVersions'>['items'][number] {
  const { version, savedAt, madeBy, checkedBy, requestId } = notice;
  const { kind, title, body, link, shownFrom, shownUntil } = notice;
  return {
    ...{ version, savedAt: new Date(savedAt).toISOString(), madeBy, checkedBy, requestId },
    ...{ kind, title, body, link, shownFrom, shownUntil },
  };
}
