import { readFile } from 'node:fs/promises';
import { type Database, statement } from '../../platform/database.ts';
import { isLanguage } from '../../platform/language.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { messageWords } from './message-words.ts';
import { newestTexts, type TextVersion } from './text-versions.ts';
import { wordingFault } from './wording.ts';

/**
 * A wording that differs from the newest one of its kind becomes the next version. Versions never change. What two people
 * published stays, also when the program starts again.
 */
const publishWordingStatement = statement<never, { wordings: string; unusable: string[]; now: Date }>(
  'message: publish wording',
  `insert into message_template (kind, version, wording, translations, published_at)
   select w.kind, coalesce(newest.version, 0) + 1, w.wording, w.translations, $now::timestamptz
   from json_to_recordset($wordings::json) as w(kind text, wording text, translations jsonb)
   left join lateral (
     select version, wording, translations, request_id from message_template t where t.kind = w.kind
     order by version desc limit 1
   ) newest on true
   where (newest.request_id is null or w.kind = any ($unusable::text[])) and (newest.wording, newest.translations) is distinct from (w.wording, w.translations)
   on conflict do nothing`,
);

/** The lender's own words: English ones by their kinds, and those in other languages by the tag of the language. */
type OwnWording = { english: Texts; byLanguage: Record<string, Texts> };
type Texts = Record<string, string>;

const NO_OWN_WORDING: OwnWording = { english: {}, byLanguage: {} };

/** Publishes the wordings for messages from now on: the lender's own, and the shipped one for each other kind. */
export async function publishWording(
  db: Database,
  lendersFile: string | undefined,
  now: Date,
): Promise<void> {
  const own = lendersFile === undefined ? NO_OWN_WORDING : await readOwnWording(lendersFile);
  const wordings = Object.entries({ ...messageWords, ...own.english }).map(([kind, wording]) => ({
    kind,
    wording,
    translations: Object.fromEntries(
      Object.entries(own.byLanguage).flatMap(([language, { [kind]: text }]) =>
        text === undefined ? [] : [[language, text]],
      ),
    ),
  }));
  const unusable = (await newestTexts(db)).filter(isUnusable).map(({ kind }) => kind);
  await db.rows(publishWordingStatement, { wordings: JSON.stringify(wordings), unusable, now });
}

/** Words that name a figure which this version of the program does not have any more. */
function isUnusable({ kind, english, translations }: TextVersion): boolean {
  return [english, ...Object.values(translations)].some((text) => wordingFault(kind, text) !== undefined);
}

async function readOwnWording(file: string): Promise<OwnWording> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartFailure(`MESSAGE_WORDING cannot be read: ${error.message}.`);
  });
  const english: Texts = {};
  const byLanguage: Record<string, Texts> = {};
  for (const [name, value] of Object.entries(parsed(text))) {
    if (isRecord(value)) byLanguage[languageNamed(name)] = textsOf(value);
    else Object.assign(english, textsOf({ [name]: value }));
  }
  return { english, byLanguage };
}

function languageNamed(name: string): string {
  if (name !== 'en' && isLanguage(name)) return name;
  throw new StartFailure(
    `MESSAGE_WORDING cannot be used. "${name}" is not the tag of a language besides English that is on.`,
  );
}

function textsOf(wordings: Record<string, unknown>): Texts {
  for (const [kind, wording] of Object.entries(wordings)) {
    const fault =
      typeof wording === 'string' ? wordingFault(kind, wording) : `The message "${kind}" is not a text.`;
    if (fault !== undefined) throw new StartFailure(`MESSAGE_WORDING cannot be used. ${fault}`);
  }
  return wordings as Texts;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isRecord(value)) return value;
  } catch {
    // The error below is for text that is no JSON, too.
  }
  throw new StartFailure('MESSAGE_WORDING must be a JSON object: kinds of messages, and their words.');
}
