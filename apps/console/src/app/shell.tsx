import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { SearchDialog } from '../features/search/search-dialog.tsx';
import { LendingBanner } from '../features/today/lending-banner.tsx';
import { connection } from '../platform/connection.ts';
import { useKeyGroups, useKeys } from '../platform/keys.ts';
import { isSearchOpen, openSearch } from '../platform/search.ts';
import type { Person } from '../platform/session.ts';
import { useStore } from '../platform/store.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FailureBoundary } from '../ui/failure-boundary.tsx';
import { Page } from '../ui/page.tsx';
import { Empty, Loading } from '../ui/states.tsx';
import { mayOpen, type Screen } from './screen.ts';
import { screens } from './screens.tsx';
import styles from './shell.module.css';
import { SideBar } from './side-bar.tsx';

const KeysDialog = lazy(async () => ({ default: (await import('../ui/keys-dialog.tsx')).KeysDialog }));

/** What is around every screen of a signed-in person. */
export function Shell({ person }: { person: Person }) {
  const [, navigate] = useLocation();
  const [areKeysShown, setKeysShown] = useState(false);
  const isSearching = useStore(isSearchOpen);
  const groups = useKeyGroups();
  const open = screens.filter((screen) => mayOpen(screen, person));
  const entries = open.filter(({ entry }) => entry !== undefined);
  useKeys('Everywhere', [
    { keys: 'Ctrl K', does: 'Open the search box', run: openSearch },
    { keys: '/', does: 'Open the search box', run: openSearch },
    { keys: '?', does: 'Show the keys', run: () => setKeysShown(true) },
  ]);
  useKeys(
    'Go to',
    entries.map(({ entry, title, path }) => ({
      keys: `g ${entry!.goKey}`,
      does: title,
      run: () => navigate(path),
    })),
  );
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        Skip to the main part
      </a>
      <SideBar person={person} entries={entries} />
      <div className={styles.page}>
        <ConnectionBanner />
        <LendingBanner />
        <Switch>
          {open.map((screen) => (
            <Route key={screen.path} path={screen.path}>
              {(parameters) => <ScreenPart screen={screen} parameters={parameters} />}
            </Route>
          ))}
          <Route path="/">
            <Redirect to={entries[0]?.path ?? '/account'} replace />
          </Route>
          <Route>
            <NotFoundPage />
          </Route>
        </Switch>
      </div>
      {/* Never on the way: what is typed right after the key belongs into the box. */}
      {isSearching && <SearchDialog pages={open} onClose={() => isSearchOpen.set(false)} />}
      <Suspense fallback={null}>
        {areKeysShown && <KeysDialog groups={groups} onClose={() => setKeysShown(false)} />}
      </Suspense>
    </div>
  );
}

function ScreenPart({
  screen,
  parameters,
}: {
  screen: Screen;
  parameters: Record<string, string | undefined>;
}) {
  const Part = screen.page as ComponentType<Record<string, string | undefined>>;
  return (
    // Another record of the same screen is another page.
    <FailureBoundary
      key={JSON.stringify(parameters)}
      frame={(failure) => (
        <Page title={screen.title}>
          <Card isFlush>{failure}</Card>
        </Page>
      )}
    >
      <Suspense
        fallback={
          <Page title={screen.title}>
            <Loading lines={8} />
          </Page>
        }
      >
        <Part {...parameters} />
      </Suspense>
    </FailureBoundary>
  );
}

function ConnectionBanner() {
  const state = useStore(connection);
  if (state === 'connected') return null;
  return (
    <p className={styles.banner} role="status">
      {state === 'offline'
        ? 'There is no connection. What you see may be old, and nothing can be saved.'
        : 'The server does not answer now. What you see may be old.'}
    </p>
  );
}

function NotFoundPage() {
  return (
    <Page title="Not found">
      <Empty title="There is no such page, or your roles do not open it">
        An administrator can ask for another role for you.
      </Empty>
      <p className={styles.back}>
        <ButtonLink to="/">Back to the first page</ButtonLink>
      </p>
    </Page>
  );
}
