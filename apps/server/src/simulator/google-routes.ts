import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  findGoogleIdToken,
  findGoogleToken,
  issueGoogleIdToken,
  issueGoogleToken,
  listGoogleAccounts,
  openGoogleAccount,
} from './google-accounts.ts';
import { chooserPage, refusalPage, styleSheet } from './google-pages.ts';
import { readBodiesAsBytes } from './operator-answer.ts';
import type { Simulator } from './settings.ts';

/** The parameters of the app's request, as Google names them. */
const requestSchema = z.object({
  client_id: z.string().regex(/^[\w.-]{1,200}$/),
  response_type: z.enum(['token', 'id_token']),
  scope: z.string().regex(/^(?=.*\bopenid\b)(?=.*\bemail\b)[\w .:/-]{1,500}$/),
  state: z.string().min(1).max(500),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  prompt: z.literal('select_account').optional(),
});

const choiceSchema = z.union([z.object({ action: z.literal('cancel') }), z.object({ email: z.email() })]);

/** A form of the page is answered with a redirect to the app, which browsers allow only where the policy names it. */
const pagePolicy = (appOrigin: string) =>
  `default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self' ${appOrigin}; frame-ancestors 'none'`;

/** The part of Google that this product uses: the window for choosing an account, and two calls about a token. */
export async function registerGoogle(
  app: FastifyInstance,
  { simulator }: { simulator: Simulator },
): Promise<void> {
  readBodiesAsBytes(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  registerAccountWindow(app, simulator);
  registerTokenCalls(app, simulator);
}

function registerAccountWindow(app: FastifyInstance, simulator: Simulator): void {
  app.get('/authorize', async (request, reply) => {
    const wanted = requestSchema.safeParse(request.query);
    if (!wanted.success || !isKnownApp(request, wanted.data.redirect_uri)) {
      return sendPage(reply.code(400), refusalPage());
    }
    return sendPage(reply, chooserPage(wanted.data, await listGoogleAccounts(simulator)), wanted.data);
  });

  app.post('/authorize', async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(String(request.body ?? '')));
    const wanted = requestSchema.safeParse(form);
    if (!wanted.success || !isKnownApp(request, wanted.data.redirect_uri)) {
      return sendPage(reply.code(400), refusalPage());
    }
    const choice = choiceSchema.safeParse(form);
    if (!choice.success) {
      const page = chooserPage(wanted.data, await listGoogleAccounts(simulator));
      return sendPage(reply.code(400), page, wanted.data);
    }
    const { client_id, scope, state, redirect_uri } = wanted.data;
    if ('action' in choice.data) {
      return leadBack(reply, redirect_uri, { error: 'access_denied', state });
    }
    const account = await openGoogleAccount(simulator, choice.data.email);
    const { subject } = account;
    if (wanted.data.response_type === 'id_token') {
      const id_token = await issueGoogleIdToken(simulator, { ...account, clientId: client_id });
      return leadBack(reply, redirect_uri, { id_token, state });
    }
    const answer = {
      access_token: await issueGoogleToken(simulator, { subject, clientId: client_id, scope }),
      token_type: 'Bearer',
      expires_in: String(simulator.settings.googleTokenSeconds),
      scope,
      state,
    };
    return leadBack(reply, redirect_uri, answer);
  });

  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet));
}

function registerTokenCalls(app: FastifyInstance, simulator: Simulator): void {
  app.post('/tokeninfo', async (request, reply) => {
    const refuse = () => reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' });
    const idToken = new URLSearchParams(String(request.body ?? '')).get('id_token');
    if (idToken !== null) {
      const claims = await findGoogleIdToken(simulator, idToken);
      // Google sends every claim as text.
      return claims
        ? Object.fromEntries(Object.entries(claims).map(([name, value]) => [name, String(value)]))
        : refuse();
    }
    const token = await findGoogleToken(simulator, request.headers.authorization);
    if (!token) return refuse();
    return {
      azp: token.clientId,
      aud: token.clientId,
      sub: token.subject,
      scope: token.scope,
      exp: String(Math.floor(simulator.now() / 1000) + token.lastsSeconds),
      expires_in: String(token.lastsSeconds),
      email: token.email,
      email_verified: 'true',
      access_type: 'online',
    };
  });

  app.get('/userinfo', async (request, reply) => {
    const token = await findGoogleToken(simulator, request.headers.authorization);
    if (!token) {
      return reply.code(401).send({ error: 'invalid_request', error_description: 'Invalid Credentials' });
    }
    return { sub: token.subject, name: token.fullName, email: token.email, email_verified: true };
  });
}

/** Google leads back only to addresses that an app has registered. The simulator leads to apps on this machine. */
function isKnownApp(request: FastifyRequest, redirectUri: string): boolean {
  const { hostname, host } = new URL(redirectUri);
  return host === request.host || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** Leads to the page of the app. The answer is in the fragment, which no server sees. */
function leadBack(reply: FastifyReply, redirectUri: string, answer: Record<string, string>): FastifyReply {
  return reply
    .header('cross-origin-opener-policy', 'unsafe-none')
    .redirect(`${redirectUri}#${new URLSearchParams(answer)}`, 303);
}

function sendPage(reply: FastifyReply, page: string, wanted?: { redirect_uri: string }): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy(wanted ? new URL(wanted.redirect_uri).origin : ''))
      .header('x-content-type-options', 'nosniff')
      // The window can reach the page that opened it, as with Google.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(page)
  );
}
