import { demoSettings } from '../src/simulator/settings.ts';

/** Chooses an account in the simulated Google's window, and answers with the access token that the app would get. */
export async function googleToken(
  simulatorUrl: string,
  email: string,
  clientId = demoSettings.googleClientId,
): Promise<string> {
  const response = await fetch(`${simulatorUrl}/google/authorize`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: clientId,
      response_type: 'token',
      scope: 'openid email profile',
      state: 'any',
      origin: 'http://127.0.0.1',
      email,
    }),
  });
  const token = /access_token&quot;:&quot;([\w.-]+)&quot;/.exec(await response.text())?.[1];
  if (token === undefined) throw new Error(`Google answered ${response.status} and no token`);
  return token;
}
