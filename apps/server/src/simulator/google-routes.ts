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

/** What the app asks for, as in an address of Google's, with the origin that the answer is for. */
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

/** Google as far as this product needs it: the window that asks for an account, and the two calls about a token. */
export async function registerGoogle(
  app: FastifyInstance,
  { simulator }: { simulator: Simulator },
): Promise<void> {
  readBodiesAsBytes(app);
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get('/authorize', async (request, reply) => {
    const wanted = requestSchema.safeParse(request.query);
    if (!wanted.success || !isKnownOrigin(simulator, request, wanted.data.origin)) {
      return sendPage(reply.code(400), refusalPage());
    }
    return sendPage(reply, chooserPage(wanted.data, await listGoogleAccounts(simulator)));
  });

  app.post('/authorize', async (request, reply) => {
    const form = Object.fromEntries(new URLSearchParams(String(request.body ?? '')));
    const wanted = requestSchema.safeParse(form);
    if (!wanted.success || !isKnownOrigin(simulator, request, wanted.data.origin)) {
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
    const token = await issueGoogleToken(simulator, { subject, clientId: client_id, scope });
    const lastsSeconds = String(simulator.settings.googleTokenSeconds);
    return sendPage(
      reply,
      answerPage(origin, {
        access_token: token,
        token_type: 'Bearer',
        expires_in: lastsSeconds,
        scope,
        state,
      }),
    );
  });

  app.get('/page.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(styleSheet));
  app.get('/answer.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(answerScript),
  );

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

/** Google answers only the origins that an app has registered. Here that is an app on this machine. */
function isKnownOrigin({ settings }: Simulator, request: FastifyRequest, origin: string): boolean {
  const { hostname, host } = new URL(origin);
  return settings.allowRemote || host === request.host || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return (
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      // The window keeps hold of the one that opened it, as Google's own does.
      .header('cross-origin-opener-policy', 'unsafe-none')
      .send(page)
  );
}
