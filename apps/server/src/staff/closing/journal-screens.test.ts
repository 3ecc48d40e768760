import { STAFF_API_BASE, STAFF_HEADER } from '@thumba/contract/staff/calls';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { expectSoundBook } from '../../../test/sound-book.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffMember,
} from '../../../test/staff-client.ts';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
let moses: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  const as = (userName: string, role: 'finance' | 'head_of_finance') =>
    hire(server, { maker, checker }, { userName, roles: [role] });
  mary = await as('mary', 'finance');
  moses = await as('moses', 'finance');
  grace = await as('grace', 'head_of_finance');
});
afterAll(async () => {
  await expectSoundBook(server);
  await server.stop();
});

const line = (code: string, debit: number | null, credit: number | null) => ({ code, debit, credit });

let codes: Record<string, string>;
beforeAll(async () => {
  const rows = await server.query('select account::text, code from account');
  codes = Object.fromEntries(rows.map(({ account, code }) => [account, code]));
});

const funding = (kwacha: number) => [
  line(codes.funding_expense!, kwacha - 30, null),
  line(codes.bank_charge_expense!, 30, null),
  line(codes.bank!, null, kwacha),
];

const propose = (member: StaffMember, lines = funding(100), more: object = {}) =>
  member.client.call('proposeJournal', {
    body: { kind: 'manual', lines, reason: 'interest and charges of the bank', ...more },
  });

async function proposed(member: StaffMember, lines?: ReturnType<typeof funding>, more?: object) {
  const { code, data, msg } = await propose(member, lines, more);
  expect(code, msg).toBe(200);
  return data.proposalId;
}

const approve = (member: StaffMember, proposalId: number) =>
  member.client.call('approveJournal', { params: { proposalId } });

/** The balance of an account on its debit side, from the rows of the ledger alone. */
async function debitOf(account: string): Promise<number> {
  const [row] = await server.query(
    `select coalesce(sum(case when debit_account = $1 then amount_ngwee else -amount_ngwee end), 0)::integer as ngwee
     from ledger_transfer where debit_account = $1 or credit_account = $1`,
    [account],
  );
  return row.ngwee;
}

describe('a journal', () => {
  test('is kept when it is proposed, and posted once a second person approves it', async () => {
    const before = await debitOf('bank');
    const proposalId = await proposed(mary);
    expect(await debitOf('bank')).toBe(before);
    const { data: waiting } = await grace.client.call('getProposal', { params: { proposalId } });
    expect(waiting).toMatchObject({
      ...{ kind: 'manual', amount: 100, proposedBy: 'Person mary', isOwn: false, answer: null },
      lines: [{ debit: 70 }, { debit: 30 }, { credit: 100 }],
    });
    expect(await approve(mary, proposalId)).toMatchObject({ code: 403, reason: 'not_permitted' });
    const { data } = await approve(grace, proposalId);
    expect(await debitOf('bank')).toBe(before - 100_00);
    const { data: journal } = await mary.client.call('getJournal', {
      params: { journalId: data.journalId },
    });
    expect(journal).toMatchObject({
      ...{ amount: 100, madeBy: 'Person mary', approvedBy: 'Person grace', isReversible: true },
      lines: [{ debit: 70 }, { debit: 30 }, { credit: 100 }],
    });
    expect(await approve(grace, proposalId)).toMatchObject({ code: 409, reason: 'already_posted' });
  });

  test('of a person who may check it is posted by another one', async () => {
    const proposalId = await proposed(grace);
    expect(await approve(grace, proposalId)).toMatchObject({
      ...{ code: 409, reason: 'same_person' },
      msg: 'You proposed this journal: another person has to approve it.',
    });
    const insert = server.query(
      `insert into journal_answer (proposal_id, proposed_by, answer, journal_id, answered_by, answered_at)
       values ($1, 'staff:grace', 'approved', (select max(journal_id) from journal), 'staff:grace', now())`,
      [proposalId],
    );
    await expect(insert).rejects.toThrow('journal_answer_two_people');
    const { code } = await grace.client.call('declineJournal', {
      ...{ params: { proposalId }, body: { reason: 'the wrong amount' } },
    });
    expect(code).toBe(200);
    const { data } = await grace.client.call('listProposals', { query: { state: 'answered' } });
    expect(data.items[0]).toMatchObject({ proposalId, answer: 'declined', answerReason: 'the wrong amount' });
  });

  test('is declined by the person who proposed it or who may check it, and by no other', async () => {
    const proposalId = await proposed(mary);
    const decline = (member: StaffMember) =>
      member.client.call('declineJournal', { params: { proposalId }, body: { reason: 'typed twice' } });
    expect(await decline(moses)).toMatchObject({ code: 403, reason: 'not_permitted' });
    expect(await decline(mary)).toMatchObject({ code: 200 });
    expect(await approve(grace, proposalId)).toMatchObject({ code: 409, reason: 'already_declined' });
  });

  test.each([
    [
      'does not balance',
      () => [line(codes.bank!, 100, null), line(codes.share_capital!, null, 99)],
      'does_not_balance',
    ],
    [
      'posts to an account of loans',
      () => [line(codes.principal_receivable!, 100, null), line(codes.bank!, null, 100)],
      'account_not_for_journals',
    ],
    [
      'names an account that is not there',
      () => [line('9999', 1, null), line(codes.bank!, null, 1)],
      'unknown_account',
    ],
    [
      'has a line with two sides',
      () => [line(codes.bank!, 1, 1), line(codes.share_capital!, null, 1)],
      'one_side',
    ],
    [
      'has a line without a side',
      () => [line(codes.bank!, null, null), line(codes.share_capital!, null, 1)],
      'one_side',
    ],
  ])('that %s is refused by name', async (_what, lines, reason) => {
    const refused = await propose(mary, lines());
    expect([400, 409]).toContain(refused.code);
    expect(refused.reason).toBe(reason);
  });

  test.each([
    [{ bookedOn: '2026-11-22' }, 'day_not_begun'],
    [{ bookedOn: '2026-10-30' }, 'before_first_month'],
    [{ valueOn: '2026-11-22' }, 'value_day_later'],
    [{ bookedOn: '2026-13' }, 'day_not_begun'],
  ])('with the days %o is refused by name', async (days, reason) => {
    expect(await propose(mary, funding(100), days)).toMatchObject({ code: 409, reason });
  });

  test('is reversed by two people, and leaves the balance as before', async () => {
    const before = await debitOf('bank');
    const { data: posted } = await approve(grace, await proposed(mary, funding(250)));
    const { journalId } = posted;
    const reverse = (member: StaffMember) =>
      member.client.call('reverseJournal', { params: { journalId }, body: { reason: 'booked twice' } });
    const { data: asked } = await reverse(mary);
    expect(await debitOf('bank')).toBe(before - 250_00);
    expect(await approve(grace, asked.proposalId)).toMatchObject({ code: 200 });
    expect(await debitOf('bank')).toBe(before);
    expect(await reverse(mary)).toMatchObject({ code: 409, reason: 'already_reversed' });
    const { data: journal } = await mary.client.call('getJournal', { params: { journalId } });
    expect(journal.isReversible).toBe(false);
    expect(journal.reversedBy).toBeGreaterThan(journalId);
  });

  test('leaves who did what in the audit, before and after', async () => {
    const proposalId = await proposed(mary);
    await approve(grace, proposalId);
    const rows = await server.query(
      `select actor, call, outcome from staff_audit where call in ('proposeJournal', 'approveJournal')
       order by entry_id desc limit 4`,
    );
    expect(rows.toReversed()).toEqual([
      { actor: 'staff:mary', call: 'proposeJournal', outcome: 'begun' },
      { actor: 'staff:mary', call: 'proposeJournal', outcome: 'done' },
      { actor: 'staff:grace', call: 'approveJournal', outcome: 'begun' },
      { actor: 'staff:grace', call: 'approveJournal', outcome: 'done' },
    ]);
  });
});

