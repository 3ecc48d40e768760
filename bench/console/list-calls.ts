import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { Role } from '@thumba/contract/staff/roles';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { MeasuredCall } from './measured-call.ts';
import type { StaffServer } from './staff-server.ts';

const LIST_MS = 200;
const TODAY_MS = 500;
const PAGE_SIZE = 20;
const SAMPLE_SIZE = 200;
const SPREAD = 7919;

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

type Wanted = {
  title: string;
  name: StaffCallName;
  role: Role;
  request(number: number): object;
  mostMs?: number;
};

type Sample = {
  borrowers: { borrower_id: number; ticket_id: number }[];
  applications: { loan_id: number }[];
  loans: { loan_id: number }[];
  newestBorrowerId: number;
};

const pick = <Row>(rows: readonly Row[], number: number) => rows[number % rows.length]!;
const onPage = (page: (number: number) => number) => (number: number) =>
  ({ query: { page: page(number), pageSize: PAGE_SIZE } }) as never;
const firstPage = onPage(() => 1);
const laterPages = onPage((number) => 2 + number);

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
    ...duplicates(sample),
    ...treasury(),
    ...money(),
    ...borrowerPages(sample),
    ...loanPages(sample),
  ].map((wanted) => measured(server, wanted));
}

function measured(
  server: StaffServer,
  { title, name, role, request, mostMs = LIST_MS }: Wanted,
): MeasuredCall {
  let pageCount = Number.POSITIVE_INFINITY;
  return {
    name: title,
    mostMs,
    async call(number) {
      const answer = await server.as(role).call(name, withinList(request(number), pageCount) as never);
      if (answer.code !== 200) throw new Error(`${name}: ${answer.msg}`);
      const { total } = answer.data as { total?: number };
      if (total !== undefined) pageCount = Math.max(1, Math.ceil(total / PAGE_SIZE));
      return rowsIn(answer.data);
    },
  };
}

/** The request, on a page that the list has: a short list is read again from its first page. */
function withinList(request: { query?: { page?: number } }, pageCount: number): object {
  const page = request.query?.page;
  if (page === undefined || page <= pageCount) return request;
  return { ...request, query: { ...request.query, page: 1 + ((page - 1) % pageCount) } };
}

function queues({ borrowers, applications }: Sample): Wanted[] {
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

function office({ borrowers }: Sample): Wanted[] {
  const listRequests = { name: 'listRequests', role: 'head_of_operations' } as const;
  const audit = (title: string, query: (number: number) => object): Wanted => ({
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
    { title: 'statements of operators', name: 'listStatements', role: 'finance', request: () => ({}) },
    {
      title: 'differences resolved together',
      name: 'listDifferenceBatches',
      role: 'finance',
      request: () => ({}),
    },
    { title: 'differences', name: 'listDifferences', role: 'finance', request: () => ({}) },
    {
      title: 'differences that were resolved',
      name: 'listDifferences',
      role: 'finance',
      request: () => ({ query: { state: 'resolved' } }),
    },
    { title: 'people of staff', name: 'listStaff', role: 'administrator', request: firstPage },
    audit('audit', () => ({})),
    audit('audit of a person', () => ({ userName: 'mary' })),
    audit('audit of a borrower', (number) => ({ borrowerId: pick(borrowers, number).borrower_id })),
  ];
}

function compliance(): Wanted[] {
  const role = 'compliance';
  const cases = (title: string, state: string): Wanted => ({
    title,
    name: 'listCases',
    role,
    request: (number) => ({ query: { state, page: 1 + number, pageSize: PAGE_SIZE } }),
  });
  return [
    cases('cases that wait', 'open'),
    cases('cases that were decided', 'decided'),
    { title: 'blocked list', name: 'listBlocked', role, request: laterPages },
    { title: 'lists of people', name: 'getScreeningLists', role, request: () => ({}) },
    { title: 'accounts in another name', name: 'listHolders', role, request: () => ({}) },
  ];
}

function treasury(): Wanted[] {
  const role = 'head_of_finance';
  return [
    { title: 'float', name: 'getFloat', role, request: () => ({}) },
    { title: 'money in transit', name: 'listTransit', role, request: firstPage },
    { title: 'days that are not signed', name: 'listUnsignedDays', role, request: laterPages },
    { title: 'bank', name: 'getBank', role, request: () => ({}) },
    { title: 'rows of the bank', name: 'listBankRows', role, request: laterPages },
    { title: 'entries at the bank', name: 'listBankEntries', role, request: laterPages },
  ];
}

function money(): Wanted[] {
  const role = 'head_of_finance';
  const claims = (title: string, state: string): Wanted => ({
    title,
    name: 'listClaims',
    role,
    request: (number) => ({ query: { state, page: 1 + number, pageSize: PAGE_SIZE } }),
  });
  return [
    { title: 'unknown payments', name: 'listUnknownPayments', role, request: firstPage },
    { title: 'suspense', name: 'listSuspense', role, request: firstPage },
    { title: 'unused wallet credit', name: 'listUnusedCredit', role, request: () => ({ query: {} }) },
    claims('claims that wait', 'waiting'),
    claims('claims that were settled', 'settled'),
  ];
}

/** From the newest borrower, and from places that are spread over the book. */
function duplicates({ newestBorrowerId }: Sample): Wanted[] {
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

function borrowerPages({ borrowers }: Sample): Wanted[] {
  const of = (title: string, name: StaffCallName): Wanted => ({
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
    { ...of('limit', 'readLimit'), role: 'underwriter' },
  ];
}

function loanPages({ loans }: Sample): Wanted[] {
  const of = (title: string, name: StaffCallName): Wanted => ({
    title: `loan: ${title}`,
    name,
    role: 'support',
    request: (number) => ({ params: { loanId: pick(loans, number).loan_id } }),
  });
  return [of('page', 'getLoan'), of('ledger', 'listLoanLedger'), of('history', 'listLoanHistory')];
}

/** How many rows an answer lists, or one where it is no list. */
function rowsIn(answer: unknown): number {
  const { items } = answer as { items?: unknown[] };
  return Array.isArray(items) ? items.length : 1;
}
