import type { Body } from '@thumba/contract/wire';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { HOUR_MS, toDate } from '../../platform/clock.ts';
import { type Database, type Statement, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { MoneyFigures } from '../borrower/applicant.ts';
import type { ConsentKind } from '../consent/consent-wordings.ts';
import { countTelling, hasConsent } from '../consent/consents.ts';

export type PhoneInfo = Body<'addDeviceInfo'>['info'];
/** At a start of the app, right after signing in, or where an application is judged. */
export type Occasion = 'start' | 'sign_in' | 'risk';
export type Location = { latitude: number; longitude: number };

export type TellingRefusal = { kind: 'consent_missing' } | { kind: 'too_often' };
export type Told = Outcome<null, TellingRefusal>;

type TellingKind = Extract<ConsentKind, 'device' | 'location' | 'messages'>;
type Keeping = { db: Database; sealing: Sealing };
type Telling = { borrowerId: number; now: Date };

/** An app that is opened every minute tells less often than this. */
export const TELLINGS_AN_HOUR = 120;
const MOST_PHONES = 5;

/** No row comes out of `allowed` unless the consent stands; it is held until what is told is written. */
function whereAllowed(kind: TellingKind, keep: string): string {
  return `with allowed as (
     ${countTelling(kind, TELLINGS_AN_HOUR)}
   ),
   ${keep}
   select borrower_id from allowed`;
}

type AllowedRow = { borrower_id: number };

const keepPhoneStatement = statement<
  AllowedRow,
  { borrowerId: number; now: Date; phoneHash: Buffer; occasion: Occasion; infoSealed: Buffer }
>(
  'device: keep phone',
  whereAllowed(
    'device',
    `kept as (
       insert into phone_record (borrower_id, told_at, phone_hash, occasion, phone_sealed)
       select borrower_id, $now::timestamptz, $phoneHash, $occasion, $infoSealed from allowed
       on conflict (borrower_id, phone_hash, occasion) do update
         set phone_sealed = excluded.phone_sealed, told_at = excluded.told_at
     ),
     forgotten as (
       delete from phone_record r using allowed
       where r.borrower_id = allowed.borrower_id and r.phone_hash in (
         select phone_hash from phone_record where borrower_id = $borrowerId and phone_hash <> $phoneHash
         group by phone_hash order by max(told_at) desc offset ${MOST_PHONES - 1}
       )
     )`,
  ),
);

type KeepLastValues = { borrowerId: number; now: Date; sealed: Buffer };

/** Of these, what is told now takes the place of what was told last. */
function keepLastStatement(
  kind: Exclude<TellingKind, 'device'>,
  { table, sealed }: { table: string; sealed: string },
): Statement<AllowedRow, KeepLastValues> {
  return statement<AllowedRow, KeepLastValues>(
    `device: keep ${table}`,
    whereAllowed(
      kind,
      `kept as (
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

/** Keeps what a phone says of itself in place of what it said at the last such occasion, of the last five phones. */
export function keepPhone(
  { db, sealing }: Keeping,
  { borrowerId, now, occasion, info }: Telling & { occasion: Occasion; info: PhoneInfo },
): Promise<Told> {
  const phoneHash = sealing.lookupHash('phone', info.deviceid);
  const values = { borrowerId, now, phoneHash, occasion, infoSealed: sealing.seal(JSON.stringify(info)) };
  return keep(db, 'device', keepPhoneStatement, values);
}

/** Keeps the last place only, to two decimals of a degree: about a kilometre. */
export function keepLocation(
  { db, sealing }: Keeping,
  { borrowerId, now, location }: Telling & { location: Location },
): Promise<Told> {
  const rough: Location = { latitude: roughly(location.latitude), longitude: roughly(location.longitude) };
  const values = { borrowerId, now, sealed: sealing.seal(JSON.stringify(rough)) };
  return keep(db, 'location', keepLocationStatement, values);
}

/** Keeps the figures in place of the last ones, so that the same SMS told twice count once. */
export function keepFigures(
  { db, sealing }: Keeping,
  { borrowerId, now, figures }: Telling & { figures: MoneyFigures },
): Promise<Told> {
  const values = { borrowerId, now, sealed: sealing.seal(JSON.stringify(figures)) };
  return keep(db, 'messages', keepFiguresStatement, values);
}

async function keep<Values extends { borrowerId: number }>(
  db: Database,
  kind: TellingKind,
  keeping: Statement<AllowedRow, Values>,
  values: Values,
): Promise<Told> {
  if (await db.row(keeping, values)) return allow(null);
  const isAllowed = await hasConsent(db, values.borrowerId, kind);
  return refuse({ kind: isAllowed ? 'too_often' : 'consent_missing' });
}

export function endOfTellingHour(now: Date): Date {
  return toDate((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

function roughly(degrees: number): number {
  return Math.round(degrees * 100) / 100 + 0; // -0 + 0 is 0
}
