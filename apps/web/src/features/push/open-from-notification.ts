import { isAnythingHalfDone } from '../../platform/half-done.ts';
import { navigate } from '../../platform/navigation.ts';

/**
 * The service worker has a notification tapped while the app is open: its screen comes, unless something half-done would
 * be lost by that.
 */
export function openFromNotification(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN' && !isAnythingHalfDone()) navigate(data.path);
  });
}
