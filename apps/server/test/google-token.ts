import { demoSettings } from '../src/simulator/settings.ts';

/** Chooses an account in the simulated Google's window, and answers with the access token that the app would get. */
export function googleToken(simulatorUrl: string, email: string, clientId?: string): Promise<string> {
  return chooseAccount(simulatorUrl, email, { kind: 'token', answered: 'access_token', clientId });
}

/** The same for the Android app, which gets an ID token. */
export function googleIdToken(simulatorUrl: string, email: string, clientId?: string): Promise<string> {
  return chooseAccount(simulatorUrl, email, { kind: 'id_token', answered: 'id_token', clientId });
}

async function chooseAccount(
  simulatorUrl: string,
  email: string,
  wanted: { kind: string; answered: string; clientId: string | undefined },
): Promise<string> {
  const { kind, answered, clientId = demoSettings.googleClientId } = wanted;
  const response = await fetch(`${simulatorUrl}/google/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      client_id: clientId,
      response_type: kind,
      scope: 'openid email profile',
      state: 'any',
      redirect_uri: 'http://127.0.0.1/google-return.html',
      email,
    }),
  });
  const location = response.headers.get('location') ?? '';
  const token = new URLSearchParams(location.split('#')[1]).get(answered);
  if (token === null) throw new Error(`Google answered ${response.status} and no token`);
  return token;
}
