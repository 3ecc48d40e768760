import { demoSettings } from '../src/simulator/settings.ts';

/** Chooses an account in the simulated Google's window, and answers with the access token that the app would get. */
export async function googleToken(
  simulatorUrl: string,
  email: string,
  clientId = demoSettings.googleClientId,
): Promise<string> {
  const response = await fetch(`${simulatorUrl}/google/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: clientId,
      response_type: 'token',
      scope: 'openid email profile',
      state: 'any',
      redirect_uri: 'http://127.0.0.1/google-return.html',
      email,
    }),
  });
  const location = response.headers.get('location') ?? '';
  const token = new URLSearchParams(location.split('#')[1]).get('access_token');
  if (token === null) throw new Error(`Google answered ${response.status} and no token`);
  return token;
}
