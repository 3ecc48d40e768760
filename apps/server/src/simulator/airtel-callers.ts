import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSignedBody, type SigningKey } from './airtel-signing.ts';
import { type AirtelEnvelope, successEnvelope } from './airtel-wire.ts';
import type { Direction } from './instruction.ts';
import { type Answer, jsonOf, type OperatorParts } from './operator-answer.ts';
import type { Simulator } from './settings.ts';
import { findTokenOwner, issueToken } from './tokens.ts';

export type Airtel = OperatorParts & { signingKey: SigningKey };

const tokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.literal('client_credentials'),
});

const KEY_VALID_UPTO = '31-12-2099 23:59:59';

type Refusal = { message: string; result?: string; response?: string };

export function refusal(status: number, { message, result, response }: Refusal): Answer {
  const body: AirtelEnvelope = {
    status: {
      code: String(status),
      message,
      ...(result && { result_code: result }),
      ...(response && { response_code: response }),
      success: false,
    },
  };
  return { status, body };
}

export const badField = refusal(400, { message: 'Field validation.', result: 'ESB000008' });
export const internalError = refusal(500, { message: 'Something went wrong', result: 'ESB000001' });
export async function grantToken(simulator: Simulator, request: FastifyRequest): Promise<Answer> {
  const { settings } = simulator;
  const body = tokenBody.safeParse(jsonOf(request.body));
  if (!body.success) {
    return {
      status: 400,
      body: { error: 'invalid_request', error_description: 'Missing or invalid parameters' },
    };
  }
  const { client_id, client_secret } = body.data;
  if (client_id !== settings.airtelClientId || client_secret !== settings.airtelClientSecret) {
    return {
      status: 401,
      body: { error: 'invalid_client', error_description: 'Invalid client authentication' },
    };
  }
  const token = await issueToken(simulator, 'airtel', 'all', client_id, settings.airtelTokenSeconds);
  return {
    status: 200,
    body: { access_token: token, expires_in: String(settings.airtelTokenSeconds), token_type: 'bearer' },
  };
}

export async function refuseCaller(
  simulator: Simulator,
  request: FastifyRequest,
): Promise<Answer | undefined> {
  if (!(await findTokenOwner(simulator, 'airtel', 'all', request.headers.authorization))) {
    return refusal(401, { message: 'Unauthorized' });
  }
  if (request.headers['x-country'] !== 'ZM') {
    return refusal(400, { message: 'Invalid Country', response: 'ROUTER006' });
  }
  if (request.headers['x-currency'] !== 'ZMW') {
    return refusal(400, { message: 'Invalid Currency', response: 'ROUTER112' });
  }
  return undefined;
}

export function encryptionKey({ publicKeyBase64 }: SigningKey): Answer {
  const data = { key_id: 1, key: publicKeyBase64, valid_upto: KEY_VALID_UPTO };
  return { status: 200, body: successEnvelope(data, 'DP02010001001', 'Success') };
}

export function refuseSignature(
  { simulator, signingKey }: Airtel,
  direction: Direction,
  request: FastifyRequest,
): Answer | undefined {
  const { 'x-signature': signature, 'x-key': key } = request.headers;
  const isSigned = isSignedBody(signingKey, simulator.settings.airtelSignaturePadding, request.body, {
    signature: signature?.toString(),
    encryptedKey: key?.toString(),
  });
  if (isSigned) return undefined;
  return refusal(403, {
    message: 'X-signature and payload did not match.',
    response: direction === 'collect' ? 'DP00800001026' : 'DP00900001016',
  });
}
