import type { StaffCallName } from '@thumba/contract/staff/calls';
import {
  CAMPAIGN_AUDIENCES,
  type CampaignAudience,
  MOST_CAMPAIGN_COUPONS,
} from '@thumba/contract/staff/campaign-words';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { booksCalls } from './books-calls.ts';
import { insightCalls } from './insight-calls.ts';
import { lateLoanCalls } from './late-loan-calls.ts';
import type { MeasuredCall } from './measured-call.ts';
import { moneyCalls } from './money-calls.ts';
import { monitoringCalls } from './monitoring-calls.ts';
import { sortedListCalls } from './sorted-list-calls.ts';
import type { StaffServer } from './staff-server.ts';
import { firstPage, laterPages, measured, PAGE_SIZE, pick, type WantedCall } from './wanted-call.ts';

const TODAY_MS = 500;
const SET_UP_MS = 1000;
const SAMPLE_SIZE = 200;
const SPREAD = 7919;
const AUDIENCE_WORDS: Readonly<Record<CampaignAudience, object>> = {
  all: {},
  never_borrowed: {},
  away: { awayDays: 30 },
  good_payers: { goodLoans: 2 },
};

const sampleStatement = statement<{ borrower_id: number; ticket_id: number }, { size: number }>(
  'bench: borrowers with tickets',
  `select borrower_id, ticket_id from complaint where state <> 'answered' order by ticket_id limit $size`,
);
const waitingStatement = statement<{ loan_id: number }, { size: number }>(
  'bench: applications that wait',
  `select loan_id from loan where state = 'applied' order by loan_id limit $size`,
);

const loansStatement = statement<{ loan_id: number }, { size: number }>(
  'bench: loans that were paid out',
  `select loan_id from loan where disbursed_at is not null order by loan_id limit $size`,
);

const newestStatement = statement<{ borrower_id: number }>(
  'bench: newest borrower',
  'select max(borrower_id) as borrower_id from borrower',
);

const offerStatement = statement<{ offer_code: string }>(
  'bench: a coupon offer',
  'select offer_code from standing_coupon_offer order by offer_code limit 1',
);

type Sample = {
  borrowers: { borrower_id: number; ticket_id: number }[];
  applications: { loan_id: number }[];
  loans: { loan_id: number }[];
  newestBorrowerId: number;
};

/** The lists and pages of the console over HTTP: signing in, permissions, the audit of looks and the answer are in it. */
export async function listCalls(db: Database, server: StaffServer): Promise<MeasuredCall[]> {
  const sample = {
    borrowers: await db.rows(sampleStatement, { size: SAMPLE_SIZE }),
    applications: await db.rows(waitingStatement, { size: SAMPLE_SIZE }),
    loans: await db.rows(loansStatement, { size: SAMPLE_SIZE }),
    newestBorrowerId: (await db.row(newestStatement, {}))!.borrower_id,
  };
  return [
    ...queues(sample),
    ...office(sample),
    ...compliance(),
    ...setUp((await db.row(offerStatement, {}))!.offer_code),
    ...sortedListCalls(),
    ...duplicates(sample),
    ...(await moneyCalls(db)),
    ...(await lateLoanCalls(db)),
    ...(await booksCalls(db)),
    ...monitoringCalls(),
    ...(await insightCalls(db)),
    ...borrowerPages(sample),
    ...loanPages(sample),
  ].map((wanted) => measured(server, wanted));
}

function queues({ borrowers, applications }: Sample): WantedCall[] {
  const today = { name: 'getToday', request: () => ({}), mostMs: TODAY_MS } as const;
  const listApplications = { name: 'listApplications', role: 'underwriter' } as const;
  const listTickets = { name: 'listWaitingTickets', role: 'support' } as const;
  return [
    { title: 'Today', role: 'head_of_operations', ...today },
    { title: 'Today of finance', role: 'head_of_finance', ...today },
    { title: 'applications', ...listApplications, request: firstPage },
    { title: 'applications, later pages', ...listApplications, request: laterPages },
    {
      title: 'one application',
      name: 'getApplication',
      role: 'underwriter',
      request: (number) => ({ params: { loanId: pick(applications, number).loan_id } }),
    },
    { title: 'complaints', ...listTickets, request: firstPage },
    { title: 'complaints, later pages', ...listTickets, request: laterPages },
    {
      title: 'one complaint',
      name: 'readTicket',
      role: 'support',
      request: (number) => ({ params: { ticketId: pick(borrowers, number).ticket_id } }),
    },
  ];
}

