import { type EventOrigin, insertSecurityEvents } from '../../book/security-log/events.ts';
import { type Database, statement } from '../../platform/database.ts';
import { adoptedDeviceHash } from './adopted-device-hash.ts';

const trustStatement = statement<
  { borrower_id: number },
  EventOrigin & { borrowerId: number; sessionId: string; now: Date }
>(
  'trusted device: trust session',
  `with trusted as (
     update session set trusted_at = $now::timestamptz
     where session_id = $sessionId::uuid and borrower_id = $borrowerId and trusted_at is null
     returning borrower_id, device_hash, trusted_at
   ),
   kept_device as (
     insert into known_device (borrower_id, device_hash, trusted_at)
     select borrower_id, device_hash, trusted_at from trusted where device_hash is not null
     on conflict do nothing
   ),
   inserted_event as (
     ${insertSecurityEvents({ kind: 'device_trusted', borrowerId: 'borrower_id', at: '$now', from: 'trusted' })}
   )
   select borrower_id from trusted`,
);

/** The session is trusted from now on, and its device is known at the next sign-in. False where it was trusted already. */
export async function trustSession(
  db: Database,
  session: EventOrigin & { borrowerId: number; sessionId: string; now: Date },
): Promise<boolean> {
  return (await db.row(trustStatement, session)) !== undefined;
}

const registerStatement = statement<
  { borrower_id: number },
  { borrowerId: number; sessionId: string; deviceSecretHashes: Buffer[]; now: Date }
>(
  'trusted device: register',
  `with registered as (
     update session set device_hash = ${adoptedDeviceHash('$deviceSecretHashes')}
     where session_id = $sessionId::uuid and borrower_id = $borrowerId and trusted_at is not null
     returning borrower_id, device_hash
   ),
   kept_device as (
     insert into known_device (borrower_id, device_hash, trusted_at)
     select borrower_id, device_hash, $now::timestamptz from registered
     on conflict do nothing
   )
   select borrower_id from registered`,
);

/** False where the session is on a new device: only a trusted session makes its device a known one. */
export async function registerDevice(
  db: Database,
  device: { borrowerId: number; sessionId: string; deviceSecretHashes: Buffer[]; now: Date },
): Promise<boolean> {
  return (await db.row(registerStatement, device)) !== undefined;
}

const findIdentityStatement = statement<{ identity_sealed: Buffer }, { borrowerId: number; before: Date }>(
  'trusted device: find identity',
  `select identity_sealed from borrower_identity
   where borrower_id = $borrowerId and confirmed_at < $before::timestamptz`,
);

/**
 * The identity that was given before a session began. One that was given later may be the stranger's own answer to the
 * question.
 */
export async function findIdentitySealed(
  db: Database,
  borrowerId: number,
  before: Date,
): Promise<Buffer | undefined> {
  return (await db.row(findIdentityStatement, { borrowerId, before }))?.identity_sealed;
}
