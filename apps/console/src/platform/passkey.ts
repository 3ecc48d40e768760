/** Browsers from the end of 2024 on read and write passkeys as JSON. In an older one a password is the way in. */
export const arePasskeysOffered =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

type Options = { options: Record<string, unknown> };
type PasskeyResponse = { id: string; rawId: string } & Record<string, unknown>;

/** Why the browser gave no passkey, in one sentence. */
export class PasskeyFailure extends Error {
  override readonly name = 'PasskeyFailure';
}

/** Has the browser make a passkey. */
export async function makePasskey({ options }: Options): Promise<PasskeyResponse> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return responseOf(await asked(() => navigator.credentials.create({ publicKey })));
}

/** Has the browser sign in with a passkey. */
export async function signWithPasskey({ options }: Options): Promise<PasskeyResponse> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return responseOf(await asked(() => navigator.credentials.get({ publicKey })));
}

async function asked(ask: () => Promise<Credential | null>): Promise<Credential | null> {
  try {
    return await ask();
  } catch (error) {
    throw new PasskeyFailure(sentenceFor(error instanceof Error ? error.name : ''));
  }
}

function sentenceFor(name: string): string {
  if (name === 'InvalidStateError') return 'This device has a passkey of this account already';
  if (name === 'SecurityError')
    return 'A passkey works only under the name of the console, not under a bare address';
  return 'The browser gave no passkey. Please try again, or use the password.';
}

function responseOf(credential: Credential | null): PasskeyResponse {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyFailure(sentenceFor(''));
  return credential.toJSON() as unknown as PasskeyResponse;
}
