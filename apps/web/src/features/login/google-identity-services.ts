import { GOOGLE_SCOPE, type GoogleOutcome } from './google-sign-in.ts';

/** The used part of Google's script, as its reference describes it. */
type TokenResponse = { access_token?: string; error?: string };
type TokenClient = { requestAccessToken(): void };
type IdentityServices = {
  accounts: {
    oauth2: {
      initTokenClient(settings: {
        client_id: string;
        scope: string;
        callback: (response: TokenResponse) => void;
        error_callback: (error: { type: string }) => void;
      }): TokenClient;
    };
  };
};

const SCRIPT = 'https://accounts.google.com/gsi/client';

let loading: Promise<IdentityServices> | undefined;

/** The script is loaded at the first tap, and again at the next tap if that failed. */
function loadIdentityServices(): Promise<IdentityServices> {
  loading ??= new Promise<IdentityServices>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.onload = () => {
      const { google } = window as Window & { google?: IdentityServices };
      if (google) resolve(google);
      else reject(new Error('the script of Google has no such object'));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error('the script of Google did not arrive'));
    };
    document.head.append(script);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Google's own library opens the window, and reports when the browser blocked it. */
export async function askIdentityServices(clientId: string, signal: AbortSignal): Promise<GoogleOutcome> {
  const google = await loadIdentityServices().catch(() => undefined);
  if (google === undefined) return { kind: 'unreachable' };
  if (signal.aborted) return { kind: 'closed' };
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve({ kind: 'closed' }));
    google.accounts.oauth2
      .initTokenClient({
        client_id: clientId,
        scope: GOOGLE_SCOPE,
        callback: ({ access_token: accessToken }) =>
          resolve(accessToken === undefined ? { kind: 'closed' } : { kind: 'granted', accessToken }),
        error_callback: ({ type }) =>
          resolve({ kind: type === 'popup_failed_to_open' ? 'blocked' : 'closed' }),
      })
      .requestAccessToken();
  });
}
