import { type Channel, type Channels, PIXEL_CHANNELS } from './channels.ts';

const META_SCRIPTS = 'https://connect.facebook.net';
/** Meta's pixel sends its events there. */
const META_EVENTS = 'https://www.facebook.com';

export function pixelOf({ channelCode, pixelId }: Channel): string | undefined {
  return PIXEL_CHANNELS.includes(channelCode) ? (pixelId ?? undefined) : undefined;
}

/** The other origins that the page of the app may use. None, unless a channel has a pixel. */
export function pixelOrigins(channels: Channels, scriptUrl: string): string[] {
  if (!channels.all().some((channel) => pixelOf(channel) !== undefined)) return [];
  const { origin } = new URL(scriptUrl);
  return origin === META_SCRIPTS ? [META_SCRIPTS, META_EVENTS] : [origin];
}
