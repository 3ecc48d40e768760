import { LONGEST_HOLIDAY_DAYS } from '@thumba/contract/staff/notice-words';
import { formatCount } from '@thumba/lending/count';
import { type Day, daysBetween, formatDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { type Database, statement } from '../../platform/database.ts';
import { findNotice, type KeptNotice, type Notice, publishNotice } from './notices.ts';

export type NoticeRefusal = { kind: 'bad_notice'; sentence: string } | { kind: 'nothing_different' };

const countDueStatement = statement<{ due: number }, { from: Day; until: Day }>(
  'notice: bills due on days',
  `select count(*)::integer as due from instalment
   where due_on between $from::date and $until::date and state <> 'settled'`,
);

/** Why a notice cannot be shown. Undefined where it can. */
function noticeFault({ kind, link, shownFrom, shownUntil }: Notice): string | undefined {
  if (shownFrom > shownUntil) return 'It ends before it begins.';
  if (kind === 'marketing' && link === null) return 'An offer leads somewhere: write the path of a screen.';
  if (kind === 'holiday' && daysBetween(shownFrom, shownUntil) >= LONGEST_HOLIDAY_DAYS)
    return `A holiday lasts at most ${LONGEST_HOLIDAY_DAYS} days.`;
  return undefined;
}

/** What a second person is asked for: a notice, or other words or days of one. */
export async function askForNotice(
  db: Database,
  notice: Notice,
  reason: string,
): Promise<Outcome<AskedRequest, NoticeRefusal>> {
  const fault = noticeFault(notice);
  if (fault !== undefined) return refuse({ kind: 'bad_notice', sentence: fault });
  const before = await findNotice(db, notice.noticeCode);
  const lines = changedLines(before, notice);
  if (lines.length === 0) return refuse({ kind: 'nothing_different' });
  const { noticeCode, title } = notice;
  const seenVersion = before?.version ?? 0;
  return allow({
    kind: 'notice_change',
    title: before
      ? `${KINDS[notice.kind]} ${title}: version ${seenVersion + 1}`
      : `New ${KINDS[notice.kind]}: ${title}`,
    subject: subjectOfNotice(noticeCode),
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { notice, seenVersion },
    effect: [...lines, ...(notice.kind === 'holiday' ? [await dueLine(db, notice)] : [])],
    figuresOfNow: [BILLS_DUE],
    message: `${title}\n${notice.body}`,
    reason,
  });
}

/** One request for a notice waits at a time. */
export function subjectOfNotice(noticeCode: string): string {
  return `notice ${noticeCode}`;
}

const KINDS: Record<Notice['kind'], string> = {
  notice: 'notice on home',
  marketing: 'offer after signing in',
  holiday: 'holiday',
};

function changedLines(before: KeptNotice | undefined, after: Notice): EffectLine[] {
  const linesOf = (notice: Notice) => [
    ['Kind', KINDS[notice.kind]],
    ['Title', notice.title],
    ['Text', notice.body],
    ['Leads to', notice.link ?? 'no screen'],
    ['Shown', daysText(notice)],
  ];
  const old = before && linesOf(before);
  const lines = linesOf(after).map(([title, text], index): EffectLine => {
    return { title: title!, before: old ? old[index]![1]! : null, after: text! };
  });
  const picture = { title: 'Picture', before: before?.imageUrl ?? 'none', after: after.imageUrl ?? 'none' };
  return [...lines, picture].filter((line) => line.before !== line.after);
}

function daysText({ shownFrom, shownUntil }: Notice): string {
  const text = (on: Day) => `${formatDay(on)} ${on.slice(0, 4)}`;
  return shownFrom === shownUntil
    ? `on ${text(shownFrom)}`
    : `from ${text(shownFrom)} to ${text(shownUntil)}`;
}

const BILLS_DUE = 'Bills that fall due on these days';

/** A holiday moves no due date. The bills that fall due on it are told to the person who declares it. */
async function dueLine(db: Database, { shownFrom, shownUntil }: Notice): Promise<EffectLine> {
  const { due } = (await db.row(countDueStatement, { from: shownFrom, until: shownUntil }))!;
  return {
    title: BILLS_DUE,
    before: null,
    after: `${formatCount(due)}, which keep their due dates`,
  };
}

/** Publishes the notice that was approved, unless it was changed since. A second time it finds it. */
export async function publishNoticeAsApproved(
  { db, now }: { db: Database; now: Date },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { notice, seenVersion } = payload as { notice: Notice; seenVersion: number };
  const version = await publishNotice(db, { ...notice, seenVersion, requestId, publishedBy: madeBy, now });
  return version === undefined
    ? { isDone: false, sentence: 'The notice has changed since this was asked for. Ask again.' }
    : { isDone: true, sentence: `Borrowers read version ${version} of ${notice.title} ${daysText(notice)}.` };
}
