import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import type { Month } from '@thumba/accounting/month';
import { STAFF_API_BASE, STAFF_HEADER, type StaffCallName, staffCalls } from '@thumba/contract/staff/calls';
import type { StaffCallDefinition } from '@thumba/contract/staff/calls/definition';
import { ROLES } from '@thumba/contract/staff/roles';
import { demoRules, demoScorecard } from '@thumba/lending/decision';
import { ngwee } from '@thumba/lending/money';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, borrow, pay, signUp } from '../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../test/app-server.ts';
import { asApproved } from '../../test/approved-match.ts';
import { hire, openOffice, type StaffMember } from '../../test/staff-client.ts';
import { runImpairment } from '../accounting/impairment/run-impairment.ts';
import { approveProposal } from '../accounting/journal/answer-proposal.ts';
import { proposeJournal } from '../accounting/journal/proposals.ts';
import { beginBatch } from '../money/reconciliation/difference-batches.ts';
import { moveUnasked, reconcile } from '../money/reconciliation/reconciled-server.test-support.ts';
import { putIntoSuspense } from '../money/reconciliation/resolve-difference.ts';
import { toDate } from '../platform/clock.ts';
import type { Database, Statement } from '../platform/database.ts';
import { openHit } from './application/applications.test-support.ts';
import { deskBeside } from './terminal/staff-desk.test-support.ts';

/* On a large book a statement that reads a table from end to end takes seconds. PostgreSQL plans each one here as if it
   had to avoid that: a table that is read so all the same has no index for it. */

/** Tables that stay small however many borrowers there are. */
const SMALL_TABLES = [
  'account_mapping',
  'accrual_run',
  'account',
  'alert_progress',
  'alert_rule_version',
  'book_day_progress',
  'book_closing',
  'business_calendar',
  'catalogue_version',
  'channel',
  'day_total_progress',
  'export_schedule',
  'impairment_run',
  'impairment_table',
  'income_policy',
  'late_booking',
  'lending_change',
  'month_end_order',
  'payout_ceiling',
  'return_layout',
  'screening_import',
  'staff_member',
  'staff_role',
  'staff_passkey',
  'staff_password',
  'staff_session',
  'wallet',
];

const reads = (Object.entries(staffCalls) as [StaffCallName, StaffCallDefinition][])
  .filter(
    ([name, { method, access }]) => (method === 'GET' && access !== 'visitor') || name === 'findBorrowers',
  )
  .map(([name]) => name);

/** What calls need in their query. */
const QUERIES: Partial<Record<StaffCallName, object>> = {
  listFlowEntries: { flow: 'principal', from: '2026-01-01', to: '2026-12-31' },
  listLoans: { product: 2 },
  listLoansOfFigure: { figure: 'out' },
  listEntriesOfAccount: { account: 'principal_receivable', from: '2026-01-01', to: '2026-12-31' },
};

type Asked = { url: string; name: string; text: string; values: unknown[] };

const asked: Asked[] = [];
const request = new AsyncLocalStorage<string>();

let server: AppServer;
let reader: StaffMember;
let params: Record<string, string | number>;
let claimNo: number;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  reader = await hire(server, { maker, checker }, { userName: 'kasonde', roles: [...ROLES] });
  const borrower = await signUp(server);
  const paidOrderId = await borrow(borrower);
  server.clock.advance({ minutes: 5 });
  const paymentId = await pay(server, borrower, paidOrderId, { amount: 100 });
  const written = await borrower.ask('writeComplaint', {
    body: { topic: 'cost', text: 'The fee is higher than I was told.' },
  });
  const claimed = await borrower.ask('claimPayment', { body: { reference: '7700000001' } });
  claimNo = Number((claimed as { ticketNo?: string }).ticketNo);
  const applicant = await signUp(server, { monthlyIncome: 1500 });
  const { orderId } = await apply(applicant, { productId: 1, amount: 300 });
  const [{ request_id: requestId }] = await server.query(
    'select max(request_id)::integer as request_id from staff_request',
  );
  const { borrowerId } = borrower;
  await openHit(server, { borrower, orderId: paidOrderId });
  for (const amount of [50, 60]) await moveUnasked(server, { mobile: borrower.mobile, amount });
  const [difference, other] = (await reconcile(server)).differences;
  const [{ hit_id: caseId }] = await server.query('select max(hit_id)::integer as hit_id from screening_hit');
  // What the end of a day writes of a late loan.
  await server.query(
    `insert into arrears_work (borrower_id, loan_id, opened_on, late_since_on, bucket, late_ngwee, owed_ngwee, measured_on)
     values ($1, $2, '2026-11-21', '2026-11-20', 'from_1', 100, 100, '2026-11-21')`,
    [applicant.borrowerId, orderId],
  );
  const [{ case_id: alertCaseId }] = await server.query(
    `insert into alert_case (borrower_id, state, opened_at, last_alert_at, alert_count)
     values ($1, 'open', now(), now(), 1) returning case_id::integer`,
    [borrowerId],
  );
  const pieceId = await pieceOf(server, difference!.difference_id);
  params = {
    borrowerId,
    caseId,
    alertCaseId,
    differenceId: difference!.difference_id,
    batchId: await leaveTogether(server, other!.difference_id),
    loanId: orderId,
    ticketId: Number(written.ticketNo),
    requestId,
    picture: 'front',
    kind: 'loan_approved',
    ...{ part: 'product', item: '1' },
    setting: 'float_reserve',
    offerCode: 'welcome',
    noticeCode: 'none',
    ...{ operator: 'mtn', direction: 'payout', on: server.today() },
    payerId: borrowerId,
    staffId: reader.staffId,
    paymentId,
    pieceId,
    runId: await triedDraft(server, reader),
    ...{ report: 'trial-balance', code: '1200', entryId: await entryOf(server, borrowerId) },
    ...(await journalOf(server)),
    month: await monthOf(server),
    fileId: 1,
  };
  subscribe('http.server.request.start', (message) => {
    request.enterWith((message as { request: IncomingMessage }).request.url!);
  });
  noteStatements(server.db);
});
afterAll(() => server.stop());