describe('a file with a journal', () => {
  const read = (text: string) =>
    mary.client.call('readJournalFile', { file: new Uint8Array(Buffer.from(text)) });

  test('is read into its lines, by codes or by names of accounts', async () => {
    const { data } = await read(
      `account,debit,credit,booked_on\nfunding_expense,70,,2026-11-21\n${codes.bank},,70,2026-11-21\n`,
    );
    expect(data).toEqual({
      ...{ bookedOn: '2026-11-21', valueOn: null },
      lines: [line(codes.funding_expense!, 70, null), line(codes.bank!, null, 70)],
    });
  });

  test('is refused at its line, and for an account that is not there', async () => {
    expect(await read('account,debit,credit\nbank,70,70\n')).toMatchObject({
      msg: 'The file cannot be read: line 2: a line has a debit or a credit.',
    });
    expect(await read('account,debit,credit\nnowhere,70,\n')).toMatchObject({
      msg: 'There is no account "nowhere" in the chart of accounts.',
    });
  });
});

test('a reason that a spreadsheet would take for a formula stays text in both formats', async () => {
  const reason = '=HYPERLINK("http://example.com","see")';
  const { data } = await approve(grace, await proposed(mary, funding(100), { reason }));
  const file = async (format: string) =>
    fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}/books/reports/journals/file`, {
      method: 'POST',
      headers: {
        [STAFF_HEADER]: 'person',
        'content-type': 'application/json',
        cookie: cookieHeader(grace.client.cookies),
      },
      body: JSON.stringify({ format }),
    });
  const rows = parse(await (await file('csv')).text(), { columns: true }) as Record<string, string>[];
  const row = rows.find(({ journal }) => journal === String(data.journalId))!;
  expect(row.reason).toBe(`'${reason}`);
  const [sheet] = (await readXlsx(new Uint8Array(await (await file('xlsx')).arrayBuffer()))).sheets;
  const cells = sheet!.rows.find((one) => one[1] === String(data.journalId))!;
  expect(cells).toContain(reason);
});

test('journals and proposals are listed page by page, each once', async () => {
  const [{ journals, waiting }] = await server.query(
    `select (select count(*)::integer from journal) as journals,
       (select count(*)::integer from journal_proposal p where not exists
         (select from journal_answer a where a.proposal_id = p.proposal_id)) as waiting`,
  );
  expect(await countOf('listJournals', 'journalId')).toBe(journals);
  expect(await countOf('listProposals', 'proposalId')).toBe(waiting);

  async function countOf(name: 'listJournals' | 'listProposals', key: string): Promise<number> {
    const seen = new Set<number>();
    let before: number | undefined;
    for (;;) {
      const { data } = await grace.client.call(name, { query: { before, pageSize: 2 } as never });
      const numbers = data.items.map((item) => (item as Record<string, unknown>)[key] as number);
      for (const one of numbers) seen.add(one);
      if (!data.isMore) return seen.size;
      before = numbers.at(-1);
    }
  }
});
