import { DEVICE_TYPE } from '@thumba/contract/codes';
import { useEffect, useState } from 'react';
import { device } from '../../platform/device.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { settingsWords } from '../../words/settings.ts';
import styles from './settings.module.css';

type PermissionKind = keyof typeof settingsWords.permissions.names;
type Standing = keyof typeof settingsWords.permissions.states;
type Tell = (kind: PermissionKind, standing: Standing) => void;

const isAndroid = () => device.type === DEVICE_TYPE.android;

/** The permissions of the app. The browser or Android keeps them, so they are only shown here, kept up to date. */
export function PermissionsCard() {
  const { title, names, states, where, bySms } = settingsWords.permissions;
  const standings = usePermissions();
  const kinds: PermissionKind[] = ['camera', 'geolocation', 'notifications'];
  if (isAndroid()) kinds.push('calendar');
  // A wrapper without Firebase cannot show notifications, even when Android allows them.
  const valueText = (kind: PermissionKind) =>
    isAndroid() && kind === 'notifications' && !device.notifications
      ? bySms
      : states[standings[kind] ?? 'unknown'];
  return (
    <Card title={title}>
      <Facts facts={kinds.map((kind) => ({ label: names[kind], value: valueText(kind) }))} />
      <p className={styles.small}>{isAndroid() ? where.android : where.browser}</p>
    </Card>
  );
}

function usePermissions(): Partial<Record<PermissionKind, Standing>> {
  const [standings, setStandings] = useState<Partial<Record<PermissionKind, Standing>>>({});
  useEffect(() => {
    const stop = new AbortController();
    const tell: Tell = (kind, standing) => {
      if (!stop.signal.aborted) setStandings((all) => ({ ...all, [kind]: standing }));
    };
    if (isAndroid()) followAndroid(stop.signal, tell);
    else
      for (const kind of ['camera', 'geolocation', 'notifications'] as const)
        void followBrowser(kind, stop.signal, tell);
    return () => stop.abort();
  }, []);
  return standings;
}

async function followBrowser(kind: PermissionKind, signal: AbortSignal, tell: Tell): Promise<void> {
  try {
    const status = await navigator.permissions.query({ name: kind as PermissionName });
    tell(kind, status.state);
    status.addEventListener('change', () => tell(kind, status.state), { signal });
  } catch {
    // Not every browser knows every permission by name. It then asks when the permission is used.
  }
}

/** Android sends no event when its settings are closed. */
function followAndroid(signal: AbortSignal, tell: Tell): void {
  const look = async () => {
    const { camera, location, calendar, notifications } = await device.checkPermissions();
    const standings = { camera, geolocation: location, calendar, notifications };
    for (const [kind, standing] of Object.entries(standings))
      tell(kind as PermissionKind, standing ?? 'unknown');
  };
  void look();
  document.addEventListener('visibilitychange', () => void look(), { signal });
}
