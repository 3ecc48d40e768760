import { readFile } from 'node:fs/promises';
import { type Database, statement } from '../../platform/database.ts';
import { StartFailure } from '../../platform/start-failure.ts';
import { shippedWording, wordingFault } from './wording.ts';

/** A wording that differs from the newest one of its kind becomes the next version. Versions never change. */
const publishWordingStatement = statement<never, { wordings: string; now: Date }>(
  'message: publish wording',
  `insert into message_template (kind, version, wording, published_at)
   select w.kind, coalesce(newest.version, 0) + 1, w.wording, $now::timestamptz
   from json_to_recordset($wordings::json) as w(kind text, wording text)
   left join lateral (
     select version, wording from message_template t where t.kind = w.kind order by version desc limit 1
   ) newest on true
   where newest.wording is distinct from w.wording
   on conflict do nothing`,
);

/** Publishes the wordings for messages from now on: the lender's own, and the shipped one for each other kind. */
export async function publishWording(
  db: Database,
  lendersFile: string | undefined,
  now: Date,
): Promise<void> {
  const own = lendersFile === undefined ? {} : await readOwnWording(lendersFile);
  const wordings = Object.entries({ ...shippedWording, ...own }).map(([kind, text]) => ({
    kind,
    wording: text,
  }));
  await db.rows(publishWordingStatement, { wordings: JSON.stringify(wordings), now });
}

async function readOwnWording(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new StartFailure(`MESSAGE_WORDING cannot be read: ${error.message}.`);
  });
  const own = parsed(text);
  for (const [kind, wording] of Object.entries(own)) {
    const fault =
      typeof wording === 'string' ? wordingFault(kind, wording) : `The message "${kind}" is not a text.`;
    if (fault !== undefined) throw new StartFailure(`MESSAGE_WORDING cannot be used. ${fault}`);
  }
  return own as Record<string, string>;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // The error below is for text that is no JSON, too.
  }
  throw new StartFailure('MESSAGE_WORDING must be a JSON object: kinds of messages, and their words.');
}
