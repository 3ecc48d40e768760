import { generateKeyPairSync, type KeyObject, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Google's token service (RFC 7523) and Firebase Cloud Messaging with the Android phones behind it. It checks what the
 * real ones check, and answers as Google documents its HTTP API, version 1.
 */

/** What the phone was shown, and how Firebase was asked to deliver it. */
export type AppDelivery = {
  title: string;
  body: string;
  data: Record<string, string>;
  tag: string;
  ttl: string;
  collapseKey: string;
  priority: string;
};

/** What Firebase answers to a message that is in order, or nothing at all. */
export type FirebaseAnswer = 'taken' | 'unregistered' | 'foreign' | 'busy' | 'broken' | 'moved' | 'silence';

export type RegisteredApp = { fcmToken: string; deliveries: AppDelivery[]; answer: FirebaseAnswer };

export type Firebase = {
  url: string;
  /** The file that Google's console gives for a service account. */
  serviceAccount: string;
  /** The assertions that came, in order or not. */
  assertions: number;
  /** The messages that came, in order or not. */
  requests: number;
  /** What was wrong with requests. */
  faults: string[];
  /** What the token service answers to an assertion that is in order. */
  tokenAnswer: 'token' | 'busy' | 'silence' | 'unreadable';
  /** False where each access token is refused with 401. */
  acceptsAccess: boolean;
  register(): RegisteredApp;
  /** Ends all access tokens before their time. */
  revokeAccess(): void;
  close(): Promise<void>;
};

const PROJECT = 'lender-example';
const CLIENT_EMAIL = 'notifications@lender-example.iam.gserviceaccount.com';
const KEY_ID = '9f3a0c5d7e1b42688a90';
const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const HOUR_SECONDS = 3600;
/** For how long an access token is good: Google says a second less than an hour. */
const ACCESS_SECONDS = HOUR_SECONDS - 1;
const FOUR_WEEKS_SECONDS = 28 * 24 * 3600;

const ANSWERS = {
  unregistered: [404, 'NOT_FOUND', 'UNREGISTERED', 'Requested entity was not found.'],
  foreign: [403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH', 'SenderId mismatch'],
  busy: [429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', 'Quota exceeded.'],
  broken: [503, 'UNAVAILABLE', 'UNAVAILABLE', 'The service is currently unavailable.'],
} as const;

class Fault extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Behind = {
  firebase: Firebase;
  keys: { publicKey: KeyObject };
  apps: Map<string, RegisteredApp>;
  /** When each access token ends. */
  accessTokens: Map<string, number>;
  nowMs: () => number;
};

export async function startFirebase(nowMs: () => number = Date.now): Promise<Firebase> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const apps: Behind['apps'] = new Map();
  const accessTokens: Behind['accessTokens'] = new Map();
  const server = createServer((request, response) => void receive(behind, request, response));
  // On a busy machine, seconds can pass between two requests of a test. Google keeps a connection for minutes.
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const firebase: Firebase = {
    url,
    serviceAccount: JSON.stringify({
      type: 'service_account',
      project_id: PROJECT,
      private_key_id: KEY_ID,
      private_key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      client_email: CLIENT_EMAIL,
      token_uri: `${url}/token`,
    }),
    assertions: 0,
    requests: 0,
    faults: [],
    tokenAnswer: 'token',
    acceptsAccess: true,
    register() {
      const fcmToken = `${randomBytes(11).toString('base64url')}:APA91b${randomBytes(100).toString('base64url')}`;
      const app: RegisteredApp = { fcmToken, deliveries: [], answer: 'taken' };
      apps.set(fcmToken, app);
      return app;
    },
    revokeAccess: () => accessTokens.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const behind: Behind = { firebase, keys, apps, accessTokens, nowMs };
  return firebase;
}

/** `undefined` is silence. */
type Answer = { status: number; body: unknown; headers?: Record<string, string> } | undefined;

async function receive(behind: Behind, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const answer = answerTo(behind, request, Buffer.concat(chunks).toString('utf8'));
  if (answer === undefined) return;
  const { status, body, headers } = answer;
  const isText = typeof body === 'string';
  response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers });
  response.end(isText ? body : JSON.stringify(body));
}

function answerTo(behind: Behind, request: IncomingMessage, body: string): Answer {
  const { firebase } = behind;
  const isToken = request.url === '/token';
  if (isToken) firebase.assertions += 1;
  else firebase.requests += 1;
  try {
    must(request.method === 'POST', `the method is ${request.method}`);
    return isToken ? tokenAnswer(behind, body) : messageAnswer(behind, request, body);
  } catch (error) {
    firebase.faults.push((error as Error).message);
    const status = error instanceof Fault ? error.status : 400;
    if (isToken) return { status, body: { error: 'invalid_grant', error_description: '…' } };
    const code = status === 401 ? 'UNAUTHENTICATED' : 'INVALID_ARGUMENT';
    return { status, body: { error: { code: status, status: code, message: '…' } } };
  }
}

function tokenAnswer({ firebase, keys, accessTokens, nowMs }: Behind, body: string): Answer {
  const form = new URLSearchParams(body);
  must(form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'another grant is asked');
  const audience = `${firebase.url}/token`;
  checkAssertion(form.get('assertion') ?? '', keys.publicKey, { audience, nowMs: nowMs() });
  if (firebase.tokenAnswer === 'silence') return undefined;
  if (firebase.tokenAnswer === 'busy') return { status: 503, body: 'Service Unavailable' };
  if (firebase.tokenAnswer === 'unreadable') return { status: 200, body: '<html>' };
  const token = `ya29.${randomBytes(60).toString('base64url')}`;
  accessTokens.set(token, nowMs() + ACCESS_SECONDS * 1000);
  return { status: 200, body: { access_token: token, expires_in: ACCESS_SECONDS, token_type: 'Bearer' } };
}

function messageAnswer(
  { firebase, apps, accessTokens, nowMs }: Behind,
  { url, headers }: IncomingMessage,
  body: string,
): Answer {
  if (url !== `/v1/projects/${PROJECT}/messages:send`) return { status: 404, body: 'Not Found' };
  const [, accessToken = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
  const isLive = firebase.acceptsAccess && nowMs() < (accessTokens.get(accessToken) ?? 0);
  if (!isLive) throw new Fault(401, 'the access token has ended or is not ours');
  const { token, delivery } = readMessage(JSON.parse(body));
  const app = apps.get(token);
  const outcome = app === undefined ? 'unregistered' : app.answer;
  if (outcome === 'silence') return undefined;
  if (outcome === 'moved')
    return { status: 307, body: '', headers: { location: `${firebase.url}/elsewhere` } };
  if (outcome === 'taken') {
    app!.deliveries.push(delivery);
    return { status: 200, body: { name: `projects/${PROJECT}/messages/0:${firebase.requests}` } };
  }
  const [code, status, errorCode, message] = ANSWERS[outcome];
  const details = [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode }];
  return { status: code, body: { error: { code, message, status, details } } };
}

function must(isSo: boolean, fault: string): void {
  if (!isSo) throw new Fault(400, fault);
}

/** Signed by the key of the account, for this token service and for messages only, and ending within an hour. */
function checkAssertion(
  assertion: string,
  publicKey: KeyObject,
  { audience, nowMs }: { audience: string; nowMs: number },
): void {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const { alg, kid } = json(header);
  must(alg === 'RS256' && kid === KEY_ID, 'the assertion names another key');
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  );
  must(isSigned, 'the signature of the assertion is wrong');
  const { iss, scope, aud, iat, exp } = json(claims);
  must(iss === CLIENT_EMAIL, `the assertion is of ${iss}`);
  must(scope === SCOPE, `the scope is ${scope}`);
  must(aud === audience, `the assertion is for ${aud}`);
  const [issuedAt, endsAt, now] = [Number(iat), Number(exp), nowMs / 1000];
  must(issuedAt <= now + 60 && now < endsAt && endsAt - issuedAt <= HOUR_SECONDS, 'its times are wrong');
}

function json(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
}

type SentMessage = {
  message: {
    token: string;
    notification: { title: string; body: string };
    data: Record<string, string>;
    android: { priority: string; ttl: string; collapse_key: string; notification: { tag: string } };
  };
};

/** Throws where the message is not as the reference of the API says. */
function readMessage({ message }: SentMessage): { token: string; delivery: AppDelivery } {
  const { token, notification, data, android } = message;
  must(
    Object.values(data).every((value) => typeof value === 'string'),
    'a value of data is no text',
  );
  const [, seconds] = /^(\d+)s$/.exec(android.ttl) ?? [];
  must(seconds !== undefined && Number(seconds) <= FOUR_WEEKS_SECONDS, `the ttl is ${android.ttl}`);
  must(['normal', 'high'].includes(android.priority), `the priority is ${android.priority}`);
  const delivery = {
    ...notification,
    data,
    tag: android.notification.tag,
    ttl: android.ttl,
    collapseKey: android.collapse_key,
    priority: android.priority,
  };
  return { token, delivery };
}
