import type { Answer } from '@thumba/contract/wire';
import type { AppVersion } from '../../platform/device.ts';

type ChannelApp = Pick<Answer<'queryByChannelCode'>, 'apkUrl' | 'apkVersionCode' | 'apkSha256'>;

/** What the wrapper takes; a request with anything else would fail. */
const LONGEST_URL = 2000;
const HIGHEST_VERSION_CODE = 2_100_000_000;

/** The version that the lender has published, if it is newer than the installed one and the wrapper can check it. */
export function newerVersion(app: ChannelApp, installedVersionCode: number): AppVersion | undefined {
  const { apkUrl: url, apkVersionCode: versionCode, apkSha256: sha256 } = app;
  if (versionCode === undefined || sha256 === undefined) return undefined;
  const isNewer = Number.isInteger(versionCode) && versionCode > installedVersionCode;
  if (!isNewer || versionCode > HIGHEST_VERSION_CODE) return undefined;
  if (!/^https:\/\/[^/\s]\S*$/.test(url) || url.length > LONGEST_URL) return undefined;
  return /^[\da-f]{64}$/i.test(sha256) ? { url, sha256: sha256.toLowerCase(), versionCode } : undefined;
}
