import { demoSettings } from '../../apps/server/src/simulator/settings.ts';

type Settings = Record<string, string>;

/** The settings for MTN's platforms, each with an account of its own. A payment is known only where it was sent. */
export function mtnPlatforms(simulatorUrl: string): { legacy: Settings; new: Settings } {
  const { mtnApiUser, mtnApiKey, mtnCollectionKey, mtnDisbursementKey } = demoSettings;
  const { mtnNewUserId, mtnNewCredentialToken } = demoSettings;
  const keys = { MTN_COLLECTION_KEY: mtnCollectionKey, MTN_DISBURSEMENT_KEY: mtnDisbursementKey };
  return {
    legacy: {
      MTN_BASE_URL: `${simulatorUrl}/mtn`,
      MTN_API_USER: mtnApiUser,
      MTN_API_KEY: mtnApiKey,
      ...keys,
    },
    new: {
      MTN_BASE_URL: `${simulatorUrl}/mtn-new`,
      MTN_API_USER: mtnNewUserId,
      MTN_API_KEY: mtnNewCredentialToken,
      ...keys,
    },
  };
}

/** New payments begin at `now`. Those that are open stay at `before`. */
export function movedFrom(before: Settings, now: Settings): Settings {
  const earlier = Object.entries(before).map(([name, value]) => [
    name.replace('MTN_', 'MTN_EARLIER_'),
    value,
  ]);
  return { ...now, ...Object.fromEntries(earlier) };
}
