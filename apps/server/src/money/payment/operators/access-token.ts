import { z } from 'zod';
import {
  type OperatorAnswer,
  type OperatorHttp,
  type OperatorRequest,
  retryAfterOf,
} from './operator-http.ts';
import type { Fetched, NotFetched, RenewedValue } from './renewed-value.ts';

/** MTN sends the lifetime as a number, Airtel as a text. */
const tokenBody = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

export function readToken(answer: OperatorAnswer): Fetched | NotFetched {
  const notFetched = { value: undefined, ...retryAfterOf(answer) };
  if (answer.kind !== 'answered' || answer.status !== 200) return notFetched;
  const { data } = tokenBody.safeParse(answer.body);
  return data ? { value: data.access_token, lifetimeSeconds: data.expires_in } : notFetched;
}

/** A refused token (401) is renewed once. The operator has not carried out a request that it refused. */
export async function sendWithToken(
  http: OperatorHttp,
  tokens: RenewedValue,
  requestWith: (token: string) => OperatorRequest,
): Promise<OperatorAnswer> {
  for (let tries = 1; ; tries += 1) {
    const { value: token, ...wait } = await tokens.get();
    if (token === undefined) return { kind: 'not_sent', cause: 'no_access_token', ...wait };
    const answer = await http.send(requestWith(token));
    if (answer.kind !== 'answered' || answer.status !== 401) return answer;
    tokens.forget(token);
    if (tries === 2) return answer;
  }
}
