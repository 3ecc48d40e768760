import { isAnythingHalfDone } from '../../platform/half-done.ts';
import { navigate } from '../../platform/navigation.ts';

/** Opens the screen of a tapped notification while the app is open, unless something half-done would be lost. */
export function openFromNotification(): void {
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (data?.type === 'OPEN' && !isAnythingHalfDone()) navigate(data.path);
  });
}
