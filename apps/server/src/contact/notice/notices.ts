import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';

export const NOTICE_KINDS = ['notice', 'marketing', 'holiday'] as const;

/** A notice to all borrowers, shown from one day until another, both included. */
export type Notice = {
  noticeCode: string;
  kind: (typeof NOTICE_KINDS)[number];
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
     shown_until = excluded.shown_until`,
);

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
