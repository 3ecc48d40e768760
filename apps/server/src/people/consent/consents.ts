import type { ConsentKind } from '@thumba/contract/borrower/consents';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { DAY_MS, toDate } from '../../platform/clock.ts';
import { type Database, statement } from '../../platform/database.ts';
import { retryOnConflict } from '../../platform/retry.ts';
import { standingVersion } from './consent-wordings.ts';

export type Consent = { kind: ConsentKind; isGiven: boolean; wordingVersion: number; changedAt: Date };

type ConsentRow = { kind: ConsentKind; is_given: boolean; wording_version: number; changed_at: Date };

const listConsentsStatement = statement<ConsentRow, { borrowerId: number }>(
  'consent: list',
  `select distinct on (kind) kind, is_given, wording_version, changed_at from consent_change
   where borrower_id = $borrowerId order by kind, ordinal desc`,
);

/** The latest change of each consent that the borrower ever gave. */
export async function listConsents(db: Database, borrowerId: number): Promise<Consent[]> {
  const rows = await db.rows(listConsentsStatement, { borrowerId });
  return rows.map((row) => ({
    kind: row.kind,
    isGiven: row.is_given,
    wordingVersion: row.wording_version,
    changedAt: row.changed_at,
  }));
}

const hasConsentStatement = statement<{ is_given: boolean }, { borrowerId: number; kind: ConsentKind }>(
  'consent: is given',
  `select is_given from consent_change
   where borrower_id = $borrowerId and kind = $kind order by ordinal desc limit 1`,
);

/** Whether the borrower allows this now. Without any answer it is not allowed. */
export async function hasConsent(db: Database, borrowerId: number, kind: ConsentKind): Promise<boolean> {
  return (await db.row(hasConsentStatement, { borrowerId, kind }))?.is_given ?? false;
}

/**
 * The update that counts a report of a phone which is allowed by a consent, and holds the consent until the report is
 * written. It returns no row where the consent is not given, or where the phone reported too often in this hour. Its
 * values are `borrowerId` and `now`.
 */
export function countReport(kind: ConsentKind, mostPerHour: number): string {
  return `update consent_given set hour_start = date_trunc('hour', $now::timestamptz),
       tellings = case when hour_start = date_trunc('hour', $now::timestamptz) then tellings + 1 else 1 end
     where borrower_id = $borrowerId and kind = '${kind}'
       and (hour_start is distinct from date_trunc('hour', $now::timestamptz) or tellings < ${mostPerHour})
     returning borrower_id`;
}

/** Adds the next change of a kind, unless the last change is equal and about the same wording. */
function insertConsentChange(change: {
  borrowerId: string;
  kind: string;
  isGiven: string;
  wordingVersion: string;
  at: string;
  from: string;
  /** A further condition. */
  condition?: string;
}): string {
  return `insert into consent_change (borrower_id, kind, ordinal, is_given, wording_version, changed_at)
  select ${change.borrowerId}, ${change.kind}, coalesce(last.ordinal, 0) + 1, ${change.isGiven},
    ${change.wordingVersion}, ${change.at}
  from ${change.from} left join lateral (
    select ordinal, is_given, wording_version from consent_change
    where borrower_id = ${change.borrowerId} and kind = ${change.kind} order by ordinal desc limit 1
  ) last on true
  where (coalesce(last.is_given, false) <> ${change.isGiven}
      or (${change.isGiven} and last.wording_version <> ${change.wordingVersion}))
    and ${change.condition ?? 'true'}`;
}

/**
 * The insert, over `admitted`, that keeps the consent given by signing in: a sign-in is not possible before the box
 * is ticked. Its value is `now`.
 */
export const PRIVACY_AGREEMENT = `${insertConsentChange({
  borrowerId: 'admitted.borrower_id',
  kind: `'privacy'`,
  isGiven: 'true',
  wordingVersion: String(standingVersion('privacy')),
  at: '$now::timestamptz',
  from: 'admitted',
})}
  on conflict do nothing`;

