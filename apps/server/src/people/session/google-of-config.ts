import type { Config } from '../../book/settings/config.ts';
import type { Clock } from '../../platform/clock.ts';
import type { GoogleSignIn } from './google-routes.ts';
import { googleIdentityProvider } from './identity-provider.ts';

export type SimulatedGoogle = { url: string; isOwn: boolean; clientId: string };

/** Google where a client id is set, otherwise the simulated Google of a demo. Undefined where there is neither. */
export function googleOfConfig(
  config: Config,
  simulated: SimulatedGoogle | undefined,
  clock: Clock,
): GoogleSignIn | undefined {
  const checksPerAddressPerHour = config.CODES_PER_ADDRESS_PER_HOUR;
  const timeoutMs = config.GOOGLE_TIMEOUT_MS;
  if (config.GOOGLE_CLIENT_ID) {
    const clientId = config.GOOGLE_CLIENT_ID;
    const { GOOGLE_TOKENINFO_URL: tokenInfoUrl, GOOGLE_USERINFO_URL: userInfoUrl } = config;
    return {
      clientId,
      authorizeUrl: undefined,
      provider: googleIdentityProvider({ clientId, tokenInfoUrl, userInfoUrl, timeoutMs, clock }),
      checksPerAddressPerHour,
    };
  }
  if (!simulated) return undefined;
  const { url, isOwn, clientId } = simulated;
  const provider = googleIdentityProvider({
    clientId,
    tokenInfoUrl: `${url}/google/tokeninfo`,
    userInfoUrl: `${url}/google/userinfo`,
    timeoutMs,
    clock,
  });
  // A simulator of this process is reached under the same host as the app, so a path is enough.
  const authorizeUrl = `${isOwn ? new URL(url).pathname : url}/google/authorize`;
  return { clientId, authorizeUrl, provider, checksPerAddressPerHour };
}
