import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import { StartFailure } from './start-failure.ts';

/** The account of a program at Google, as Google's console gives it in a JSON file. */
export type ServiceAccount = {
  projectId: string;
  clientEmail: string;
  privateKeyId: string;
  privateKey: KeyObject;
  tokenUrl: string;
};

const accountFile = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[a-z0-9.:-]{1,100}$/),
  client_email: z.string().min(3),
  private_key_id: z.string().min(1),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https?$/ }),
});

/** `name` is the setting that holds the file. No message repeats what is in the file. */
export function serviceAccountOf(json: string, name: string): ServiceAccount {
  const file = accountFile.safeParse(parsedOf(json));
  if (!file.success) {
    const field = file.error.issues[0]?.path.join('.');
    throw new StartFailure(
      `The setting ${name} is not the JSON file of a service account${field ? `: ${field} is missing or wrong` : ''}.`,
    );
  }
  const { project_id, client_email, private_key_id, private_key, token_uri } = file.data;
  const privateKey = rsaKeyOf(private_key);
  if (!privateKey) throw new StartFailure(`The setting ${name} has a private_key that is no RSA key.`);
  return {
    projectId: project_id,
    clientEmail: client_email,
    privateKeyId: private_key_id,
    privateKey,
    tokenUrl: token_uri,
  };
}

/** RFC 7523: a signed statement of who asks for an access token, and for what. */
export function assertionOf(
  account: ServiceAccount,
  { scope, nowMs, lastsSeconds }: { scope: string; nowMs: number; lastsSeconds: number },
): string {
  const issuedAt = Math.floor(nowMs / 1000);
  const header = { alg: 'RS256', typ: 'JWT', kid: account.privateKeyId };
  const claims = {
    iss: account.clientEmail,
    scope,
    aud: account.tokenUrl,
    iat: issuedAt,
    exp: issuedAt + lastsSeconds,
  };
  const signed = `${base64UrlOf(header)}.${base64UrlOf(claims)}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), account.privateKey).toString('base64url')}`;
}

function base64UrlOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function parsedOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function rsaKeyOf(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : undefined;
  } catch {
    return undefined;
  }
}
