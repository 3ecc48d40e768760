import { makeFile } from './made-file.ts';

type Manifest = { start_url: string; shortcuts?: { url: string }[] };

const CODE_PATTERN = /^[\w.-]{1,60}$/;

/**
 * The web app manifest whose addresses name a channel. iOS opens an installed app with storage of its own, so the channel
 * must be in the address that the app starts with.
 */
export function manifestOfChannel(text: string, appChannelCode: unknown) {
  if (typeof appChannelCode !== 'string' || !CODE_PATTERN.test(appChannelCode)) return makeManifest(text);
  const manifest = JSON.parse(text) as Manifest;
  const withChannel = (url: string) => `${url}&appChannelCode=${appChannelCode}`;
  return makeManifest(
    JSON.stringify({
      ...manifest,
      start_url: withChannel(manifest.start_url),
      shortcuts: manifest.shortcuts?.map((shortcut) => ({ ...shortcut, url: withChannel(shortcut.url) })),
    }),
  );
}

const makeManifest = (text: string) => makeFile(text, 'application/manifest+json');
