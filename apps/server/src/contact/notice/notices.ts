import type { Day } from '@thumba/lending/day';
import { type Database, statement } from '../../platform/database.ts';

export const NOTICE_KINDS = ['notice', 'marketing', 'holiday'] as const;

/** What the lender tells everybody from one day until another, both included. */
export type Notice = {
  noticeCode: string;
  kind: (typeof NOTICE_KINDS)[number];
  title: string;
  body: string;
  imageUrl: string | null;
  /** The screen of the app that it leads to. */
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
  return db.rows(listNoticesStatement, []);
}

const findNoticesStatement = statement<Notice>(
  'notice: find of days',
  `select ${COLUMNS} from notice
   where shown_until >= $1::date and shown_from <= case when kind = 'holiday' then $2 else $1 end::date
   order by shown_from desc, notice_code`,
);

/** What is told today, and the holidays that were declared until another day; the newest first. */
export function findNotices(db: Database, today: Day, holidaysUntil: Day): Promise<Notice[]> {
  return db.rows(findNoticesStatement, [today, holidaysUntil]);
}

const saveNoticeStatement = statement<never>(
  'notice: save',
  `insert into notice (notice_code, kind, title, body, image_url, link, shown_from, shown_until)
   values ($1, $2, $3, $4, $5, $6, $7, $8)
   on conflict (notice_code) do update set kind = excluded.kind, title = excluded.title, body = excluded.body,
     image_url = excluded.image_url, link = excluded.link, shown_from = excluded.shown_from,
     shown_until = excluded.shown_until`,
);

export async function saveNotice(db: Database, notice: Notice): Promise<void> {
  await db.rows(saveNoticeStatement, [
    notice.noticeCode,
    notice.kind,
    notice.title,
    notice.body,
    notice.imageUrl,
    notice.link,
    notice.shownFrom,
    notice.shownUntil,
  ]);
}
