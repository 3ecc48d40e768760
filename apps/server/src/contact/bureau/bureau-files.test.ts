import { tablesOf } from '@thumba/lending/rule-page.test-support';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, settle, signUp } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import type { StaffMember } from '../../../test/staff-client.ts';
import { startWithBureau } from '../../credit/bureau/bureau.test-support.ts';
import { hireCollectors } from '../arrears/arrears.test-support.ts';
import { FILE_COLUMNS } from './file-line.ts';

type Debtor = { borrower: AppBorrower; loanId: number };

let bureau: Awaited<ReturnType<typeof startWithBureau>>;
let server: AppServer;
let bwalya: StaffMember;
let natasha: StaffMember;
let head: StaffMember;
let late: Debtor;
let disputing: Debtor;
let broken: Debtor;
let running: Debtor;
beforeAll(async () => {
  // From 60 days late on, with 20 days of warning. The server starts on 21 November.
  bureau = await startWithBureau({ BUREAU_LIST_FROM_DAYS_LATE: '60', BUREAU_WARN_DAYS: '20' });
  ({ server } = bureau);
  ({ bwalya, natasha, head } = await hireCollectors(server));
  late = await debtor({ amount: 1000 });
  disputing = await debtor({ amount: 1100 });
  // The bureau takes no record with this number.
  broken = await debtor({ amount: 1200 });
  await breakIdentity(broken.borrower);
}, 120_000);
afterAll(() => bureau.stop());

async function debtor({ amount }: { amount: number }): Promise<Debtor> {
  const borrower = await signUp(server, {});
  await borrower.ask('saveConsent', { body: { kind: 'bureau', given: true, wordingVersion: 1 } });
  return { borrower, loanId: await borrow(borrower, { amount }) };
}

/** An identity of an earlier system, whose number no rule of today would take. */
async function breakIdentity({ borrowerId }: AppBorrower, idNumber = 'PASSPORT-1'): Promise<void> {
  const [row] = await server.query('select identity_sealed from borrower_identity where borrower_id = $1', [
    borrowerId,
  ]);
  const place = { borrower_id: borrowerId };
  const identity = JSON.parse(
    server.sealing.open('borrower_identity.identity_sealed', place, row.identity_sealed),
  );
  const sealed = server.sealing.seal(
    'borrower_identity.identity_sealed',
    place,
    JSON.stringify({ ...identity, idNumber }),
  );
  await server.query('update borrower_identity set identity_sealed = $2 where borrower_id = $1', [
    borrowerId,
    sealed,
  ]);
}

const shown = async () => (await head.client.call('listBureauFiles')).data;
const make = () => head.client.call('makeBureauFile', {} as never);
const goOn = (fileId: number) => head.client.call('continueBureauFile', { params: { fileId } } as never);
const listings = async (state: string) =>
  (await bwalya.client.call('listBureauListings', { query: { state } } as never)).data.items;
const dispute = (loanId: number, by = bwalya) =>
  by.client.call('openBureauDispute', {
    params: { loanId },
    body: { reason: 'says that it was paid in cash' },
  } as never);
const decideDispute = (loanId: number, outcome: string, by = head) =>
  by.client.call('decideBureauDispute', {
    params: { loanId },
    body: { outcome, reason: 'the receipt was found' },
  } as never);

/** The file as the bureau got it, each line as a record by the names of its columns. */
async function sentFile(name: string): Promise<Record<string, string>[]> {
  const body = (await bureau.filesOfBureau()).get(name)!;
  const [names, ...lines] = body.split('\r\n').filter((line) => line !== '');
  const columns = names!.split(',');
  return lines.map((line) => {
    const cells = line.split(',');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]!]));
  });
}

async function fileOfMonth(
  beforeItIsSent: () => Promise<void> = async () => undefined,
): Promise<{ fileId: number; records: Record<string, string>[] }> {
  const made = await make();
  expect(made, server.logLines.filter((line) => line.includes('"level":50')).join('\n')).toMatchObject({
    code: 200,
  });
  const { fileId, name } = made.data;
  await beforeItIsSent();
  expect(await goOn(fileId)).toMatchObject({ code: 200 });
  expect(await goOn(fileId)).toMatchObject({ code: 200 });
  return { fileId, records: await sentFile(name) };
}

const recordOf = (records: readonly Record<string, string>[], { loanId }: Debtor) =>
  records.find((record) => record.account_number === String(loanId));

/** What a file says of each running loan, in plain SQL. */
async function bookBySql() {
  return server.query(
    `select l.loan_id::text as account_number, to_char(l.principal_ngwee / 100.0, 'FM999990.00') as original_amount,
       to_char(sum(n.principal_ngwee + n.interest_ngwee + n.fee_ngwee + n.penalty_ngwee - n.principal_paid_ngwee
         - n.interest_paid_ngwee - n.fee_paid_ngwee - n.penalty_paid_ngwee) / 100.0, 'FM999990.00') as current_balance,
       greatest(0, $1::date - min(n.due_on))::text as days_in_arrears
     from loan l join instalment n using (borrower_id, loan_id)
     where l.state in ('active', 'overdue') and n.state <> 'settled'
     group by l.loan_id, l.principal_ngwee order by l.loan_id`,
    [server.today()],
  );
}

