import { session } from '../../platform/session.ts';

/**
 * Links the manifest of the borrower's channel. The page has no link of its own, because Safari loads the first manifest
 * that it finds and no other. iOS gives an installed app a storage of its own, so the channel must be in the address
 * that the manifest names (docs/decisions/0085-what-the-app-takes-from-the-server.md).
 */
export function linkManifest(): void {
  const { appChannelCode } = session.getState();
  const search = appChannelCode && `?${new URLSearchParams({ appChannelCode })}`;
  const link = document.createElement('link');
  link.rel = 'manifest';
  link.href = `/manifest.webmanifest${search}`;
  document.head.append(link);
}
