import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Database, statement, type Transaction } from '../../platform/database.ts';

/** Where passkeys belong to: the host of the console. */
export type PasskeyPlace = { consoleOrigin: string; lenderName: string };

/** A person with the number of their account as the user handle, which is not personal data. */
type PasskeyPerson = { staffId: number; userName: string; name: string };

type StoredPasskey = {
  credential_id: string;
  staff_id: number;
  public_key: Buffer;
  use_count: number;
  transports: string[];
};

export async function registrationOptions(
  { consoleOrigin, lenderName }: PasskeyPlace,
  { person, known }: { person: PasskeyPerson; known: readonly string[] },
) {
  return generateRegistrationOptions({
    rpName: `${lenderName} console`,
    rpID: new URL(consoleOrigin).hostname,
    userName: person.userName,
    userDisplayName: person.name,
    userID: new TextEncoder().encode(`staff ${person.staffId}`),
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    // Signing in asks for no user name, and the authenticator looks at the person: two factors in one.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

export async function signInOptions({ consoleOrigin }: PasskeyPlace) {
  return generateAuthenticationOptions({
    rpID: new URL(consoleOrigin).hostname,
    userVerification: 'required',
  });
}

export type NewPasskey = { credentialId: string; publicKey: Buffer; useCount: number; transports: string[] };

/** The passkey in a response of the browser; undefined where the response is not what was asked for. */
export async function readNewPasskey(
  { consoleOrigin }: PasskeyPlace,
  { response, challenge }: { response: unknown; challenge: string },
): Promise<NewPasskey | undefined> {
  const verified = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: consoleOrigin,
    expectedRPID: new URL(consoleOrigin).hostname,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    useCount: credential.counter,
    transports: credential.transports ?? [],
  };
}

const addPasskeyStatement = statement<
  { credential_id: string },
  NewPasskey & { staffId: number; name: string; now: Date }
>(
  'staff access: add a passkey',
  `insert into staff_passkey (credential_id, staff_id, public_key, use_count, transports, name, added_at)
   values ($credentialId, $staffId, $publicKey, $useCount, $transports, $name, $now)
   on conflict do nothing returning credential_id`,
);

/** False where this passkey is stored already. */
export async function addPasskey(
  db: Database | Transaction,
  passkey: NewPasskey & { staffId: number; name: string; now: Date },
): Promise<boolean> {
  return (await db.row(addPasskeyStatement, passkey)) !== undefined;
}

const findPasskeyStatement = statement<StoredPasskey, { credentialId: string }>(
  'staff access: find a passkey',
  `select p.credential_id, p.staff_id, p.public_key, p.use_count, p.transports
   from staff_passkey p join staff_member m using (staff_id)
   where p.credential_id = $credentialId and m.state = 'active'`,
);

/** A count that did not rise is of a copied authenticator. Authenticators that do not count say 0. */
const usePasskeyStatement = statement<
  { staff_id: number },
  { credentialId: string; useCount: number; now: Date }
>(
  'staff access: use a passkey',
  `update staff_passkey set use_count = $useCount::bigint, last_used_at = $now
   where credential_id = $credentialId and (use_count < $useCount::bigint or $useCount::bigint = 0 and use_count = 0)
   returning staff_id`,
);

/** The person who signs in with this response; undefined where it is not what was asked for. */
export async function staffOfPasskey(
  db: Database,
  { consoleOrigin }: PasskeyPlace,
  { response, challenge, now }: { response: { id: string }; challenge: string; now: Date },
): Promise<number | undefined> {
  const stored = await db.row(findPasskeyStatement, { credentialId: response.id });
  if (!stored) return undefined;
  const verified = await verifyAuthenticationResponse({
    response: response as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: consoleOrigin,
    expectedRPID: new URL(consoleOrigin).hostname,
    requireUserVerification: true,
    credential: {
      id: stored.credential_id,
      publicKey: new Uint8Array(stored.public_key),
      counter: stored.use_count,
    },
  }).catch(() => undefined);
  if (!verified?.verified) return undefined;
  const { newCounter } = verified.authenticationInfo;
  const used = await db.row(usePasskeyStatement, {
    credentialId: stored.credential_id,
    useCount: newCounter,
    now,
  });
  return used?.staff_id;
}

export type ListedPasskey = { passkeyId: string; name: string; addedAt: Date; lastUsedAt: Date | null };

const listPasskeysStatement = statement<
  { credential_id: string; name: string; added_at: Date; last_used_at: Date | null },
  { staffId: number }
>(
  'staff access: list passkeys',
  `select credential_id, name, added_at, last_used_at from staff_passkey where staff_id = $staffId order by added_at`,
);

export async function listPasskeys(db: Database, staffId: number): Promise<ListedPasskey[]> {
  const rows = await db.rows(listPasskeysStatement, { staffId });
  return rows.map((row) => ({
    passkeyId: row.credential_id,
    name: row.name,
    addedAt: row.added_at,
    lastUsedAt: row.last_used_at,
  }));
}

/** The last way to sign in is not removed. */
const removePasskeyStatement = statement<{ credential_id: string }, { staffId: number; passkeyId: string }>(
  'staff access: remove a passkey',
  `delete from staff_passkey where staff_id = $staffId and credential_id = $passkeyId and (
     exists (select from staff_password where staff_id = $staffId)
     or exists (select from staff_passkey o where o.staff_id = $staffId and o.credential_id <> $passkeyId))
   returning credential_id`,
);

/** False where there is no such passkey, or where it is the only way in. */
export async function removePasskey(db: Database, staffId: number, passkeyId: string): Promise<boolean> {
  return (await db.row(removePasskeyStatement, { staffId, passkeyId })) !== undefined;
}
