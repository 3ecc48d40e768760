import Ban from 'lucide-react/icons/ban';
import CalendarCheck from 'lucide-react/icons/calendar-check';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import Contact from 'lucide-react/icons/contact';
import Copy from 'lucide-react/icons/copy';
import FileClock from 'lucide-react/icons/file-clock';
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import Hourglass from 'lucide-react/icons/hourglass';
import Inbox from 'lucide-react/icons/inbox';
import Landmark from 'lucide-react/icons/landmark';
import ListChecks from 'lucide-react/icons/list-checks';
import PhoneCall from 'lucide-react/icons/phone-call';
import Scale from 'lucide-react/icons/scale';
import ScanSearch from 'lucide-react/icons/scan-search';
import Siren from 'lucide-react/icons/siren';
import Sun from 'lucide-react/icons/sun';
import UserCheck from 'lucide-react/icons/user-check';
import Wallet from 'lucide-react/icons/wallet';
import { lazy } from 'react';
import { useWaitingApplications } from '../features/applications/use-application.ts';
import { useWaitingRequests } from '../features/requests/waiting-requests.ts';
import { useWaitingTickets } from '../features/tickets/waiting-tickets.ts';
import { booksScreens } from './books-screens.tsx';
import { findScreens } from './find-screens.tsx';
import { insightScreens } from './insight-screens.tsx';
import { lateLoanScreens } from './late-loan-screens.tsx';
import { monitoringScreens } from './monitoring-screens.tsx';
import type { Screen } from './screen.ts';
import { setUpScreens } from './set-up-screens.tsx';
import { staffScreens } from './staff-screens.tsx';
import { textScreens } from './text-screens.tsx';

