import { type ReactNode, Suspense, useEffect, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { navigate } from '../platform/navigation.ts';
import { openLoginPanel, session, useSession } from '../platform/session.ts';
import { PageFrame } from '../ui/page-frame.tsx';
import { PartBoundary } from '../ui/part-boundary.tsx';
import { Skeleton } from '../ui/states.tsx';
import { titles } from '../words/titles.ts';
import type { AppRoute, PageProps } from './routes.tsx';
import { TabBar } from './tab-bar.tsx';

/** Shows one route: checks its guard, sets the title, scrolls to the top, and shows loading and failure. */
export function Screen({ route, params }: { route: AppRoute } & PageProps) {
  const [path] = useLocation();
  const isSignedIn = useSession((state) => state.token !== null);
  const isBlocked = route.needsLogin === true && !isSignedIn;

  const title = titles[route.title];
  useLayoutEffect(() => {
    document.title = `${title} · Thumba`;
  }, [title]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is what scrolls to the top
  useLayoutEffect(() => {
    window.scrollTo(0, 0);
  }, [path]);

  if (isBlocked) return <LoginFirst />;
  const Page = route.page;
  return (
    <>
      <TabBar isOnPhones={route.hasTabBar === true} />
      <PartBoundary key={path} frame={(failed) => <PageInstead route={route}>{failed}</PageInstead>}>
        <Suspense fallback={<PageInstead route={route}>{loading}</PageInstead>}>
          <Page params={params} />
        </Suspense>
      </PartBoundary>
    </>
  );
}

/** Without a sign-in, the login panel opens over the home page and leads here afterwards. */
function LoginFirst() {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    openLoginPanel(session, search ? `${path}?${search}` : path);
    navigate('/home', { replace: true });
  }, [path, search]);
  return null;
}

const loading = <Skeleton lines={[120, 56, 56, 56]} />;

/** The frame of a page while the page itself is not there. */
function PageInstead({ route, children }: { route: AppRoute; children: ReactNode }) {
  const hasTabBar = route.hasTabBar === true;
  return (
    <PageFrame
      title={titles[route.title]}
      isPlaceholder
      hasTabBar={hasTabBar}
      {...(hasTabBar ? {} : { backTo: '/home' })}
    >
      {children}
    </PageFrame>
  );
}
