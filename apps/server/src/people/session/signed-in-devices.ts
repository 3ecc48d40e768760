import { type Database, statement } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import type { SignInDevice } from './commands.ts';
import { deviceName, placeName } from './device-name.ts';

export type SignedInDevice = {
  sessionId: string;
  device: string;
  place: string;
  startedAt: Date;
  usedAt: Date;
  isTrusted: boolean;
};

type SessionRow = {
  session_id: string;
  device_sealed: Buffer;
  created_at: Date;
  used_at: Date;
  is_trusted: boolean;
};

const listStatement = statement<SessionRow, { borrowerId: number; now: Date }>(
  'session: list',
  `select session_id, device_sealed, created_at, used_at, trusted_at is not null as is_trusted
   from session where borrower_id = $borrowerId and expires_at > $now::timestamptz
   order by created_at desc, session_id limit 100`,
);

/** The hundred newest sessions of a borrower. A session from before devices were kept has no device and no place. */
export async function listSignedInDevices(
  { db, sealing }: { db: Database; sealing: Sealing },
  borrowerId: number,
  now: Date,
): Promise<SignedInDevice[]> {
  const rows = await db.rows(listStatement, { borrowerId, now });
  return rows.map((row) => {
    const { userAgent, address } = openDevice(sealing, row);
    return {
      sessionId: row.session_id,
      device: deviceName(userAgent),
      place: placeName(address),
      startedAt: row.created_at,
      usedAt: row.used_at,
      isTrusted: row.is_trusted,
    };
  });
}

function openDevice(sealing: Sealing, row: SessionRow): Pick<SignInDevice, 'userAgent' | 'address'> {
  if (row.device_sealed.length === 0) return { userAgent: '', address: '' };
  return JSON.parse(sealing.open('session.device_sealed', row, row.device_sealed)) as SignInDevice;
}

const endStatement = statement<
  { session_id: string },
  { borrowerId: number; sessionId: string | null; keptSessionId: string | null }
>(
  'session: end named',
  `delete from session where borrower_id = $borrowerId
     and ($sessionId::uuid is null or session_id = $sessionId::uuid)
     and session_id is distinct from $keptSessionId::uuid
   returning session_id`,
);

/** Ends one session of the borrower, or all but the kept one. Returns how many ended. */
export async function endSignedInDevices(
  db: Database,
  ending: { borrowerId: number; sessionId: string | undefined; keptSessionId: string | undefined },
): Promise<number> {
  const { borrowerId, sessionId = null, keptSessionId = null } = ending;
  return (await db.rows(endStatement, { borrowerId, sessionId, keptSessionId })).length;
}
