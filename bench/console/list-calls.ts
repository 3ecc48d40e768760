import type { StaffCallName } from '@thumba/contract/staff/calls';
import type { Role } from '@thumba/contract/staff/roles';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import type { MeasuredCall } from './measured-call.ts';
import type { StaffServer } from './staff-server.ts';

const LIST_MS = 200;
const TODAY_MS = 500;
const PAGE_SIZE = 20;
const SAMPLE_SIZE = 200;

const sampleStatement = statement<{ borrower_id: number; ticket_id: number }, { size: number }>(
  'bench: borrowers with tickets',
  `select borrower_id, ticket_id from complaint where state <> 'answered' order by ticket_id limit $size`,
);
const waitingStatement = statement<{ loan_id: number }, { size: number }>(
  'bench: applications that wait',
  `select loan_id from loan where state = 'applied' order by loan_id limit $size`,
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
  };
  return [...queues(sample), ...office(sample), ...borrowerPages(sample)].map((wanted) =>
    measured(server, wanted),
  );
}

function measured(
  server: StaffServer,
  { title, name, role, request, mostMs = LIST_MS }: Wanted,
): MeasuredCall {
  return {
    name: title,
    mostMs,
    async call(number) {
      const answer = await server.as(role).call(name, request(number) as never);
      if (answer.code !== 200) throw new Error(`${name}: ${answer.msg}`);
      return rowsIn(answer.data);
    },
  };
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
    { title: 'people of staff', name: 'listStaff', role: 'administrator', request: firstPage },
    audit('audit', () => ({})),
    audit('audit of a person', () => ({ userName: 'mary' })),
    audit('audit of a borrower', (number) => ({ borrowerId: pick(borrowers, number).borrower_id })),
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
  ];
}

/** How many rows an answer lists, or one where it is no list. */
function rowsIn(answer: unknown): number {
  const { items } = answer as { items?: unknown[] };
  return Array.isArray(items) ? items.length : 1;
}
