import type { TwoPeople } from '../../book/two-people.ts';
import { twoPeopleOf } from '../../book/two-people.ts';
import { type Database, statement } from '../../platform/database.ts';

/** A published version of the words of a kind of message. */
export type TextVersion = TwoPeople & {
  kind: string;
  version: number;
  english: string;
  translations: Record<string, string>;
  savedAt: Date;
  requestId: number | null;
};

const COLUMNS = `t.kind, t.version, t.wording as english, t.translations, t.published_at as "savedAt",
  t.request_id as "requestId", ${twoPeopleOf('t.request_id')}`;

const newestStatement = statement<TextVersion>(
  'text: newest versions',
  `select ${COLUMNS} from (select distinct on (kind) * from message_template order by kind, version desc) t
   order by t.kind`,
);

/** The words that messages are sent in now, of each kind. */
export function newestTexts(db: Database): Promise<TextVersion[]> {
  return db.rows(newestStatement, {});
}

const SHOWN_VERSIONS = 50;

const versionsStatement = statement<TextVersion, { kind: string }>(
  'text: versions of a kind',
  `select ${COLUMNS} from message_template t where t.kind = $kind order by t.version desc limit ${SHOWN_VERSIONS}`,
);

/** The newest comes first. */
export function textVersions(db: Database, kind: string): Promise<TextVersion[]> {
  return db.rows(versionsStatement, { kind });
}

const publishStatement = statement<
  { version: number },
  {
    kind: string;
    seenVersion: number;
    english: string;
    translations: string;
    requestId: number;
    publishedBy: string;
    now: Date;
  }
>(
  'text: publish as approved',
  `with published as (
     insert into message_template (kind, version, wording, translations, published_at, published_by, request_id)
     select $kind, $seenVersion::integer + 1, $english, $translations::jsonb, $now::timestamptz, $publishedBy, $requestId
     where (select max(version) from message_template where kind = $kind) = $seenVersion::integer
       and not exists (select from message_template where request_id = $requestId)
     on conflict do nothing
     returning version
   )
   select version from published
   union all select version from message_template where request_id = $requestId`,
);

/** Publishes the next version. Undefined where another one was published since. A request publishes once. */
export async function publishText(
  db: Database,
  text: {
    kind: string;
    seenVersion: number;
    english: string;
    translations: Readonly<Record<string, string>>;
    requestId: number;
    publishedBy: string;
    now: Date;
  },
): Promise<number | undefined> {
  const values = { ...text, translations: JSON.stringify(text.translations) };
  return (await db.row(publishStatement, values))?.version;
}
