import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import type { Database } from '../../platform/database.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type KeptChannel, keptChannels, PIXEL_CHANNELS, publishChannel } from './channels.ts';

/** A channel as staff ask for it. `pixelToken` undefined keeps the token of the same pixel; null removes it. */
export type WantedChannel = {
  channelCode: string;
  name: string;
  pixelId: string | null;
  pixelToken?: string | null | undefined;
  apkUrl: string;
  apkVersionCode: number | null;
  apkSha256: string | null;
  packageName: string;
  intentHost: string;
};

export type ChannelRefusal = { kind: 'bad_channel'; sentence: string } | { kind: 'nothing_different' };

function faultOf(before: KeptChannel | undefined, wanted: WantedChannel): string | undefined {
  const { channelCode, pixelId, pixelToken } = wanted;
  if (pixelId !== null && !PIXEL_CHANNELS.includes(channelCode))
    return `Only ${PIXEL_CHANNELS.join(' and ')} have a pixel.`;
  if (pixelId === null && pixelToken) return 'A token needs a pixel.';
  return appFileFaultOf(wanted) ?? newerFileFaultOf(before, wanted);
}

function appFileFaultOf({ apkUrl, apkVersionCode, apkSha256 }: WantedChannel): string | undefined {
  if ((apkVersionCode === null) !== (apkSha256 === null))
    return 'Enter the version code and the SHA-256 of the app file, or neither.';
  return apkVersionCode !== null && apkUrl === ''
    ? 'A version code and a SHA-256 need the address of the app file.'
    : undefined;
}

/**
 * What is wrong with a file that follows a published one: no phone would be offered it, or Android would refuse it. A wrong
 * SHA-256 can be corrected at once, because no phone installs a file by it. A wrong version code is taken away first, with
 * its SHA-256.
 */
function newerFileFaultOf(before: KeptChannel | undefined, wanted: WantedChannel): string | undefined {
  const published = before?.apkVersionCode ?? null;
  const { apkVersionCode, apkSha256, apkUrl } = wanted;
  if (published === null || apkVersionCode === null) return undefined;
  const remedy = 'If that was a mistake, first remove the version code and the SHA-256.';
  if (apkVersionCode < published)
    return `Version code ${published} is published, and Android installs no lower one over it. ${remedy}`;
  if (apkVersionCode === published && apkUrl !== before?.apkUrl)
    return `Version code ${published} is published at another address. A newer file has a higher one. ${remedy}`;
  return apkVersionCode > published && apkSha256 === before?.apkSha256
    ? `This is the SHA-256 of version code ${published}. A newer file has another one.`
    : undefined;
}

/** What a second person is asked for: a channel, or other values of one. The token of a pixel is never shown. */
export async function askForChannel(
  db: Database,
  wanted: WantedChannel,
  reason: string,
): Promise<Outcome<AskedRequest, ChannelRefusal>> {
  const { channelCode, name } = wanted;
  const before = (await keptChannels(db)).find((channel) => channel.channelCode === channelCode);
  const fault = faultOf(before, wanted);
  if (fault !== undefined) return refuse({ kind: 'bad_channel', sentence: fault });
  const effect = changedLines(before, wanted);
  if (effect.length === 0) return refuse({ kind: 'nothing_different' });
  const seenVersion = before?.version ?? 0;
  return allow({
    kind: 'channel_change',
    title: before ? `Channel ${name}: version ${seenVersion + 1}` : `New channel ${name}`,
    subject: subjectOfChannel(channelCode),
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { wanted: { ...wanted, keepsToken: wanted.pixelToken === undefined }, seenVersion },
    effect,
    message: null,
    reason,
  });
}

/** One request for a channel waits at a time. */
export function subjectOfChannel(channelCode: string): string {
  return `channel ${channelCode}`;
}

function changedLines(before: KeptChannel | undefined, after: WantedChannel): EffectLine[] {
  const linesOf = (channel: Omit<WantedChannel, 'pixelToken'>) => [
    ['Name', channel.name],
    ['Pixel', channel.pixelId ?? 'none'],
    ['Address of the app file', channel.apkUrl || 'none'],
    ['Version code of the app file', channel.apkVersionCode?.toString() ?? 'none'],
    ['SHA-256 of the app file', channel.apkSha256 ?? 'none'],
    ['Package', channel.packageName],
    ['Host of the link into the app', channel.intentHost],
  ];
  const old = before && linesOf(before);
  const lines: EffectLine[] = linesOf(after)
    .map(([title, text], index) => ({ title: title!, before: old ? old[index]![1]! : null, after: text! }))
    .filter((line) => line.before !== line.after);
  if (after.pixelToken === undefined) return lines;
  const token = { title: 'Access token of the pixel', before: before?.hasPixelToken ? 'set' : 'none' };
  return [...lines, { ...token, after: after.pixelToken === null ? 'removed' : 'another one' }];
}

/** Saves the channel that was approved, unless it was changed since. A second time it finds it. */
export async function publishChannelAsApproved(
  { db, sealing, now }: { db: Database; sealing: Sealing; now: Date },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { wanted, seenVersion } = payload as {
    wanted: WantedChannel & { keepsToken: boolean };
    seenVersion: number;
  };
  const { pixelToken, keepsToken, ...channel } = wanted;
  const place = { channel_code: channel.channelCode };
  const version = await publishChannel(db, {
    ...channel,
    // A request that was filed before channels had these two fields has neither.
    apkVersionCode: channel.apkVersionCode ?? null,
    apkSha256: channel.apkSha256 ?? null,
    pixelTokenSealed: pixelToken ? sealing.seal('channel.pixel_token_sealed', place, pixelToken) : null,
    keepsPixelToken: keepsToken,
    ...{ seenVersion, requestId, publishedBy: madeBy, now },
  });
  return version === undefined
    ? { isDone: false, sentence: 'The channel has changed since this was asked for. Ask again.' }
    : { isDone: true, sentence: `The channel ${channel.name} stands in version ${version}.` };
}
