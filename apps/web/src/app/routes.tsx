import type { ComponentType } from 'react';
import { HomePage } from '../features/home/home-page.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';

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
    path: '/me',
    title: 'Me',
    needsLogin: true,
    hasTabBar: true,
    page: page(() => import('../features/me/me-page.tsx').then((m) => m.MePage)),
  },
  {
    path: '/me/wallet',
    title: 'Wallet',
    needsLogin: true,
    page: page(() => import('../features/me/wallet-page.tsx').then((m) => m.WalletPage)),
  },
  {
    path: '/me/bills',
    title: 'Bills',
    needsLogin: true,
    page: page(() => import('../features/me/bills-page.tsx').then((m) => m.BillsPage)),
  },
  {
    path: '/me/messages',
    title: 'Messages',
    needsLogin: true,
    page: page(() => import('../features/me/messages-page.tsx').then((m) => m.MessagesPage)),
  },
  {
    path: '/me/accounts',
    title: 'Mobile-money accounts',
    needsLogin: true,
    page: page(() => import('../features/me/accounts-page.tsx').then((m) => m.AccountsPage)),
  },
  {
    path: '/al',
    title: 'Loan Contract',
    page: page(() => import('../features/borrow/loan-contract-page.tsx').then((m) => m.LoanContractPage)),
  },
  {
    path: '/authentication',
    title: 'Your details',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/authentication-page.tsx').then((m) => m.AuthenticationPage),
    ),
  },
  {
    path: '/authentication/identity',
    title: 'Identity Information',
    needsLogin: true,
    page: page(() => import('../features/authentication/identity-page.tsx').then((m) => m.IdentityPage)),
  },
  {
    path: '/authentication/base',
    title: 'Personal information',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/form-pages.tsx').then((m) => m.PersonalInformationPage),
    ),
  },
  {
    path: '/authentication/linkman',
    title: 'Emergency Contact',
    needsLogin: true,
    page: page(() => import('../features/authentication/form-pages.tsx').then((m) => m.EmergencyContactPage)),
  },
  {
    path: '/authentication/questionnaire',
    title: 'Questionnaire',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/questionnaire-page.tsx').then((m) => m.QuestionnairePage),
    ),
  },
  {
    path: '/borrow-plan',
    title: 'Estimated bill',
    needsLogin: true,
    page: page(() => import('../features/borrow/borrow-plan-page.tsx').then((m) => m.BorrowPlanPage)),
  },
  {
    path: '/billing-details/:orderId',
    title: 'Billing Details',
    needsLogin: true,
    page: page(() => import('../features/bill/billing-details-page.tsx').then((m) => m.BillingDetailsPage)),
  },
  {
    path: '/repayment-plan/:orderId',
    title: 'Repayment Plan',
    needsLogin: true,
    page: page(() => import('../features/bill/repayment-plan-page.tsx').then((m) => m.RepaymentPlanPage)),
  },
  {
    path: '/agreement/privacy',
    title: 'Privacy Policy',
    page: page(() => import('../features/privacy/privacy-page.tsx').then((m) => m.PrivacyPage)),
  },
];

export const notFound: AppRoute = {
  path: '',
  title: 'Page not found',
  page: page(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage)),
};
