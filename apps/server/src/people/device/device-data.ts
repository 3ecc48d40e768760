import type { ConsentKind } from '@thumba/contract/borrower/consents';
import type { Body } from '@thumba/contract/wire';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { adoptedHash } from '../../platform/adopted-hash.ts';
import { HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { MoneyFigures } from '../borrower/applicant.ts';
import { countReport, hasConsent } from '../consent/consents.ts';

export type PhoneInfo = Body<'addDeviceInfo'>['info'];
/** At a start of the app, right after signing in, or for the decision on an application. */
export type Occasion = 'start' | 'sign_in' | 'risk';
export type Location = { latitude: number; longitude: number };

export type ReportRefusal = { kind: 'consent_missing' } | { kind: 'too_often' };
export type ReportOutcome = Outcome<null, ReportRefusal>;

type ReportKind = Extract<ConsentKind, 'device' | 'location' | 'messages'>;
type Deps = { db: Database; sealing: Sealing };
type Report = { borrowerId: number; now: Date };

/** More than an app sends that is opened every minute. */
export const REPORTS_PER_HOUR = 120;
const MAX_PHONES = 5;

/** `allowed` has no row unless the consent is given. The consent stays locked until the report is written. */
function whereAllowed(kind: ReportKind, keep: string): string {
  return `with allowed as (
     ${countReport(kind, REPORTS_PER_HOUR)}
   ),
   ${keep}
   select borrower_id from allowed`;
}

type AllowedRow = { borrower_id: number };

const phoneHashStatement = statement<{ phone_hash: Buffer }, { phoneHashes: Buffer[] }>(
  'device: phone hash',
  `select ${adoptedHash(['phone_record.phone_hash', 'known_device.device_hash'], '$phoneHashes')} as phone_hash`,
);

const keepPhoneStatement = statement<
  AllowedRow,
  { borrowerId: number; now: Date; phoneHash: Buffer; occasion: Occasion; infoSealed: Buffer }
>(
  'device: keep phone',
  whereAllowed(
    'device',
    `kept_phone as (
       insert into phone_record (borrower_id, told_at, phone_hash, occasion, phone_sealed)
       select borrower_id, $now::timestamptz, $phoneHash, $occasion, $infoSealed from allowed
       on conflict (borrower_id, phone_hash, occasion) do update
         set phone_sealed = excluded.phone_sealed, told_at = excluded.told_at
     ),
     deleted_phones as (
       delete from phone_record r using allowed
       where r.borrower_id = allowed.borrower_id and r.phone_hash in (
         select phone_hash from phone_record where borrower_id = $borrowerId and phone_hash <> $phoneHash
         group by phone_hash order by max(told_at) desc offset ${MAX_PHONES - 1}
       )
     )`,
  ),
);

type KeepLastValues = { borrowerId: number; now: Date; sealed: Buffer };

/** Of this kind only the last report is kept. */
function keepLastStatement(
  kind: Exclude<ReportKind, 'device'>,
  { table, sealed }: { table: string; sealed: string },
): Statement<AllowedRow, KeepLastValues> {
  return statement<AllowedRow, KeepLastValues>(
    `device: keep ${table}`,
    whereAllowed(
      kind,
      `kept_report as (
         insert into ${table} (borrower_id, told_at, ${sealed})
         select borrower_id, $now::timestamptz, $sealed from allowed
         on conflict (borrower_id) do update set ${sealed} = excluded.${sealed}, told_at = excluded.told_at
       )`,
    ),
  );
}

const keepLocationStatement = keepLastStatement('location', {
  table: 'rough_location',
  sealed: 'location_sealed',
});
const keepFiguresStatement = keepLastStatement('messages', {
  table: 'money_message_figures',
  sealed: 'figures_sealed',
});

/** Keeps the last description of a phone for each occasion, for the five phones that were used last. */
export async function keepPhone(
  { db, sealing }: Deps,
  { borrowerId, now, occasion, info }: Report & { occasion: Occasion; info: PhoneInfo },
): Promise<ReportOutcome> {
  const phoneHashes = sealing.lookupHashes('phone', info.deviceid);
  const { phone_hash } = (await db.row(phoneHashStatement, { phoneHashes }))!;
  const place = { borrower_id: borrowerId, phone_hash, occasion };
  const values = {
    borrowerId,
    now,
    phoneHash: phone_hash,
    occasion,
    infoSealed: sealing.seal('phone_record.phone_sealed', place, JSON.stringify(info)),
  };
  return keep(db, 'device', keepPhoneStatement, values);
}

/** Keeps the last location only, to two decimals of a degree: about a kilometre. */
export function keepLocation(
  { db, sealing }: Deps,
  { borrowerId, now, location }: Report & { location: Location },
): Promise<ReportOutcome> {
  const rough: Location = { latitude: roughly(location.latitude), longitude: roughly(location.longitude) };
  const place = { borrower_id: borrowerId };
  const sealed = sealing.seal('rough_location.location_sealed', place, JSON.stringify(rough));
  const values = { borrowerId, now, sealed };
  return keep(db, 'location', keepLocationStatement, values);
}

/** Keeps the last figures only, so that SMS that are sent twice count once. */
export function keepFigures(
  { db, sealing }: Deps,
  { borrowerId, now, figures }: Report & { figures: MoneyFigures },
): Promise<ReportOutcome> {
  const place = { borrower_id: borrowerId };
  const sealed = sealing.seal('money_message_figures.figures_sealed', place, JSON.stringify(figures));
  const values = { borrowerId, now, sealed };
  return keep(db, 'messages', keepFiguresStatement, values);
}

async function keep<Values extends { borrowerId: number }>(
  db: Database,
  kind: ReportKind,
  keepStatement: Statement<AllowedRow, Values>,
  values: Values,
): Promise<ReportOutcome> {
  if (await db.row(keepStatement, values)) return allow(null);
  const isAllowed = await hasConsent(db, values.borrowerId, kind);
  return refuse({ kind: isAllowed ? 'too_often' : 'consent_missing' });
}

export function endOfReportHour(now: Date): Date {
  return toDate((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

function roughly(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0; // -0 + 0 is 0
}
