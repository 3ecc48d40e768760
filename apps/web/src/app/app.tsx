import { languageTag } from '@thumba/words/catalogue';
import { Suspense, useEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { lazyPart } from '../platform/lazy-part.tsx';
import { useAppLocation } from '../platform/navigation.ts';
import { closeLoginPanel, session, useSession } from '../platform/session.ts';
import { OptionalPart, OverlayBoundary, PartBoundary } from '../ui/part-boundary.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { notFound, routes } from './routes.tsx';
import { Screen } from './screen.tsx';

const LoginPanel = lazyPart(() =>
  import('../features/login/login-panel.tsx').then((part) => part.LoginPanel),
);

const AroundScreens = lazyPart(async () => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_THE_FIRST_SCREEN_MS));
  return import('./around-screens.tsx').then((part) => part.AroundScreens);
});
const AFTER_THE_FIRST_SCREEN_MS = 1500;

const LockScreen = lazyPart(() =>
  import('../features/app-lock/lock-screen.tsx').then((part) => part.LockScreen),
);
/** Pages that show nothing of the borrower who is logged in, also while the app is locked. */
const OPEN_PAGES = /^\/(qp|agreement|promotion|googleStore)/;

export function App() {
  // A chosen language draws the whole app again.
  useSession(languageTag);
  const isLoginPanelOpen = useSession((state) => state.isLoginPanelOpen);
  const isLocked = useSession((state) => state.isLocked);
  const [path] = useAppLocation();
  // Reported at once. Otherwise an early reload would count as a page that did not start.
  useEffect(() => navigator.serviceWorker?.controller?.postMessage({ type: 'SHOWN' }), []);
  if (isLocked && !OPEN_PAGES.test(path)) {
    return (
      <PartBoundary>
        <Suspense>
          <LockScreen />
        </Suspense>
      </PartBoundary>
    );
  }
  return (
    <Router hook={useAppLocation}>
      <OfflineBanner />
      <Switch>
        <Route path="/">{() => <Redirect to={`/home${location.search}`} replace />}</Route>
        {routes.map((route) => (
          <Route key={route.path} path={route.path}>
            {(params) => <Screen route={route} params={params} />}
          </Route>
        ))}
        <Route>{(params) => <Screen route={notFound} params={params} />}</Route>
      </Switch>
      {isLoginPanelOpen && (
        <OverlayBoundary onClose={() => closeLoginPanel(session)}>
          <Suspense>
            <LoginPanel />
          </Suspense>
        </OverlayBoundary>
      )}
      <OptionalPart>
        <AroundScreens />
      </OptionalPart>
      <Toaster />
    </Router>
  );
}
