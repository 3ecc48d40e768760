import { device } from '../../platform/device.ts';

export type Shared = 'shared' | 'closed' | 'refused';

/** The Android app shares text only: its `WebView` has no list of apps to share with. */
export const canShare = () => typeof navigator.share === 'function' || device.shareText !== undefined;

/**
 * Opens the phone's list of apps to share with. A browser opens it only shortly after a tap; when the content took
 * longer to arrive, one more tap is needed.
 */
export async function shareOrSay(content: ShareData): Promise<Shared> {
  if (typeof navigator.share !== 'function')
    return (await device.shareText?.(content.text ?? '')) ? 'shared' : 'closed';
  try {
    await navigator.share(content);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'closed';
  }
}