/** What home says about the bureau to the borrower of a late loan. */
const saysOnHome = async ({ borrower }: Debtor) => (await borrower.ask('getMyLoanInfo', {})).toBureau;

async function messagesOf({ borrower }: Debtor): Promise<string[]> {
  const rows = await server.query(
    `select kind from message where borrower_id = $1 and kind like 'bureau%' order by message_id`,
    [borrower.borrowerId],
  );
  return rows.map(({ kind }) => kind);
}

describe('a monthly file', () => {
  test('has the columns that the rule page names', () => {
    const [, , columns] = tablesOf('bureau.md');
    expect(columns!.map((row) => row('column'))).toEqual([...FILE_COLUMNS]);
  });

  test('tells of every running loan what plain SQL says of it, and is made once', async () => {
    await server.passDays(10); // 1 December
    const { records } = await fileOfMonth();
    const expected = await bookBySql();
    expect(
      records
        .map(({ account_number, original_amount, current_balance, days_in_arrears }) => ({
          account_number,
          original_amount,
          current_balance,
          days_in_arrears,
        }))
        .toSorted((one, other) => Number(one.account_number) - Number(other.account_number)),
    ).toEqual(expected);
    expect(recordOf(records, late)).toMatchObject({
      record_type: 'open',
      correction: 'N',
      month: '2026-11',
      surname: 'Lungu',
      amount_overdue: '0.00',
      account_status: 'open',
    });
    expect(await make()).toMatchObject({ code: 409, reason: 'made_before' });
  });

  test('comes back with what the bureau rejected', async () => {
    const [file] = (await shown()).files;
    expect(file).toMatchObject({ month: '2026-11', records: 3, verdict: { accepted: 2, rejected: 1 } });
    const { items } = (
      await head.client.call('listBureauRejects', { params: { fileId: file!.fileId } } as never)
    ).data;
    expect(items).toMatchObject([
      { loanId: broken.loanId, code: 'E001', text: 'The identity number is not valid' },
    ]);
  });

  test('tells of a rejected record again, corrected', async () => {
    await breakIdentity(broken.borrower, '765432/10/1');
    await server.passDays(31); // 1 January, 11 days late
    running = await debtor({ amount: 500 });
    const { records } = await fileOfMonth();
    expect(recordOf(records, broken)).toMatchObject({ correction: 'Y', national_id: '765432/10/1' });
    expect(recordOf(records, late)).toMatchObject({
      record_type: 'open',
      correction: 'N',
      days_in_arrears: '11',
    });
    expect((await shown()).files[0]).toMatchObject({ month: '2026-12', verdict: { rejected: 0 } });
  });
});

