import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ngwee } from '@thumba/lending/money';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { postJournal } from '../../../accounting/journal/post-journal.ts';
import { deskBeside } from '../staff-desk.test-support.ts';
import { command } from './journal.ts';

let server: AppServer;
let folder: string;
beforeAll(async () => {
  server = await startAppServer();
  folder = await mkdtemp(path.join(tmpdir(), 'thumba-journal-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Runs the command as one person. */
async function runAs(staffName: string, ...words: string[]): Promise<{ done: boolean; text: string }> {
  const desk = { ...(await deskBeside(server)), staffName: () => staffName };
  const { done, lines } = await command.atDesk(desk, words);
  return { done, text: lines.join('\n') };
}
const run = (...words: string[]) => runAs('mary', ...words);

async function fileOf(content: string | object, name = 'journal'): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const RENT = 'account,debit,credit\n5300,"70.00",\nbank_charge_expense,30,\nbank,,100\n';

/** Proposes a journal and answers its number. */
async function propose(content: string | object = RENT): Promise<string> {
  const { done, text } = await run('propose', await fileOf(content), 'interest', 'of', 'November');
  expect({ done, text }).toMatchObject({ done: true });
  return /^Proposal (\d+) is kept/.exec(text)![1]!;
}

async function post(content?: string | object): Promise<string> {
  const { text } = await runAs('john', 'approve', await propose(content));
  return /as journal (\d+)\.$/.exec(text)![1]!;
}

const rowsOf = (journal: string) =>
  server.query(
    `select t.debit_account, t.credit_account, t.amount_ngwee::int, t.business_on::text, t.value_on::text, t.booking_kind
     from ledger_transfer t join journal j using (entry_id) where j.journal_id = $1 order by line`,
    [journal],
  );
const everything = () =>
  server.query(
    `select (select count(*)::int from ledger_transfer) as rows, (select count(*)::int from journal) as journals,
       (select count(*)::int from journal_proposal) as proposals, (select count(*)::int from journal_answer) as answers`,
  );

describe('a journal', () => {
  test('waits for a second person, and is then posted with both names', async () => {
    const number = await propose();
    expect(await rowsOf('1')).toEqual([]);
    expect((await run()).text).toContain(
      `${number}: manual, booked on 2026-11-21, K100.00, proposed by mary`,
    );
    expect(await runAs('john', 'approve', number)).toEqual({
      done: true,
      text: `Proposal ${number} is posted as journal 1.`,
    });
    const shared = { business_on: '2026-11-21', value_on: '2026-11-21', booking_kind: 'ordinary' };
    expect(await rowsOf('1')).toEqual([
      { ...shared, debit_account: 'funding_expense', credit_account: 'bank', amount_ngwee: 7000 },
      { ...shared, debit_account: 'bank_charge_expense', credit_account: 'bank', amount_ngwee: 3000 },
    ]);
    expect((await run('show', number)).text).toContain('Approved by john at 2026-11-21 10:00');
    expect((await run('show-posted', '1')).text.split('\n')).toEqual([
      'Journal 1: manual, booked on 2026-11-21',
      'Reason: interest of November',
      'Made by mary, approved by john, posted at 2026-11-21 10:00',
      '',
      'account                     debit   credit',
      '5300 funding_expense       K70.00         ',
      '5210 bank_charge_expense   K30.00         ',
      '1000 bank                          K100.00',
      'together                  K100.00  K100.00',
    ]);
  });

  test('names the day of booking and the value day, in CSV and in JSON', async () => {
    const csv = await post(
      '\ufeffAccount;Debit;Credit;Booked on;Value on\nbank;1 000;;2026-11-20;2026-11-18\nshare_capital;;1000;;\n'.replace(
        '1 000',
        '1,000.00',
      ),
    );
    const json = await post({
      bookedOn: '2026-11-20',
      valueOn: '2026-11-18',
      lines: [
        { account: '1000', debit: 1000 },
        { account: 'share_capital', credit: '1,000.00' },
      ],
    });
    const rows = await rowsOf(csv);
    expect(rows).toMatchObject([
      { debit_account: 'bank', amount_ngwee: 100_000, business_on: '2026-11-20', value_on: '2026-11-18' },
    ]);
    expect(await rowsOf(json)).toEqual(rows);
  });

  test('may be proposed in the name of another person, who is shown as unverified', async () => {
    const proposed = await run('propose', await fileOf(RENT), 'interest', '--by', 'John  Banda');
    expect(proposed.done).toBe(true);
    const number = /^Proposal (\d+)/.exec(proposed.text)![1]!;
    expect(await run('approve', number, '--by', 'john banda')).toEqual({
      done: false,
      text: 'Nothing was changed. You proposed this journal: another person has to approve it.',
    });
    expect((await run('approve', number)).done).toBe(true);
    expect((await run('show', number)).text).toContain('Proposed by John Banda (unverified) at');
  });

  test('may correct income, and the book of the loans stays sound', async () => {
    const correction = await post('account,debit,credit\ninterest_income,5,\nsuspense,,5\n');
    expect(await rowsOf(correction)).toMatchObject([{ debit_account: 'interest_income' }]);
  });

  test('that is declined is not posted, and says why', async () => {
    const number = await propose();
    expect(await runAs('john', 'decline', number, 'booked twice')).toEqual({
      done: true,
      text: `Proposal ${number} is declined. It posts nothing.`,
    });
    expect((await run('show', number)).text).toContain('Declined by john at 2026-11-21 10:00: booked twice');
    expect(await runAs('john', 'approve', number)).toEqual({
      done: false,
      text: 'Nothing was changed. This proposal was declined.',
    });
  });
});

describe('a reversal', () => {
  test('mirrors the rows, counts for the same day and is booked today, by two people', async () => {
    const journal = await post('account,debit,credit,booked_on\nfunding_expense,70,,2026-11-19\nbank,,70,\n');
    const { text } = await run('reverse', journal, 'another month');
    const number = /^Proposal (\d+)/.exec(text)![1]!;
    expect((await run('approve', number)).text).toContain('another person has to approve it');
    const posted = await runAs('john', 'approve', number);
    const reversal = /as journal (\d+)\.$/.exec(posted.text)![1]!;
    expect(await rowsOf(reversal)).toEqual([
      {
        debit_account: 'bank',
        credit_account: 'funding_expense',
        amount_ngwee: 7000,
        business_on: '2026-11-21',
        value_on: '2026-11-19',
        booking_kind: 'ordinary',
      },
    ]);
    expect((await run('show-posted', journal)).text).toContain(`Reversed by journal ${reversal}`);
    expect((await run('reverse', journal, 'once more')).text).toContain('A journal is reversed once.');
    expect((await run('reverse', reversal, 'back again')).text).toContain('not proposed by a person');
  });

  test('that was proposed twice is posted once', async () => {
    const journal = await post();
    const numbers: string[] = [];
    for (const reason of ['wrong', 'wrong too'])
      numbers.push(/^Proposal (\d+)/.exec((await run('reverse', journal, reason)).text)![1]!);
    expect((await runAs('john', 'approve', numbers[0]!)).done).toBe(true);
    const before = await everything();
    expect((await runAs('john', 'approve', numbers[1]!)).text).toContain('A journal is reversed once.');
    expect(await everything()).toEqual(before);
    await runAs('john', 'decline', numbers[1]!, 'done already');
  });
});

describe('opening balances', () => {
  test('are taken on by two people, and opening_balance comes to nothing', async () => {
    const { text } = await run(
      'take-on',
      await fileOf('account,debit,credit\nbank,5000,\nfloat_mtn_payout,800,\nopening_balance,,5800\n'),
    );
    expect((await runAs('john', 'approve', /^Proposal (\d+)/.exec(text)![1]!)).done).toBe(true);
    const second = await run(
      'take-on',
      await fileOf(
        'account,debit,credit\nopening_balance,5800,\nshare_capital,,5000\nretained_earnings,,800\n',
      ),
      'equity at the beginning',
    );
    expect((await runAs('john', 'approve', /^Proposal (\d+)/.exec(second.text)![1]!)).done).toBe(true);
    expect(
      await server.query(
        `select sum(case debit_account when 'opening_balance' then amount_ngwee else -amount_ngwee end)::int as balance
         from ledger_transfer where 'opening_balance' in (debit_account, credit_account)`,
      ),
    ).toEqual([{ balance: 0 }]);
  });

  test('do not open a wallet twice', async () => {
    const take = async (content: string) => run('take-on', await fileOf(`account,debit,credit\n${content}`));
    const airtel = 'float_airtel_payout,20,\nopening_balance,,20\n';
    const [first, second] = [await take(airtel), await take(airtel)];
    const numberOf = ({ text }: { text: string }) => /^Proposal (\d+)/.exec(text)![1]!;
    const { text } = await runAs('john', 'approve', numberOf(first));
    const opened = `float_airtel_payout has an opening balance already, by journal ${/(\d+)\.$/.exec(text)![1]} on ${server.today()}: a wallet is opened once.`;
    expect((await runAs('john', 'approve', numberOf(second))).text).toContain(opened);
    expect((await take(airtel)).text).toContain(opened);
    const lower = await take('opening_balance,20,\nfloat_airtel_payout,,20\n');
    expect((await runAs('john', 'approve', numberOf(lower))).done).toBe(true);
    expect((await runAs('john', 'approve', numberOf(second))).done).toBe(true);
    const back = await take('opening_balance,20,\nfloat_airtel_payout,,20\n');
    expect((await runAs('john', 'approve', numberOf(back))).done).toBe(true);
  });

  test('may begin the book in a month before its first one', async () => {
    const { done } = await run(
      'take-on',
      await fileOf('account,debit,credit,booked_on\nbank,5,,2026-10-31\nopening_balance,,5,\n'),
    );
    expect(done).toBe(true);
  });
});

describe('bad input is refused by name, and nothing is changed', () => {
  const line = 'account,debit,credit\n';
  test.each([
    [
      'does_not_balance',
      `${line}bank,100,\nsuspense,,99\n`,
      'does not balance: its debits are K100.00 and its credits are K99.00.',
    ],
    ['an unknown account', `${line}petty cash,1,\nbank,,1\n`, 'There is no account "petty cash"'],
    ['a receivable', `${line}1200,1,\nbank,,1\n`, 'Journals do not post to principal_receivable'],
    ['wallet credit', `${line}bank,1,\nwallet_credit,,1\n`, 'Journals do not post to wallet_credit'],
    [
      'unearned interest',
      `${line}bank,1,\nunearned_interest,,1\n`,
      'Journals do not post to unearned_interest',
    ],
    [
      'an opening balance',
      `${line}bank,1,\nopening_balance,,1\n`,
      'Only a journal that takes on opening balances',
    ],
    ['no lines', line, 'The journal moves no money.'],
    ['no amount', `${line}bank,many,\nsuspense,,1\n`, 'line 2: "many" is not an amount in kwacha'],
    ['two amounts', `${line}bank,1,1\n`, 'line 2: a line has a debit or a credit'],
    ['another column', 'account,debit,credit,tax\nbank,1,,\n', 'it has a column "tax"'],
    ['a missing column', 'account,debit\nbank,1\n', 'its first line has no column "credit"'],
    [
      'two days',
      `account,debit,credit,booked_on\nbank,1,,2026-11-20\nsuspense,,1,2026-11-19\n`,
      'more than one booked_on',
    ],
    [
      'a day that is none',
      `account,debit,credit,booked_on\nbank,1,,20.11.2026\nsuspense,,1,\n`,
      '"20.11.2026" is no day',
    ],
    [
      'tomorrow',
      `account,debit,credit,booked_on\nbank,1,,2026-11-22\nsuspense,,1,\n`,
      '22 November has not begun',
    ],
    [
      'a day before the first month of the book',
      `account,debit,credit,booked_on\nbank,1,,2026-10-31\nsuspense,,1,\n`,
      'The day is before the first month of the book',
    ],
    [
      'month 13 of a year before the book',
      `account,debit,credit,booked_on\nbank,1,,2025-13\nsuspense,,1,\n`,
      'The day is before the first month of the book',
    ],
    [
      'a later value day',
      `account,debit,credit,value_on\nbank,1,,2026-11-22\nsuspense,,1,\n`,
      'The value day is after the day of booking',
    ],
    ['no JSON', '{', 'The file cannot be read: it is not JSON.'],
    ['JSON with other words', { lines: [{ konto: 'bank' }] }, 'The file cannot be read'],
  ] as [string, string | object, string][])('%s', async (_what, content, sentence) => {
    const before = await everything();
    const { done, text } = await run('propose', await fileOf(content), 'a reason');
    expect({ done, text }).toEqual({ done: false, text: expect.stringContaining(sentence) });
    expect(text).toMatch(/^Nothing was changed\. /);
    expect(await everything()).toEqual(before);
  });

  test('no reason, no file, no number, no person, another word', async () => {
    const file = await fileOf(RENT);
    const before = await everything();
    expect((await run('propose', file)).text).toContain('Please give a reason of 3 to 200 characters.');
    expect((await run('propose', '/nowhere.csv', 'a reason')).text).toContain(
      'There is no file /nowhere.csv',
    );
    expect((await run('approve', '4711')).text).toContain('There is no proposal with this number.');
    expect((await run('reverse', '4711', 'a reason')).text).toContain(
      'There is no journal with this number.',
    );
    expect((await run('approve', 'all')).text).toContain('npm run journal -- propose');
    expect((await run('propose', file, 'a reason', '--by', 'x')).text).toContain('A name after --by');
    expect((await run('post', '1')).text).toMatch(/^npm run journal/);
    expect(await everything()).toEqual(before);
  });

  test('a second approval, also at the same moment', async () => {
    const number = await propose();
    const both = await Promise.all(['john', 'ruth'].map((name) => runAs(name, 'approve', number)));
    expect(both.map(({ done }) => done).sort()).toEqual([false, true]);
    const before = await everything();
    expect((await runAs('esther', 'approve', number)).text).toMatch(
      /^Nothing was changed\. This proposal was approved and is posted as journal \d+\.$/,
    );
    expect(await everything()).toEqual(before);
  });

  test('a journal into a closed period: when it is proposed, and when it was closed before the approval', async () => {
    const number = await propose();
    await server.query(`update book_closing set closed_through_on = '2026-11-21'`);
    const before = await everything();
    const sentence = 'Nothing was changed. The period is closed: book the journal in an open period';
    expect((await runAs('john', 'approve', number)).text).toContain(sentence);
    expect((await run('propose', await fileOf(RENT), 'a reason')).text).toContain(sentence);
    expect(await everything()).toEqual(before);
    await server.query(`update book_closing set closed_through_on = null`);
    await run('decline', number, 'not needed');
  });

  test('the database refuses equal names, a second answer and a change of a proposal by itself', async () => {
    const number = await propose();
    const desk = await deskBeside(server);
    const ofRun = await postJournal(desk, {
      kind: 'impairment',
      bookedOn: desk.today(),
      lines: [
        { account: 'impairment_expense', debitNgwee: ngwee(1) },
        { account: 'loss_allowance', creditNgwee: ngwee(1) },
      ],
      reason: 'a run',
      madeBy: 'end_of_day',
    });
    const approve = (name: string) =>
      server.query(
        `insert into journal_answer (proposal_id, proposed_by, answer, journal_id, answered_by, answered_at)
         values ($1, 'staff:mary', 'approved', $2, $3, now())`,
        [number, ofRun.ok && ofRun.value.journalId, name],
      );
    await expect(approve('unverified:MARY')).rejects.toThrow('journal_answer_two_people');
    await run('decline', number, 'not needed');
    await expect(approve('staff:john')).rejects.toThrow('journal_answer_pkey');
    await expect(server.query(`update journal_proposal set reason = 'another'`)).rejects.toThrow(
      'append-only',
    );
    await expect(server.query('delete from journal_answer')).rejects.toThrow('append-only');
  });
});
