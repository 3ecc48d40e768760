import House from 'lucide-react/icons/house';
import UserRound from 'lucide-react/icons/user-round';
import { Link, useLocation } from 'wouter';
import { classNames } from '../ui/class-names.ts';
import { appWords } from '../words/app.ts';
import styles from './tab-bar.module.css';

const tabs = [
  { path: '/home', name: 'home', Icon: House },
  { path: '/me', name: 'me', Icon: UserRound },
] as const;

/** Below the pages that it names; on a desktop above every page. */
export function TabBar({ isOnPhones }: { isOnPhones: boolean }) {
  const [current] = useLocation();
  return (
    <nav className={classNames(styles.bar, !isOnPhones && styles.onDesktop)} aria-label={appWords.tabs.label}>
      {tabs.map(({ path, name, Icon }) => (
        <Link
          key={path}
          to={path}
          className={styles.tab}
          aria-current={path === current ? 'page' : undefined}
        >
          <Icon className={styles.icon} aria-hidden="true" />
          {appWords.tabs[name]}
        </Link>
      ))}
    </nav>
  );
}
