import { roles } from '@thumba/contract/staff/roles';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { Link, useLocation, useRoute } from 'wouter';
import { sentenceOf } from '../platform/call-failure.ts';
import type { Person } from '../platform/session.ts';
import { signOut } from '../platform/sign-in.ts';
import { clockText } from '../platform/time.ts';
import { showToast } from '../platform/toasts.ts';
import { BrandMark } from '../ui/brand-mark.tsx';
import type { EntryGroup, Screen } from './screen.ts';
import styles from './side-bar.module.css';

const GROUPS: readonly EntryGroup[] = ['Work', 'Find', 'Lender'];

/** The screens that the roles of the person open, and the person. */
export function SideBar({ person, entries }: { person: Person; entries: readonly Screen[] }) {
  const shown = GROUPS.map((group) => ({
    group,
    screens: entries.filter(({ entry }) => entry?.group === group),
  })).filter(({ screens }) => screens.length > 0);
  return (
    <nav aria-label="Console" className={styles.bar}>
      <p className={styles.brand}>
        <BrandMark /> <span className={styles.name}>Thumba</span>
      </p>
      <div className={styles.screens}>
        {shown.map(({ group, screens }) => (
          <div key={group} className={styles.group}>
            {group !== 'Work' && <p className={styles.groupName}>{group}</p>}
            <ul>
              {screens.map((screen) => (
                <SideBarEntry key={screen.path} screen={screen} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <PersonMenu person={person} />
    </nav>
  );
}

const withoutCount = () => undefined;

function SideBarEntry({ screen: { path, title, entry } }: { screen: Screen }) {
  const [isHere] = useRoute(`${path}/*?`);
  const useCount = entry?.useCount ?? withoutCount;
  const count = useCount();
  const Icon = entry!.icon;
  return (
    <li>
      <Link href={path} className={styles.entry} aria-current={isHere ? 'page' : undefined} title={title}>
        <Icon aria-hidden="true" />
        <span className={styles.label}>{title}</span>
        {count !== undefined && count > 0 && (
          <span className={styles.count}>
            {count > 99 ? '99+' : count}
            <span className="visually-hidden"> waiting</span>
          </span>
        )}
      </Link>
    </li>
  );
}

function PersonMenu({ person }: { person: Person }) {
  const [location] = useLocation();
  const titles = person.roles.map((role) => roles[role].title).join(', ') || 'No role yet';
  return (
    <div className={styles.person}>
      <p className={styles.who}>
        <span className={styles.personName}>{person.name}</span>
        <span>
          {titles} · signed in {clockText(person.signedInAt)}
        </span>
      </p>
      <Link
        href="/account"
        className={styles.entry}
        aria-current={location === '/account' ? 'page' : undefined}
        title="Your account"
      >
        <UserRound aria-hidden="true" />
        <span className={styles.label}>Your account</span>
      </Link>
      <button
        type="button"
        className={styles.entry}
        title="Sign out"
        onClick={() => void signOut().catch((failure: unknown) => showToast(sentenceOf(failure)))}
      >
        <LogOut aria-hidden="true" />
        <span className={styles.label}>Sign out</span>
      </button>
    </div>
  );
}
