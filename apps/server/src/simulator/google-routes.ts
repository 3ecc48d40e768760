import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  findGoogleToken,
  issueGoogleToken,
  listGoogleAccounts,
  openGoogleAccount,
} from './google-accounts.ts';
import { answerPage, answerScript, chooserPage, refusalPage, styleSheet } from './google-pages.ts';
import { readBodiesAsBytes } from './operator-answer.ts';
import type { Simulator } from './settings.ts';

/** The parameters of the app's request, as Google names them, and the origin of the page that gets the answer. */
const requestSchema = z.object({
  client_id: z.string().regex(/^[\w.-]{1,200}$/),
  response_type: z.literal('token'),
  scope: z.string().regex(/^(?=.*\bopenid\b)(?=.*\bemail\b)[\w .:/-]{1,500}$/),
  state: z.string().min(1).max(500),
  origin: z.url(),
});

const choiceSchema = z.union([z.object({ action: z.literal('cancel') }), z.object({ email: z.email() })]);

const pagePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

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
    if (!wanted.success || !isKnownOrigin(request, wanted.data.origin)) {
      return sendPage(reply.code(400), refusalPage());
    }
    return sendPage(reply, chooserPage(wanted.data, await listGoogleAccounts(simulator)));
  });

  app.post('/authorize', async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(String(request.body ?? '')));
    const wanted = requestSchema.safeParse(form);
    if (!wanted.success || !isKnownOrigin(request, wanted.data.origin)) {
      return sendPage(reply.code(400), refusalPage());
    }
    const choice = choiceSchema.safeParse(form);
    if (!choice.success) {
      return sendPage(reply.code(400), chooserPage(wanted.data, await listGoogleAccounts(simulator)));
    }
    const { client_id, scope, state, origin } = wanted.data;
    if ('action' in choice.data) {
      return sendPage(reply, answerPage(origin, { error: 'access_denied', state }));
    }
    const { subject } = await openGoogleAccount(simulator, choice.data.email);
    const answer = {
      access_token: await issueGoogleToken(simulator, { subject, clientId: client_id, scope }),
      token_type: 'Bearer',
      expires_in: String(simulator.settings.googleTokenSeconds),
      scope,
      state,
    };
    return sendPage(reply, answerPage(origin, answer));
  });

  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet));
  app.get('/answer.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(answerScript),
  );
}

function registerTokenCalls(app: FastifyInstance, simulator: Simulator): void {
  app.post('/tokeninfo', async (request, reply) => {
    const token = await findGoogleToken(simulator, request.headers.authorization);
    if (!token) {
      return reply.code(400).send({ error: 'invalid_token', error_description: 'Invalid Value' });
    }
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

/** Google answers only the origins that an app has registered. The simulator answers apps on this machine. */
function isKnownOrigin(request: FastifyRequest, origin: string): boolean {
  const { hostname, host } = new URL(origin);
  return host === request.host || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      // The window can reach the page that opened it, as with Google.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(page)
  );
}
