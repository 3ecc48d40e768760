import { type Channel, PIXEL_CHANNELS } from './channels.ts';

/** The pixel to which registrations of this channel are reported. Undefined where none are. */
export function pixelOf({ channelCode, pixelId, hasPixelToken }: Channel): string | undefined {
  if (!PIXEL_CHANNELS.includes(channelCode) || !hasPixelToken) return undefined;
  return pixelId ?? undefined;
}
