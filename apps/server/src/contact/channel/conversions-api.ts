import { createHash } from 'node:crypto';

/** A registration, as an advertising network is told of it. */
export type Conversion = { pixelId: string; pixelToken: string; eventId: string; at: Date };

/** Reports a registration to the advertising network. Throws unless the network accepted it. */
export type ReportConversion = (conversion: Conversion) => Promise<void>;

const TIMEOUT_MS = 10_000;

/**
 * Meta's Conversions API, as its documentation says. An event needs data about a person: it gets the hash of its own
 * random id and our own name, so the network can count registrations and find no person.
 */
export function conversionsApi(settings: { baseUrl: string; publicUrl: string }): ReportConversion {
  return async ({ pixelId, pixelToken, eventId, at }) => {
    const event = {
      event_name: 'CompleteRegistration',
      event_time: Math.floor(at.getTime() / 1000),
      event_id: eventId,
      action_source: 'website',
      event_source_url: new URL('/', settings.publicUrl).href,
      user_data: {
        external_id: [createHash('sha256').update(eventId).digest('hex')],
        client_user_agent: 'Thumba',
      },
    };
    const response = await fetch(`${settings.baseUrl}/${encodeURIComponent(pixelId)}/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: [event], access_token: pixelToken }),
      // A redirect would send the token to a host that is not configured.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the advertising network answered ${response.status}`);
  };
}
