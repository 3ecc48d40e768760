import House from 'lucide-react/icons/house';
import UserRound from 'lucide-react/icons/user-round';
import { Link, useLocation } from 'wouter';
import styles from './tab-bar.module.css';

const tabs = [
  { path: '/home', name: 'Home', Icon: House },
  { path: '/me', name: 'Me', Icon: UserRound },
];

export function TabBar() {
  const [current] = useLocation();
  return (
    <nav className={styles.bar} aria-label="Main">
      {tabs.map(({ path, name, Icon }) => (
        <Link
          key={path}
          to={path}
          className={styles.tab}
          aria-current={path === current ? 'page' : undefined}
        >
          <Icon className={styles.icon} aria-hidden="true" />
          {name}
        </Link>
      ))}
    </nav>
  );
}
