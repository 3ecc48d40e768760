export type Shared = 'shared' | 'closed' | 'refused';

/**
 * Opens the phone's list of apps to share with. A browser opens it only shortly after a tap; when the content took
 * longer to arrive, one more tap is needed.
 */
export async function shareOrSay(content: ShareData): Promise<Shared> {
  try {
    await navigator.share(content);
    return 'shared';
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'closed';
  }
}
