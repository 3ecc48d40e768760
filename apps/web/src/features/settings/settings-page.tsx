import LogOut from 'lucide-react/icons/log-out';
import { useState } from 'react';
import { lazyPart } from '../../platform/lazy-part.tsx';
import { toldByPage } from '../../platform/told-by-page.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RowButton, Rows } from '../../ui/row-link.tsx';
import { settingsWords } from '../../words/settings.ts';
import { titles } from '../../words/titles.ts';
import { LogOutDialog } from '../login/log-out-dialog.tsx';
import { NewDeviceFirst } from '../new-device/new-device-first.tsx';
import { AppCard } from './app-card.tsx';
import { ConsentsCard } from './consents-card.tsx';
import { DataCard } from './data-card.tsx';
import { PermissionsCard } from './permissions-card.tsx';
import styles from './settings.module.css';

const LanguageCard = lazyPart(() =>
  import('../language/language-card.tsx').then((part) => part.LanguageCard),
);
const ThemeCard = lazyPart(() => import('./theme-card.tsx').then((part) => part.ThemeCard));
const AppLockCard = lazyPart(async () => {
  const part = await import('./app-lock-card.tsx');
  await part.lookForScreenLock();
  return part.AppLockCard;
});
const SessionsCard = lazyPart(() => import('./sessions-card.tsx').then((part) => part.SessionsCard));

export function SettingsPage() {
  const [isLoggingOut, setLoggingOut] = useState(false);
  return (
    <PageFrame title={titles.settings} backTo="/me" columns="even">
      <NewDeviceFirst>
        {toldByPage('languages') ? <LanguageCard /> : <EnglishCard />}
        <ThemeCard />
        <AppLockCard />
        <ConsentsCard />
        <PermissionsCard />
        <DataCard />
        <AppCard />
        <SessionsCard />
        <Card>
          <Rows>
            <RowButton
              onClick={() => setLoggingOut(true)}
              icon={<LogOut aria-hidden="true" />}
              title={settingsWords.logOut}
              detail={settingsWords.logOutDetail}
            />
          </Rows>
        </Card>
      </NewDeviceFirst>
      {isLoggingOut && <LogOutDialog onClose={() => setLoggingOut(false)} />}
    </PageFrame>
  );
}

/** Where no other language is on. */
function EnglishCard() {
  const { title, label, only } = settingsWords.language;
  return (
    <Card title={title}>
      <Facts facts={[{ label, value: 'English' }]} />
      <p className={styles.small}>{only}</p>
    </Card>
  );
}
