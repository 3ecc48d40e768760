import type { ComponentType } from 'react';
import { HomePage } from '../features/home/home-page.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** What every page is given: the parameters of its path. */
export type PageProps = { params: Record<string, string | undefined> };

export type AppRoute = {
  path: string;
  title: string;
  needsLogin?: true;
  hasTabBar?: true;
  page: ComponentType<PageProps>;
};

const page = (load: () => Promise<ComponentType<PageProps>>) => lazyPart<PageProps>(load);

/** Every address of the app: one line each. */
export const routes: readonly AppRoute[] = [
  { path: '/home', title: 'home', hasTabBar: true, page: HomePage },
  {
    path: '/agreement/privacy',
    title: 'Privacy Policy',
    page: page(() => import('../features/privacy/privacy-page.tsx').then((m) => m.PrivacyPage)),
  },
];

export const notFound: AppRoute = { path: '', title: 'Page not found', page: NotFoundPage };