/**
 * The condition that the borrower has never signed in before this statement: each sign-in keeps the agreement. Sessions
 * end and are deleted; the agreement stays. So it is true of a borrower who was taken on with a loan of an earlier system.
 */
export function neverSignedIn(borrowerId: string): string {
  return `not exists (select from consent_change agreed
     where agreed.borrower_id = ${borrowerId} and agreed.kind = 'privacy')`;
}

/**
 * How often one consent may be given within 24 hours. Taking it back is never refused, and cannot happen more often.
 */
export const MAX_GIVEN_A_DAY = 20;

/** The row in `consent_given` stands while the consent does. Deleting it deletes the data kept under the consent. */
const saveConsentStatement = statement<
  { is_changed: boolean; limited_by: Date | null },
  {
    borrowerId: number;
    kind: ConsentKind;
    isGiven: boolean;
    wordingVersion: number;
    now: Date;
    dayAgo: Date;
  }
>(
  'consent: save',
  `with change_at_limit as (
     select changed_at from consent_change
     where borrower_id = $borrowerId and kind = $kind and is_given and changed_at > $dayAgo::timestamptz
     order by ordinal desc offset ${MAX_GIVEN_A_DAY - 1} limit 1
   ),
   inserted_change as (
     ${insertConsentChange({
       borrowerId: '$borrowerId::bigint',
       kind: '$kind::text',
       isGiven: '$isGiven::boolean',
       wordingVersion: '$wordingVersion::integer',
       at: '$now::timestamptz',
       from: '(select) as one_row',
       condition: '(not $isGiven or not exists (select from change_at_limit))',
     })}
     returning borrower_id, kind, is_given
   ),
   inserted_consent as (
     insert into consent_given (borrower_id, kind) select borrower_id, kind from inserted_change
     where is_given and kind <> 'privacy'
     on conflict do nothing
   ),
   deleted_consent as (
     delete from consent_given g using inserted_change c
     where g.borrower_id = c.borrower_id and g.kind = c.kind and not c.is_given
   )
   select exists (select from inserted_change) as is_changed, (select changed_at from change_at_limit) as limited_by`,
);

export type ConsentRefusal =
  | { kind: 'wording_changed'; standingVersion: number }
  | { kind: 'wording_unknown' }
  | { kind: 'not_withdrawable' }
  | { kind: 'given_too_often'; retryAt: Date };

/** Keeps a change with the version of the wording. An equal one is not kept again. */
export async function saveConsent(
  db: Database,
  change: { borrowerId: number; kind: ConsentKind; isGiven: boolean; wordingVersion: number; now: Date },
): Promise<Outcome<null, ConsentRefusal>> {
  const { kind, isGiven, wordingVersion } = change;
  const newestVersion = standingVersion(kind);
  if (wordingVersion > newestVersion) return refuse({ kind: 'wording_unknown' });
  if (wordingVersion < newestVersion)
    return refuse({ kind: 'wording_changed', standingVersion: newestVersion });
  // Without this consent no data of the borrower may be kept, so it is taken back by deleting the account.
  if (kind === 'privacy' && !isGiven) return refuse({ kind: 'not_withdrawable' });
  const dayAgo = toDate(change.now.getTime() - DAY_MS);
  const values = { borrowerId: change.borrowerId, kind, isGiven, wordingVersion, now: change.now, dayAgo };
  return retryOnConflict('a change of consent', async () => {
    const { is_changed: isChanged, limited_by: limitedBy } = (await db.row(saveConsentStatement, values))!;
    if (isChanged || !isGiven || limitedBy === null) return allow(null);
    const standing = (await listConsents(db, change.borrowerId)).find((one) => one.kind === kind);
    if (standing?.isGiven && standing.wordingVersion === wordingVersion) return allow(null);
    return refuse({ kind: 'given_too_often', retryAt: toDate(limitedBy.getTime() + DAY_MS) });
  });
}