/** Every screen behind the sign-in, in the order of the side bar. A screen arrives when it is first opened. */
export const screens: readonly Screen[] = [
  {
    path: '/today',
    title: 'Today',
    permission: 'seeToday',
    entry: { group: 'Work', icon: Sun, goKey: 't' },
    page: lazy(async () => ({ default: (await import('../features/today/today-page.tsx')).TodayPage })),
  },
  {
    path: '/applications',
    title: 'Applications',
    permission: 'seeApplications',
    entry: { group: 'Work', icon: ClipboardList, goKey: 'a', useCount: useWaitingApplications },
    page: lazy(async () => ({
      default: (await import('../features/applications/applications-page.tsx')).ApplicationsPage,
    })),
  },
  ...findScreens,
  {
    path: '/applications/:loanId',
    title: 'Application',
    permission: 'seeApplications',
    page: lazy(async () => ({
      default: (await import('../features/applications/application-page.tsx')).ApplicationPage,
    })),
  },
  {
    path: '/borrowers/:borrowerId',
    title: 'Borrower',
    permission: 'seeBorrower',
    page: lazy(async () => ({
      default: (await import('../features/borrowers/borrower-page.tsx')).BorrowerPage,
    })),
  },
  {
    path: '/loans/:loanId',
    title: 'Loan',
    permission: 'seeLoan',
    page: lazy(async () => ({ default: (await import('../features/loans/loan-page.tsx')).LoanPage })),
  },
  {
    path: '/tickets',
    title: 'Tickets',
    permission: 'answerComplaints',
    entry: { group: 'Work', icon: Inbox, goKey: 'k', useCount: useWaitingTickets },
    page: lazy(async () => ({ default: (await import('../features/tickets/tickets-page.tsx')).TicketsPage })),
  },
  {
    path: '/tickets/:ticketId',
    title: 'Ticket',
    permission: 'answerComplaints',
    page: lazy(async () => ({ default: (await import('../features/tickets/ticket-page.tsx')).TicketPage })),
  },
  {
    path: '/payments',
    title: 'Payments',
    permission: 'seePayments',
    entry: { group: 'Work', icon: Hourglass, goKey: 'p' },
    page: lazy(async () => ({
      default: (await import('../features/payments/payments-page.tsx')).PaymentsPage,
    })),
  },
  {
    path: '/payments/:payerId/:paymentId',
    title: 'Payment',
    permission: 'seeBorrower',
    page: lazy(async () => ({
      default: (await import('../features/payments/payment-page.tsx')).PaymentPage,
    })),
  },
  {
    path: '/suspense',
    title: 'Suspense',
    permission: 'seePayments',
    entry: { group: 'Work', icon: CircleQuestionMark, goKey: 'e' },
    page: lazy(async () => ({
      default: (await import('../features/suspense/suspense-page.tsx')).SuspensePage,
    })),
  },
  {
    path: '/suspense/:pieceId',
    title: 'Piece of suspense',
    permission: 'seePayments',
    page: lazy(async () => ({ default: (await import('../features/suspense/piece-page.tsx')).PiecePage })),
  },
  {
    path: '/claims/:ticketId',
    title: 'I paid',
    permission: 'seePayments',
    page: lazy(async () => ({ default: (await import('../features/payments/claim-page.tsx')).ClaimPage })),
  },
  {
    path: '/arrears',
    title: 'Late loans',
    permission: 'seeArrears',
    entry: { group: 'Work', icon: PhoneCall, goKey: 'o' },
    page: lazy(async () => ({ default: (await import('../features/arrears/arrears-page.tsx')).ArrearsPage })),
  },
  {
    path: '/arrears/:loanId',
    title: 'Late loan',
    permission: 'seeArrears',
    page: lazy(async () => ({
      default: (await import('../features/arrears/arrears-loan-page.tsx')).ArrearsLoanPage,
    })),
  },
  ...lateLoanScreens,
  {
    path: '/cases',
    title: 'Cases',
    permission: 'seeCases',
    entry: { group: 'Work', icon: ScanSearch, goKey: 'c' },
    page: lazy(async () => ({ default: (await import('../features/cases/cases-page.tsx')).CasesPage })),
  },
  {
    path: '/cases/:caseId',
    title: 'Case',
    permission: 'seeCases',
    page: lazy(async () => ({ default: (await import('../features/cases/case-page.tsx')).CasePage })),
  },
  {
    path: '/alerts',
    title: 'Alerts',
    permission: 'seeCases',
    entry: { group: 'Work', icon: Siren, goKey: 'y' },
    page: lazy(async () => ({ default: (await import('../features/cases/alerts-page.tsx')).AlertsPage })),
  },
  {
    path: '/alerts/rules',
    title: 'Rules of alerts',
    permission: 'seeCases',
    page: lazy(async () => ({
      default: (await import('../features/cases/alert-rules-page.tsx')).AlertRulesPage,
    })),
  },
  {
    path: '/alerts/:alertCaseId',
    title: 'Alert case',
    permission: 'seeCases',
    page: lazy(async () => ({
      default: (await import('../features/cases/alert-case-page.tsx')).AlertCasePage,
    })),
  },
  {
    path: '/lists',
    title: 'Lists',
    permission: 'seeCases',
    entry: { group: 'Work', icon: ListChecks, goKey: 'l' },
    page: lazy(async () => ({ default: (await import('../features/cases/lists-page.tsx')).ListsPage })),
  },
  {
    path: '/holders',
    title: 'Accounts in another name',
    permission: 'seeCases',
    entry: { group: 'Work', icon: Contact, goKey: 'n' },
    page: lazy(async () => ({ default: (await import('../features/cases/holders-page.tsx')).HoldersPage })),
  },
  {
    path: '/blocked',
    title: 'Blocked list',
    permission: 'seeCases',
    entry: { group: 'Work', icon: Ban, goKey: 'b' },
    page: lazy(async () => ({ default: (await import('../features/cases/blocked-page.tsx')).BlockedPage })),
  },
  {
    path: '/float',
    title: 'Float',
    permission: 'seePayments',
    entry: { group: 'Work', icon: Wallet, goKey: 'f' },
    page: lazy(async () => ({ default: (await import('../features/treasury/float-page.tsx')).FloatPage })),
  },
  {
    path: '/wallets',
    title: 'Days of wallets',
    permission: 'seePayments',
    entry: { group: 'Work', icon: CalendarCheck, goKey: 'w' },
    page: lazy(async () => ({
      default: (await import('../features/treasury/wallets-page.tsx')).WalletsPage,
    })),
  },
  {
    path: '/wallets/:operator/:direction/:on',
    title: 'Day of a wallet',
    permission: 'seePayments',
    page: lazy(async () => ({
      default: (await import('../features/treasury/wallet-day-page.tsx')).WalletDayPage,
    })),
  },
  {
    path: '/bank',
    title: 'Bank',
    permission: 'seePayments',
    entry: { group: 'Work', icon: Landmark, goKey: 'm' },
    page: lazy(async () => ({ default: (await import('../features/treasury/bank-page.tsx')).BankPage })),
  },
  {
    path: '/duplicates',
    title: 'Duplicates',
    permission: 'seeDuplicates',
    entry: { group: 'Work', icon: Copy, goKey: 'd' },
    page: lazy(async () => ({
      default: (await import('../features/duplicates/duplicates-page.tsx')).DuplicatesPage,
    })),
  },
  {
    path: '/differences',
    title: 'Differences',
    permission: 'seePayments',
    entry: { group: 'Work', icon: Scale, goKey: 'i' },
    page: lazy(async () => ({
      default: (await import('../features/reconciliation/differences-page.tsx')).DifferencesPage,
    })),
  },
  {
    path: '/differences/:differenceId',
    title: 'Difference',
    permission: 'seePayments',
    page: lazy(async () => ({
      default: (await import('../features/reconciliation/difference-page.tsx')).DifferencePage,
    })),
  },
  {
    path: '/batches/:batchId',
    title: 'Batch',
    permission: 'seePayments',
    page: lazy(async () => ({
      default: (await import('../features/reconciliation/batch-page.tsx')).BatchPage,
    })),
  },
  {
    path: '/statements',
    title: 'Statements',
    permission: 'seePayments',
    entry: { group: 'Work', icon: FileSpreadsheet, goKey: 'j' },
    page: lazy(async () => ({
      default: (await import('../features/reconciliation/statements-page.tsx')).StatementsPage,
    })),
  },
  {
    path: '/requests',
    title: 'Requests',
    entry: { group: 'Lender', icon: UserCheck, goKey: 'r', useCount: useWaitingRequests },
    page: lazy(async () => ({
      default: (await import('../features/requests/requests-page.tsx')).RequestsPage,
    })),
  },
  {
    path: '/requests/:requestId',
    title: 'Request',
    page: lazy(async () => ({
      default: (await import('../features/requests/request-page.tsx')).RequestPage,
    })),
  },
  ...insightScreens,
  ...monitoringScreens,
  ...setUpScreens,
  ...booksScreens,
  ...textScreens,
  ...staffScreens,
  {
    path: '/audit',
    title: 'Audit',
    permission: 'readAudit',
    entry: { group: 'Lender', icon: FileClock, goKey: 'u' },
    page: lazy(async () => ({ default: (await import('../features/audit/audit-page.tsx')).AuditPage })),
  },
  {
    path: '/account',
    title: 'Your account',
    page: lazy(async () => ({ default: (await import('../features/account/account-page.tsx')).AccountPage })),
  },
];