describe('a loan that stays unpaid', () => {
  test('is warned of first, with the day from which the bureau is told', async () => {
    await server.passDays(28); // 29 January, 39 days late
    expect(await messagesOf(late)).toEqual([]);
    await server.passDays(1);
    expect(await messagesOf(late)).toEqual(['bureau_warned']);
    const warned = await listings('warned');
    expect(warned.map(({ loanId }) => loanId).toSorted()).toEqual(
      [late, disputing, broken].map(({ loanId }) => loanId).toSorted(),
    );
    expect(warned[0]).toMatchObject({ warnedOn: '2027-01-30', listFromOn: '2027-02-19', listedIn: null });
    await server.passDays(1);
    expect(await messagesOf(late)).toEqual(['bureau_warned']);
  });

  test('is no negative record before 60 days, nor while the warning runs', async () => {
    await server.passDays(2); // 2 February, 43 days late
    const { records } = await fileOfMonth();
    expect(recordOf(records, late)).toMatchObject({ record_type: 'open', days_in_arrears: '43' });
  });

  test('is disputed by its borrower: the dispute freezes the listing before it is told', async () => {
    expect(await dispute(running.loanId)).toMatchObject({ code: 409, reason: 'no_listing' });
    expect(await dispute(disputing.loanId)).toMatchObject({ code: 200 });
    expect(await dispute(disputing.loanId, natasha)).toMatchObject({ code: 409 });
    expect(await listings('disputed')).toMatchObject([
      { loanId: disputing.loanId, dispute: { reason: 'says that it was paid in cash', isMine: true } },
    ]);
    await server.passDays(27); // 1 March, 70 days late
    const { records } = await fileOfMonth(async () =>
      expect(await saysOnHome(late)).toMatch(/^From 19 February( 2027)? on we tell/),
    );
    expect(await saysOnHome(late)).toBe('The credit bureau was told that this loan is not paid.');
    const reject = (code: string | null) =>
      server.query(`update bureau_file_row set reject_code = $2 where loan_id = $1 and kind = 'unpaid'`, [
        late.loanId,
        code,
      ]);
    await reject('E001');
    expect(await saysOnHome(late)).toMatch(/^From /);
    await reject(null);
    expect(recordOf(records, late)).toMatchObject({
      record_type: 'unpaid',
      days_in_arrears: '70',
      amount_overdue: recordOf(records, late)!.current_balance,
    });
    expect(recordOf(records, disputing)).toBeUndefined();
    expect((await shown()).files[0]).toMatchObject({ held: 1 });
    expect((await listings('listed')).map(({ loanId }) => loanId).toSorted()).toEqual(
      [late, broken].map(({ loanId }) => loanId).toSorted(),
    );
  });

  test('is told no more of where another person decides the dispute for the borrower', async () => {
    expect(await decideDispute(disputing.loanId, 'upheld', bwalya)).toMatchObject({ code: 403 });
    expect(await decideDispute(disputing.loanId, 'upheld')).toMatchObject({ code: 200 });
    expect(await messagesOf(disputing)).toEqual(['bureau_warned', 'bureau_dispute_upheld']);
    expect(await dispute(broken.loanId)).toMatchObject({ code: 200 });
    await server.passDays(31); // 1 April
    const { records } = await fileOfMonth();
    expect(recordOf(records, disputing)).toBeUndefined();
    expect(recordOf(records, broken)).toMatchObject({
      record_type: 'disputed',
      days_in_arrears: '',
      amount_overdue: '',
    });
    expect(await messagesOf(disputing)).toEqual(['bureau_warned', 'bureau_dispute_upheld']);
  });

  test('was told of wrongly: the next file withdraws it', async () => {
    await decideDispute(broken.loanId, 'upheld');
    await server.passDays(30); // 1 May
    const { records } = await fileOfMonth();
    expect(recordOf(records, broken)).toMatchObject({ record_type: 'withdrawn', correction: 'Y' });
    expect(await messagesOf(broken)).toEqual(['bureau_warned', 'bureau_dispute_upheld']);
  });

  test('is closed in the file of the month in which it is paid, and then never told of again', async () => {
    await settle(server, late.borrower, late.loanId);
    await server.passDays(31); // 1 June
    const { records } = await fileOfMonth();
    expect(recordOf(records, late)).toMatchObject({
      record_type: 'closed',
      correction: 'Y',
      current_balance: '0.00',
      account_status: 'closed',
      date_closed: '2027-05-01',
    });
    expect((await listings('listed')).map(({ loanId }) => loanId)).not.toContain(late.loanId);
    await server.passDays(30);
    expect(recordOf((await fileOfMonth()).records, late)).toBeUndefined();
  });
});

describe('a deleted account', () => {
  test('is told once as closed without the person, where the bureau knows its loan as running', async () => {
    const gone = await debtor({ amount: 700 });
    await server.passDays(31); // 1 August
    expect(recordOf((await fileOfMonth()).records, gone)).toMatchObject({ record_type: 'open' });
    await settle(server, gone.borrower, gone.loanId);
    const never = await debtor({ amount: 600 });
    await settle(server, never.borrower, never.loanId);
    for (const { borrower } of [gone, never]) {
      await borrower.ask('sendDeletionCode', { body: {} });
      const captcha = await server.handset.waitForCode(borrower.mobile);
      expect(await borrower.call('deleteAccount', { body: { captcha } })).toMatchObject({ code: 200 });
    }
    await server.passDays(31); // 1 September
    const { records } = await fileOfMonth();
    expect(recordOf(records, gone)).toMatchObject({
      record_type: 'closed_without_identity',
      national_id: '',
      surname: '',
      forename: '',
      birth_date: '',
      current_balance: '0.00',
    });
    expect(recordOf(records, never)).toBeUndefined();
    await server.passDays(30);
    expect(recordOf((await fileOfMonth()).records, gone)).toBeUndefined();
  });
});

describe('the database', () => {
  const rowOf = ({ borrower, loanId }: Debtor, fileId: number) =>
    server.query(
      `insert into bureau_file_row (borrower_id, file_id, loan_id, record, kind, is_correction, balance_ngwee,
         overdue_ngwee, days_late, line_sealed)
       values ($1, $2, $3, 9000, 'unpaid', false, 1, 1, 90, '')`,
      [borrower.borrowerId, fileId, loanId],
    );

  test('takes no negative record of a borrower who was not warned', async () => {
    const { fileId } = (await shown()).files.at(-1)!;
    await expect(rowOf(late, fileId)).rejects.toThrow('after its borrower was warned');
  });

  test('takes no decision of a dispute by the person who wrote it down', async () => {
    const decided = server.query(
      `insert into bureau_dispute (borrower_id, loan_id, state, reason_sealed, opened_by, opened_at, note_sealed,
         decided_by, decided_at)
       values ($1, $2, 'upheld', '', 'staff:chanda', now(), '', 'staff:chanda', now())`,
      [late.borrower.borrowerId, late.loanId],
    );
    await expect(decided).rejects.toThrow('bureau_dispute_two_people');
  });
});
