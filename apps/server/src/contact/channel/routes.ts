import type { Answer } from '@thumba/contract/wire';
import { standingVersion, wordingOf } from '../../people/consent/consent-wordings.ts';
import { done } from '../../platform/reply.ts';
import { type Server, serve } from '../../platform/serve.ts';
import type { Channels } from './channels.ts';
import { pixelOf } from './pixel.ts';

export function registerChannelRoutes(server: Server, { channels }: { channels: Channels }): void {
  serve(server, 'queryByChannelCode', ({ params }) => {
    const channel = channels.find(params.code);
    const { apkVersionCode, apkSha256 } = channel;
    const pixelId = pixelOf(channel);
    const wordingVersion = standingVersion('marketing');
    const answer: Answer<'queryByChannelCode'> = {
      channelCode: channel.channelCode,
      name: channel.name,
      ...(pixelId === undefined
        ? {}
        : {
            pixelId,
            pixelConsent: { wordingVersion, wording: wordingOf('marketing', wordingVersion) },
          }),
      apkUrl: channel.apkUrl,
      ...(apkVersionCode === null || apkSha256 === null ? {} : { apkVersionCode, apkSha256 }),
      packageName: channel.packageName,
      intentHost: channel.intentHost,
    };
    return done(answer);
  });
}
