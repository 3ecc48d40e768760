import { createRoot } from 'react-dom/client';
import { offerInstallation } from '../features/install/installation.ts';
import { openFromNotification } from '../features/push/open-from-notification.ts';
import { keepUpToDate } from '../features/update/keep-up-to-date.ts';
import { UpdateOverlay } from '../features/update/update-overlay.tsx';

/* What nobody waits for when the app opens: keeping it on the phone, up to date, and offering to install it. */

offerInstallation();
const place = document.createElement('div');
document.body.append(place);
createRoot(place).render(<UpdateOverlay />);
if ('serviceWorker' in navigator) {
  openFromNotification();
  void keepUpToDate();
}
// Whoever was never asked for notifications here does not load what keeps them.
if ('PushManager' in window && Notification.permission === 'granted') {
  import('../features/push/notified-phone.ts').then(({ keepNotified }) => keepNotified(), console.warn);
}