/** An entry of the ledger about a borrower. */
async function entryOf(server: AppServer, borrowerId: number): Promise<number> {
  const entries = await server.query(
    'select entry_id::integer from ledger_transfer where borrower_id = $1 limit 1',
    [borrowerId],
  );
  return entries[0].entry_id;
}

/** A journal that waits, and one that was posted. */
async function journalOf(server: AppServer): Promise<{ proposalId: number; journalId: number }> {
  const desk = await deskBeside(server);
  const lines = [
    { accountText: 'bank', debitNgwee: ngwee(100) },
    { accountText: 'share_capital', creditNgwee: ngwee(100) },
  ];
  const proposing = { kind: 'manual', reason: 'paid in by the owners', proposedBy: 'staff:mary' } as const;
  const first = await proposeJournal(desk, { lines }, proposing);
  const second = await proposeJournal(desk, { lines }, proposing);
  if (!first.ok || !second.ok) throw new Error('the journals were not proposed');
  const approving = { proposalId: first.value.proposalId, approvedBy: 'staff:grace' } as const;
  const posted = await approveProposal(desk, approving);
  if (!posted.ok) throw new Error(posted.refusal.kind);
  return { proposalId: second.value.proposalId, journalId: posted.value.journalId };
}

/** A month whose losses were run. */
async function monthOf(server: AppServer): Promise<string> {
  const month = '2026-10' as Month;
  const run = await runImpairment(await deskBeside(server), { month, actor: 'staff:mary' });
  if (!run.ok) throw new Error(run.refusal.kind);
  return month;
}

/** A batch of differences. */
async function leaveTogether({ db, clock }: AppServer, differenceId: number): Promise<number> {
  const leaving = { resolution: 'leave', reason: 'of another business', actor: 'staff:mary' } as const;
  return (await beginBatch(db, { ...leaving, differenceIds: [differenceId], now: toDate(clock.nowMs()) }))!;
}

/** Puts the money of a difference into suspense. Answers the number of its piece. */
async function pieceOf(server: AppServer, differenceId: number): Promise<number> {
  const desk = await deskBeside(server);
  const suspending = { differenceId, actor: 'staff:mary', reason: 'its owner is not known' } as const;
  await asApproved(server.db, (approval) => putIntoSuspense(desk, { ...suspending, approval }));
  const [{ entry_id: pieceId }] = await server.query(
    'select entry_id::integer from reconciliation_difference where difference_id = $1',
    [differenceId],
  );
  return pieceId;
}

/** A draft of the rules that was tried over no application. */
async function triedDraft(server: AppServer, { staffId }: StaffMember): Promise<number> {
  const [{ run_id: runId }] = await server.query(
    `insert into what_if_run (staff_id, from_on, through_on, rules, scorecard, state, applications, started_at, ended_at)
     values ($1, '2026-11-01', '2026-11-20', $2, $3, 'done', 0, $4, $4) returning run_id::integer`,
    [staffId, demoRules, demoScorecard, toDate(server.clock.nowMs())],
  );
  return runId;
}

/** Statements of the program's own work are left out: they belong to no request. */
function noteStatements(db: Database): void {
  const note = ({ name, text, parameters }: Statement<unknown, object>, values: object) => {
    const url = request.getStore();
    const inOrder = parameters.map((parameter) => (values as Record<string, unknown>)[parameter]);
    const isRead = !text.startsWith('set ');
    if (isRead && url?.startsWith(STAFF_API_BASE)) asked.push({ url, name, text, values: inOrder });
  };
  const { rows, row, inTransaction } = db;
  db.inTransaction = (work) =>
    inTransaction((transaction) =>
      work({
        rows(wanted, values) {
          note(wanted as never, values);
          return transaction.rows(wanted, values);
        },
        row(wanted, values) {
          note(wanted as never, values);
          return transaction.row(wanted, values);
        },
      }),
    );
  db.rows = (wanted, values) => {
    note(wanted as never, values);
    return rows(wanted, values);
  };
  db.row = (wanted, values) => {
    note(wanted as never, values);
    return row(wanted, values);
  };
}

async function tablesReadFromEndToEnd(statements: readonly Asked[]): Promise<string[]> {
  const client = await server.owner.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    const found: string[] = [];
    for (const { name, text, values } of statements) {
      const { rows } = await client.query(`explain ${text}`, values);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      for (const [, table = ''] of plan.matchAll(/Seq Scan on (\w+)/g)) {
        if (!SMALL_TABLES.includes(table)) found.push(`${name}: ${table}`);
      }
    }
    return [...new Set(found)];
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}

test.each(reads)('%s reads no table that grows from end to end', async (name) => {
  const body = { text: 'Mutinta Hamoonga', page: 1, pageSize: 20 };
  asked.length = 0;
  const isSearch = name === 'findBorrowers';
  const records = name === 'getClaim' ? { ...params, ticketId: claimNo } : params;
  for (const by of ['person', 'again']) {
    const headers = { [STAFF_HEADER]: by };
    const { code, msg } = await reader.client.call(
      name,
      (isSearch ? { body } : { params: records, query: QUERIES[name] }) as never,
      headers,
    );
    expect(code, msg).toBe(200);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(await tablesReadFromEndToEnd(asked)).toEqual([]);
});
