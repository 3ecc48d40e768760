import type { LenderSetting } from '@thumba/contract/staff/lender-settings';
import { type Database, statement } from '../../platform/database.ts';
import type { Actor } from '../actor.ts';

/** A version of a setting that counts, or that will. */
export type SettingVersion = {
  setting: LenderSetting;
  version: number;
  content: object;
  effectiveFrom: Date;
};

/** SQL: whether a version `v` is the one that counts at an instant, or comes after that one. */
const COUNTS_OR_WILL = `not exists (select from setting_version n
     where n.setting = v.setting and n.version > v.version and n.effective_from <= $now::timestamptz)`;

const standingStatement = statement<
  { setting: LenderSetting; version: number; content: object; effective_from: Date },
  { now: Date }
>(
  'settings: versions that count or will',
  `select setting, version, content, effective_from from setting_version v where ${COUNTS_OR_WILL}
   order by setting, version`,
);

/** Of each setting the version that counts and those after it, in the order of their numbers. */
export async function readStanding(db: Database, now: Date): Promise<SettingVersion[]> {
  const rows = await db.rows(standingStatement, { now });
  return rows.map(({ effective_from: effectiveFrom, ...row }) => ({ ...row, effectiveFrom }));
}

export type SavedSettingVersion = SettingVersion & {
  savedBy: Actor;
  approvedBy: Actor;
  savedAt: Date;
  requestId: number;
};

const versionsStatement = statement<
  {
    setting: LenderSetting;
    version: number;
    content: object;
    effective_from: Date;
    saved_by: Actor;
    approved_by: Actor;
    saved_at: Date;
    request_id: number;
  },
  { setting: LenderSetting | null; most: number }
>(
  'settings: versions',
  `select setting, version, content, effective_from, saved_by, approved_by, saved_at, request_id
   from (select *, row_number() over (partition by setting order by version desc) as place from setting_version
     where $setting::text is null or setting = $setting) v
   where place <= $most order by setting, version desc`,
);

const MOST_VERSIONS = 50;

/** The newest versions of one setting or of each, the newest first. */
export async function listSettingVersions(
  db: Database,
  setting: LenderSetting | null,
): Promise<SavedSettingVersion[]> {
  const rows = await db.rows(versionsStatement, { setting, most: MOST_VERSIONS });
  return rows.map((row) => ({
    ...{ setting: row.setting, version: row.version, content: row.content, requestId: row.request_id },
    effectiveFrom: row.effective_from,
    ...{ savedBy: row.saved_by, approvedBy: row.approved_by, savedAt: row.saved_at },
  }));
}

type Saving = {
  setting: LenderSetting;
  seenVersion: number;
  content: object;
  effectiveFrom: Date | null;
  requestId: number;
  savedBy: Actor;
  approvedBy: Actor;
  now: Date;
};

const saveStatement = statement<{ version: number }, Omit<Saving, 'content'> & { content: string }>(
  'settings: save a version',
  `insert into setting_version
     (setting, version, content, effective_from, saved_by, approved_by, saved_at, request_id)
   select $setting::text, $seenVersion::integer + 1, $content::jsonb,
     greatest($effectiveFrom::timestamptz, $now::timestamptz), $savedBy, $approvedBy, $now::timestamptz, $requestId
   where (select coalesce(max(version), 0) from setting_version where setting = $setting::text) = $seenVersion::integer
   on conflict do nothing returning version`,
);

const versionOfRequestStatement = statement<{ version: number }, { requestId: number }>(
  'settings: version of a request',
  'select version from setting_version where request_id = $requestId',
);

/** Saves the version after `seenVersion`. False where there is another one since. A second time it finds its own. */
export async function saveSettingVersion(db: Database, saving: Saving): Promise<boolean> {
  if (await db.row(versionOfRequestStatement, { requestId: saving.requestId })) return true;
  return (await db.row(saveStatement, { ...saving, content: JSON.stringify(saving.content) })) !== undefined;
}
