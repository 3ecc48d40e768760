import type { ComponentType } from 'react';
import { HomePage } from '../features/home/home-page.tsx';
import { lazyPart } from '../platform/lazy-part.tsx';
import type { titles } from '../words/titles.ts';

/** The parameters of a page's path. */
export type PageProps = { params: Record<string, string | undefined> };

export type AppRoute = {
  path: string;
  title: keyof typeof titles;
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
    title: 'me',
    needsLogin: true,
    hasTabBar: true,
    page: page(() => import('../features/me/me-page.tsx').then((m) => m.MePage)),
  },
  {
    path: '/me/wallet',
    title: 'wallet',
    needsLogin: true,
    page: page(() => import('../features/me/wallet-page.tsx').then((m) => m.WalletPage)),
  },
  {
    path: '/me/bills',
    title: 'bills',
    needsLogin: true,
    page: page(() => import('../features/me/bills-page.tsx').then((m) => m.BillsPage)),
  },
  {
    path: '/me/messages',
    title: 'messages',
    needsLogin: true,
    page: page(() => import('../features/me/messages-page.tsx').then((m) => m.MessagesPage)),
  },
  {
    path: '/me/accounts',
    title: 'accounts',
    needsLogin: true,
    page: page(() => import('../features/me/accounts-page.tsx').then((m) => m.AccountsPage)),
  },
  {
    path: '/me/number',
    title: 'number',
    needsLogin: true,
    page: page(() => import('../features/me/number-page.tsx').then((m) => m.NumberPage)),
  },
  {
    path: '/me/help',
    title: 'help',
    page: page(() => import('../features/help/help-page.tsx').then((m) => m.HelpPage)),
  },
  {
    path: '/me/complaint',
    title: 'complaint',
    needsLogin: true,
    page: page(() => import('../features/help/complaint-page.tsx').then((m) => m.ComplaintPage)),
  },
  {
    path: '/me/tickets',
    title: 'tickets',
    needsLogin: true,
    page: page(() => import('../features/help/tickets-page.tsx').then((m) => m.TicketsPage)),
  },
  {
    path: '/me/tickets/:ticketNo',
    title: 'ticket',
    needsLogin: true,
    page: page(() => import('../features/help/ticket-page.tsx').then((m) => m.TicketPage)),
  },
  {
    path: '/me/claim',
    title: 'claim',
    needsLogin: true,
    page: page(() => import('../features/claim/claim-page.tsx').then((m) => m.ClaimPage)),
  },
  {
    path: '/coupon',
    title: 'coupon',
    needsLogin: true,
    page: page(() => import('../features/coupon/coupon-page.tsx').then((m) => m.CouponPage)),
  },
  {
    path: '/activity/turntable',
    title: 'turntable',
    page: page(() => import('../features/turntable/turntable-page.tsx').then((m) => m.TurntablePage)),
  },
  {
    path: '/al',
    title: 'loanContract',
    page: page(() => import('../features/borrow/loan-contract-page.tsx').then((m) => m.LoanContractPage)),
  },
  {
    path: '/authentication',
    title: 'authentication',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/authentication-page.tsx').then((m) => m.AuthenticationPage),
    ),
  },
  {
    path: '/authentication/identity',
    title: 'identity',
    needsLogin: true,
    page: page(() => import('../features/authentication/identity-page.tsx').then((m) => m.IdentityPage)),
  },
  {
    path: '/authentication/evidence',
    title: 'evidence',
    needsLogin: true,
    page: page(() => import('../features/authentication/evidence-page.tsx').then((m) => m.EvidencePage)),
  },
  {
    path: '/counter-offer',
    title: 'counterOffer',
    needsLogin: true,
    page: page(() => import('../features/borrow/counter-offer-page.tsx').then((m) => m.CounterOfferPage)),
  },
  {
    path: '/authentication/base',
    title: 'personal',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/form-pages.tsx').then((m) => m.PersonalInformationPage),
    ),
  },
  {
    path: '/authentication/linkman',
    title: 'emergencyContact',
    needsLogin: true,
    page: page(() => import('../features/authentication/form-pages.tsx').then((m) => m.EmergencyContactPage)),
  },
  {
    path: '/authentication/questionnaire',
    title: 'questionnaire',
    needsLogin: true,
    page: page(() =>
      import('../features/authentication/questionnaire-page.tsx').then((m) => m.QuestionnairePage),
    ),
  },
  {
    path: '/face',
    title: 'face',
    needsLogin: true,
    page: page(() => import('../features/face/face-start-page.tsx').then((m) => m.FacePage)),
  },
  {
    path: '/face/face-start',
    title: 'faceStart',
    needsLogin: true,
    page: page(() => import('../features/face/face-start-page.tsx').then((m) => m.FaceStartPage)),
  },
  {
    path: '/face/face-recognition',
    title: 'faceRecognition',
    needsLogin: true,
    page: page(() => import('../features/face/face-recognition-page.tsx').then((m) => m.FaceRecognitionPage)),
  },
  {
    path: '/face/face-success',
    title: 'faceSuccess',
    needsLogin: true,
    page: page(() => import('../features/face/face-success-page.tsx').then((m) => m.FaceSuccessPage)),
  },
  {
    path: '/borrow-plan',
    title: 'estimatedBill',
    needsLogin: true,
    page: page(() => import('../features/borrow/borrow-plan-page.tsx').then((m) => m.BorrowPlanPage)),
  },
  {
    path: '/billing-details/:orderId',
    title: 'billingDetails',
    needsLogin: true,
    page: page(() => import('../features/bill/billing-details-page.tsx').then((m) => m.BillingDetailsPage)),
  },
  {
    path: '/repayment-plan/:orderId',
    title: 'repaymentPlan',
    needsLogin: true,
    page: page(() => import('../features/bill/repayment-plan-page.tsx').then((m) => m.RepaymentPlanPage)),
  },
  {
    path: '/set',
    title: 'settings',
    needsLogin: true,
    page: page(() => import('../features/settings/settings-page.tsx').then((m) => m.SettingsPage)),
  },
  {
    path: '/qp',
    title: 'quickRepayment',
    page: page(() =>
      import('../features/quick-repayment/quick-repayment-page.tsx').then((m) => m.QuickRepaymentPage),
    ),
  },
  {
    path: '/promotion',
    title: 'promotion',
    page: page(() => import('../features/promotion/promotion-page.tsx').then((m) => m.PromotionPage)),
  },
  {
    path: '/googleStore',
    title: 'googleStore',
    page: page(() => import('../features/google-store/google-store-page.tsx').then((m) => m.GoogleStorePage)),
  },
  {
    path: '/agreement/privacy',
    title: 'privacyPolicy',
    page: page(() => import('../features/privacy/privacy-page.tsx').then((m) => m.PrivacyPage)),
  },
];

export const notFound: AppRoute = {
  path: '',
  title: 'notFound',
  page: page(() => import('./not-found-page.tsx').then((m) => m.NotFoundPage)),
};