function office({ borrowers }: Sample): WantedCall[] {
  const listRequests = { name: 'listRequests', role: 'head_of_operations' } as const;
  const audit = (title: string, query: (number: number) => object): WantedCall => ({
    title,
    name: 'searchAudit',
    role: 'auditor',
    request: (number) => ({ query: { ...query(number), pageSize: PAGE_SIZE } }),
  });
  return [
    { title: 'requests that wait', ...listRequests, request: firstPage },
    {
      title: 'requests that ended',
      ...listRequests,
      request: (number) => ({ query: { state: 'ended', page: 1 + number, pageSize: PAGE_SIZE } }),
    },
    { title: 'people of staff', name: 'listStaff', role: 'administrator', request: firstPage },
    audit('audit', () => ({})),
    audit('audit of a person', () => ({ userName: 'mary' })),
    audit('audit of a borrower', (number) => ({ borrowerId: pick(borrowers, number).borrower_id })),
  ];
}

/** What borrowers read and are given. The offers and the wheel count over the whole book. */
function setUp(offerCode: string): WantedCall[] {
  const of = { role: 'head_of_operations', request: () => ({}) } as const;
  return [
    { title: 'words of messages', name: 'listTexts', ...of },
    { title: 'coupon offers', name: 'listOffers', ...of, mostMs: SET_UP_MS },
    { title: 'campaigns', name: 'listCampaigns', role: 'head_of_operations', request: firstPage },
    ...CAMPAIGN_AUDIENCES.map((audience) => ({
      title: `campaign for ${audience.replaceAll('_', ' ')}: whom it reaches`,
      name: 'previewCampaign' as const,
      role: 'head_of_operations' as const,
      request: () => ({
        body: {
          name: 'Measured',
          offerCode,
          mostCoupons: MOST_CAMPAIGN_COUPONS,
          audience,
          ...AUDIENCE_WORDS[audience],
        },
      }),
      mostMs: SET_UP_MS,
    })),
    { title: 'wheel', name: 'getWheel', ...of, mostMs: SET_UP_MS },
    { title: 'notices', name: 'listNotices', ...of },
    { title: 'channels', name: 'listChannels', ...of },
  ];
}

function compliance(): WantedCall[] {
  const role = 'compliance';
  const cases = (title: string, state: string): WantedCall => ({
    title,
    name: 'listCases',
    role,
    request: (number) => ({ query: { state, page: 1 + number, pageSize: PAGE_SIZE } }),
  });
  return [
    cases('cases that wait', 'open'),
    cases('cases that were decided', 'decided'),
    ...(['open', 'suspicion', 'decided'] as const).map(
      (state): WantedCall => ({
        title: `cases of alerts: ${state}`,
        name: 'listAlertCases',
        role,
        request: (number) => ({ query: { state, page: 1 + number, pageSize: PAGE_SIZE } }),
      }),
    ),
    { title: 'blocked list', name: 'listBlocked', role, request: laterPages },
    { title: 'lists of people', name: 'getScreeningLists', role, request: () => ({}) },
    { title: 'accounts in another name', name: 'listHolders', role, request: () => ({}) },
  ];
}

/** From the newest borrower, and from places that are spread over the book. */
function duplicates({ newestBorrowerId }: Sample): WantedCall[] {
  const listDuplicates = { name: 'listDuplicates', role: 'underwriter' } as const;
  return [
    { title: 'duplicates', ...listDuplicates, request: () => ({}) },
    {
      title: 'duplicates, further back',
      ...listDuplicates,
      request: (number) => ({ query: { before: 2 + ((number * SPREAD) % newestBorrowerId) } }),
    },
  ];
}

function borrowerPages({ borrowers }: Sample): WantedCall[] {
  const of = (title: string, name: StaffCallName): WantedCall => ({
    title: `borrower: ${title}`,
    name,
    role: 'support',
    request: (number) => ({ params: { borrowerId: pick(borrowers, number).borrower_id } }),
  });
  return [
    of('page', 'getBorrower'),
    of('loans', 'listBorrowerLoans'),
    of('payments', 'listBorrowerPayments'),
    of('messages', 'listBorrowerMessages'),
    of('events', 'listBorrowerEvents'),
    of('wallet', 'readBorrowerWallet'),
    of('tickets', 'listBorrowerTickets'),
    of('devices', 'readBorrowerDevices'),
    of('notes', 'listBorrowerNotes'),
    of('help while they call', 'helpCaller'),
    { ...of('limit', 'readLimit'), role: 'underwriter' },
  ];
}

function loanPages({ loans }: Sample): WantedCall[] {
  const of = (title: string, name: StaffCallName): WantedCall => ({
    title: `loan: ${title}`,
    name,
    role: 'support',
    request: (number) => ({ params: { loanId: pick(loans, number).loan_id } }),
  });
  return [of('page', 'getLoan'), of('ledger', 'listLoanLedger'), of('history', 'listLoanHistory')];
}
