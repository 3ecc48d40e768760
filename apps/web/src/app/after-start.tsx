import { createRoot } from 'react-dom/client';
import { offerInstallation } from '../features/install/installation.ts';
import { linkManifest } from '../features/install/link-manifest.ts';
import { openFromNotification } from '../features/push/open-from-notification.ts';
import { keepUpToDate } from '../features/update/keep-up-to-date.ts';
import { UpdateOverlay } from '../features/update/update-overlay.tsx';
import { learnBrand } from '../platform/browser-brand.ts';
import { device } from '../platform/device.ts';
import { leadWithEnterKey } from '../platform/enter-key.ts';
import { dockToasts } from '../ui/dock-toasts.ts';

/** Runs after the first screen: updates, files for use without a network, and the offer to install. */
export function runAfterStart(): void {
  dockToasts();
  void learnBrand();
  linkManifest();
  offerInstallation();
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<UpdateOverlay />);
  if ('serviceWorker' in navigator) {
    openFromNotification();
    void keepUpToDate();
  }
  leadWithEnterKey();
  // Without notification permission this code is not needed.
  if (device.notifications || ('PushManager' in window && Notification.permission === 'granted')) {
    import('../features/push/notified-phone.ts').then(({ keepNotified }) => keepNotified(), console.warn);
  }
}
