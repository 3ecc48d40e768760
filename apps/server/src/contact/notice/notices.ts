import type { NoticeKind } from '@thumba/contract/staff/notice-words';
import type { Day } from '@thumba/lending/day';
import { type TwoPeople, twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';

/** A notice to all borrowers, shown from one day until another, both included. */
export type Notice = {
  noticeCode: string;
  kind: NoticeKind;
  title: string;
  body: string;
  imageUrl: string | null;
  /** The screen of the app that the notice links to. */
  link: string | null;
  shownFrom: Day;
  shownUntil: Day;
};

const COLUMNS = `notice_code as "noticeCode", kind, title, body, image_url as "imageUrl", link,
  shown_from as "shownFrom", shown_until as "shownUntil"`;

const listNoticesStatement = statement<Notice>(
  'notice: list',
  `select ${COLUMNS} from notice order by shown_from desc, notice_code`,
);

export function listNotices(db: Database): Promise<Notice[]> {
  return db.rows(listNoticesStatement, {});
}

const findNoticesStatement = statement<Notice, { today: Day; holidaysUntil: Day }>(
  'notice: find of days',
  `select ${COLUMNS} from notice
   where shown_until >= $today::date
     and shown_from <= case when kind = 'holiday' then $holidaysUntil else $today end::date
   order by shown_from desc, notice_code`,
);

/** The notices of today, and the declared holidays until another day. The newest come first. */
export function findNotices(db: Database, today: Day, holidaysUntil: Day): Promise<Notice[]> {
  return db.rows(findNoticesStatement, { today, holidaysUntil });
}

const saveNoticeStatement = statement<
  never,
  {
    noticeCode: string;
    kind: Notice['kind'];
    title: string;
    body: string;
    imageUrl: string | null;
    link: string | null;
    shownFrom: Day;
    shownUntil: Day;
  }
>(
  'notice: save',
  `insert into notice (notice_code, kind, title, body, image_url, link, shown_from, shown_until)
   values ($noticeCode, $kind, $title, $body, $imageUrl, $link, $shownFrom, $shownUntil)
   on conflict (notice_code) do update set kind = excluded.kind, title = excluded.title, body = excluded.body,
     image_url = excluded.image_url, link = excluded.link, shown_from = excluded.shown_from,
     shown_until = excluded.shown_until
     where notice.request_id is null`,
);

/** What the program sets up. A notice of two people stays. */
export async function saveNotice(db: Database, notice: Notice): Promise<void> {
  await db.rows(saveNoticeStatement, {
    noticeCode: notice.noticeCode,
    kind: notice.kind,
    title: notice.title,
    body: notice.body,
    imageUrl: notice.imageUrl,
    link: notice.link,
    shownFrom: notice.shownFrom,
    shownUntil: notice.shownUntil,
  });
}

/** A version of a notice with who made it. */
export type KeptNotice = Notice & TwoPeople & { version: number; savedAt: Date; requestId: number | null };

const KEPT_COLUMNS = `${COLUMNS}, version, published_at as "savedAt", request_id as "requestId",
  ${twoPeopleOf('notice.request_id')}`;

const keptStatement = statement<KeptNotice>(
  'notice: list with who made them',
  `select ${KEPT_COLUMNS} from notice order by shown_from desc, notice_code`,
);

export function keptNotices(db: Database): Promise<KeptNotice[]> {
  return db.rows(keptStatement, {});
}

const findKeptStatement = statement<KeptNotice, { noticeCode: string }>(
  'notice: find',
  `select ${KEPT_COLUMNS} from notice where notice_code = $noticeCode`,
);

export function findNotice(db: Database, noticeCode: string): Promise<KeptNotice | undefined> {
  return db.row(findKeptStatement, { noticeCode });
}

const earlierStatement = statement<
  { content: Notice; version: number; savedAt: Date; requestId: number | null } & TwoPeople,
  { noticeCode: string }
>(
  'notice: earlier versions',
  `select v.content, v.version, v.published_at as "savedAt", v.request_id as "requestId", ${twoPeopleOf('v.request_id')}
   from notice_version v where v.notice_code = $noticeCode order by v.version desc limit 50`,
);

/** The newest comes first. */
export async function noticeVersions(db: Database, noticeCode: string): Promise<KeptNotice[]> {
  const [newest, earlier] = await Promise.all([
    findNotice(db, noticeCode),
    db.rows(earlierStatement, { noticeCode }),
  ]);
  if (!newest) return [];
  return [newest, ...earlier.map(({ content, ...row }) => ({ ...content, noticeCode, ...row }))];
}

type NoticeValues = Omit<Notice, 'imageUrl'> & {
  seenVersion: number;
  requestId: number;
  publishedBy: string;
  now: Date;
};

const publishStatement = statement<{ version: number }, NoticeValues & { imageUrl: string | null }>(
  'notice: publish as approved',
  `with published as (
     insert into notice as n (notice_code, kind, title, body, image_url, link, shown_from, shown_until, version,
       published_by, published_at, request_id)
     select $noticeCode, $kind, $title, $body, $imageUrl, $link, $shownFrom::date, $shownUntil::date,
       $seenVersion::integer + 1, $publishedBy, $now::timestamptz, $requestId
     where coalesce((select version from notice where notice_code = $noticeCode), 0) = $seenVersion::integer
       and not exists (select from notice where request_id = $requestId)
     on conflict (notice_code) do update set kind = excluded.kind, title = excluded.title, body = excluded.body,
       image_url = excluded.image_url, link = excluded.link, shown_from = excluded.shown_from,
       shown_until = excluded.shown_until, version = excluded.version, published_by = excluded.published_by,
       published_at = excluded.published_at, request_id = excluded.request_id
       where n.version = $seenVersion::integer
     returning version
   )
   select version from published union all select version from notice where request_id = $requestId`,
);

/** Publishes the next version of a notice. Undefined where it was changed since. A request publishes once. */
export async function publishNotice(
  db: Database,
  notice: Notice & NoticeValues,
): Promise<number | undefined> {
  return (await db.row(publishStatement, notice))?.version;
}
