/*
 * The phone's own screen lock (PIN, pattern, fingerprint), asked for through WebAuthn. What it answers is checked here, on
 * the phone, so no server and no network is needed (docs/decisions/0089-the-app-lock-is-checked-on-the-phone.md).
 */

const RANDOM_BYTES = 32;
/** ES256 and RS256: each platform has one of them. */
const ALGORITHMS = [-7, -257];
/** The byte of the flags in the data that the authenticator signs, and the bit that a person was verified. */
const FLAGS_AT = 32;
const IS_USER_VERIFIED = 0b100;

export type ScreenLock = 'ready' | 'not-in-browser' | 'not-on-phone';

export async function findScreenLock(): Promise<ScreenLock> {
  if (!('PublicKeyCredential' in window)) return 'not-in-browser';
  try {
    const isThere = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
    return isThere ? 'ready' : 'not-on-phone';
  } catch {
    return 'not-in-browser';
  }
}

/**
 * Asks for the screen lock and makes a key that only it opens. Answers the id of the key, and undefined when the phone
 * did not confirm the person. The same `owner` replaces its earlier key.
 */
export async function makeKey(owner: string, name: string): Promise<string | undefined> {
  const made = await asked((signal) =>
    navigator.credentials.create({
      signal,
      publicKey: {
        challenge: randomBytes(),
        rp: { name },
        user: { id: new TextEncoder().encode(owner), name, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          userVerification: 'required',
          // A key of this phone alone. Android copies the other kind to the Google account, which needs a network.
          residentKey: 'discouraged',
        },
        attestation: 'none',
      },
    }),
  );
  return made?.id;
}

/** Asks for the screen lock: whether the phone has confirmed the person. A new question ends the one before. */
export async function confirmPerson(keyId: string): Promise<boolean> {
  const found = await asked((signal) =>
    navigator.credentials.get({
      signal,
      publicKey: {
        challenge: randomBytes(),
        allowCredentials: [{ type: 'public-key', id: bytesOf(keyId), transports: ['internal'] }],
        userVerification: 'required',
      },
    }),
  );
  return (
    found?.id === keyId &&
    isUserVerified((found.response as AuthenticatorAssertionResponse).authenticatorData)
  );
}

let question: AbortController | undefined;

async function asked(
  ask: (signal: AbortSignal) => Promise<Credential | null>,
): Promise<PublicKeyCredential | undefined> {
  question?.abort();
  question = new AbortController();
  try {
    return ((await ask(question.signal)) as PublicKeyCredential | null) ?? undefined;
  } catch (error) {
    // A browser does not tell why: the person refused or failed, the screen lock is gone, or so is the key.
    console.warn(error);
    return undefined;
  }
}

export function isUserVerified(authenticatorData: ArrayBuffer): boolean {
  return ((new Uint8Array(authenticatorData)[FLAGS_AT] ?? 0) & IS_USER_VERIFIED) !== 0;
}

/** The bytes of a base64url text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/');
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function randomBytes(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
}
