import { STAFF_API_BASE, STAFF_HEADER } from '@thumba/contract/staff/calls';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { addDays, day } from '@thumba/lending/day';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import {
  consoleOriginOf,
  cookieHeader,
  hire,
  openOffice,
  type StaffMember,
} from '../../../test/staff-client.ts';
import { makeSmallBook } from '../terminal/small-book.test-support.ts';
import { answerAs } from '../terminal/two-people.test-support.ts';

type Layout = StaffAnswer<'getReturnLayout'>['versions'][number];
type Line = Layout['lines'][number];

const MONTH_END = '2026-11-30';

let server: AppServer;
let mary: StaffMember;
let grace: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ tampers: ['plans = receivables'] });
  await makeSmallBook(server);
  const { first: maker, second: checker } = await openOffice(server);
  mary = await hire(server, { maker, checker }, { userName: 'natasha', roles: ['finance'] });
  grace = await hire(server, { maker, checker }, { userName: 'bupe', roles: ['head_of_finance'] });
});
afterAll(() => server.stop());

async function layouts(): Promise<Layout[]> {
  return (await mary.client.call('getReturnLayout')).data.versions;
}

async function returnOn(on: string): Promise<StaffAnswer<'readReport'>> {
  const { code, data, msg } = await mary.client.call('readReport', {
    params: { report: 'regulator-return' },
    query: { on },
  });
  expect(code, msg).toBe(200);
  return data;
}

function download(format: 'csv' | 'xlsx', on: string): Promise<Response> {
  return fetch(`${consoleOriginOf(server)}${STAFF_API_BASE}/books/reports/regulator-return/file`, {
    method: 'POST',
    headers: {
      [STAFF_HEADER]: 'person',
      'content-type': 'application/json',
      cookie: cookieHeader(mary.client.cookies),
    },
    body: JSON.stringify({ on, format }),
  });
}

/** The amount of a line in ngwee by plain SQL over the ledger and the loans of the run. */
async function ngweeBySql(
  line: Line,
  on: string,
  above: ReadonlyMap<string, number | null>,
): Promise<number | null> {
  switch (line.is) {
    case 'accounts': {
      const [row] = await server.query(
        `select coalesce(sum(case when a.account_type in ('asset', 'expense') then 1 else -1 end
           * case when t.debit_account = a.account then t.amount_ngwee else -t.amount_ngwee end), 0)::bigint as ngwee
         from ledger_transfer t join account a on a.account in (t.debit_account, t.credit_account)
         where a.account = any ($1) and t.business_on <= $2
           and (a.account_type not in ('income', 'expense')
             or (t.business_on >= date_trunc('year', $2::date) and t.booking_kind <> 'year_end'))`,
        [line.accounts, on],
      );
      return Number(row.ngwee);
    }
    case 'result': {
      const [row] = await server.query(
        `select coalesce(sum(case when a.account = t.credit_account then t.amount_ngwee else -t.amount_ngwee end), 0)::bigint
           as ngwee
         from ledger_transfer t join account a on a.account in (t.debit_account, t.credit_account)
         where a.account_type in ('income', 'expense') and t.business_on <= $1`,
        [on],
      );
      return Number(row.ngwee);
    }
    case 'class': {
      const column = {
        gross: 'gross_ngwee',
        provision: 'provision_ngwee',
        expectedLoss: 'expected_loss_ngwee',
      };
      const [run] = await server.query(
        `select max(run_id)::integer as run_id from impairment_run where cut_on = $1`,
        [on],
      );
      if (run.run_id === null) return null;
      const [row] = await server.query(
        `select coalesce(sum(${column[line.figure]}), 0)::bigint as ngwee from impairment_loan
         where run_id = $1 and loan_class::text = $2`,
        [run.run_id, line.loanClass],
      );
      return Number(row.ngwee);
    }
    case 'sum': {
      const parts = line.of.map((code) => above.get(code)!);
      return parts.some((part) => part === null) ? null : parts.reduce<number>((sum, part) => sum + part!, 0);
    }
  }
}

describe('the return to the regulator', () => {
  test.each([MONTH_END, '2026-12-31', '2026-12-05'])(
    'of %s has in each line what plain SQL finds, and ties to the other reports',
    async (on) => {
      const [layout] = await layouts();
      const report = await returnOn(on);
      const found = new Map<string, number | null>();
      for (const line of layout!.lines) found.set(line.code, await ngweeBySql(line, on, found));
      const shown = new Map(
        report.lines.map(([, code, , amount]) => [
          String(code),
          amount === null ? null : Math.round(Number(amount) * 100),
        ]),
      );
      expect(shown).toEqual(found);
      expect(found.get('A9')).not.toBe(0);
      expect(found.get('A9')).toBe(found.get('L9')! + found.get('E9')!);
      for (const tie of report.ties) expect(tie, tie.left).toMatchObject({ isTied: true });
      expect(report.ties.length).toBe(found.get('C9') === null ? 3 : 5);
    },
  );

  test('as CSV and as a workbook has the amounts of the screen', async () => {
    const { lines } = await returnOn(MONTH_END);
    const rows = parse(await (await download('csv', MONTH_END)).text(), { columns: true }) as Record<
      string,
      string
    >[];
    const inCsv = rows.filter(({ line }) => line === 'row').map(({ row, amount }) => [row, amount]);
    const asShown = lines.map(([, code, , amount]) => [
      code,
      amount === null ? '' : Number(amount).toFixed(2),
    ]);
    expect(inCsv).toEqual(asShown);
    const bytes = new Uint8Array(await (await download('xlsx', MONTH_END)).arrayBuffer());
    const [sheet] = (await readXlsx(bytes)).sheets;
    const inBook = sheet!.rows.filter(([kind]) => kind === 'row').map((cells) => [cells[2], cells[4]]);
    expect(inBook).toEqual(lines.map(([, code, , amount]) => [code, amount]));
  });

  test('says which layout it follows, and that it was not compared with the form of the regulator', async () => {
    const { notes } = await returnOn(MONTH_END);
    expect(notes[0]).toMatch(/^Layout 1: .*section 92 \(1\)/);
    expect(notes[1]).toBe('The lender has not compared this layout with the form of the regulator.');
  });
});

describe('another layout', () => {
  const reason = 'the form of this year';

  test('is refused where an account stands in no line, in two lines, or beside one of another type', async () => {
    const [layout] = await layouts();
    const { source, isConfirmed, lines } = layout!;
    const ask = (changed: Line[]) =>
      mary.client.call('askForReturnLayout', {
        body: { source, isConfirmed, startsOn: server.today(), lines: changed, reason },
      });
    const without = lines.filter(({ code }) => code !== 'L2');
    const noSum = without.map((line) =>
      line.is === 'sum' ? { ...line, of: line.of.filter((of) => of !== 'L2') } : line,
    );
    expect(await ask(noSum)).toMatchObject({
      code: 400,
      msg: 'The account “Money not placed yet” stands in no line.',
    });
    const twice = [
      ...lines,
      { part: 'More', code: 'Z1', title: 'Twice', is: 'accounts' as const, accounts: ['bank'] },
    ];
    expect((await ask(twice)).msg).toBe('The account “Bank” stands in two lines, so it would count twice.');
    const mixed = noSum.map((line) =>
      line.code === 'A1' && line.is === 'accounts' ? { ...line, accounts: ['bank', 'suspense'] } : line,
    );
    expect((await ask(mixed)).msg).toBe(
      'Line A1 adds accounts of two types, for example assets and liabilities.',
    );
    expect((await ask(without)).msg).toBe('Line L9 adds line L2, which does not stand above it.');
  });

  test('counts from its day on, once a second person approved it; returns of before keep theirs', async () => {
    const [layout] = await layouts();
    const startsOn = addDays(day(server.today()), 1);
    const lines = layout!.lines.map((line) => (line.code === 'A1' ? { ...line, title: 'Banks' } : line));
    const filed = await mary.client.call('askForReturnLayout', {
      body: { source: 'the form of 2027', isConfirmed: true, startsOn, lines, reason },
    });
    const { requestId } = filed.data;
    expect((await answerAs(mary, requestId)).code).not.toBe(200);
    const shown = await grace.client.call('getRequest', { params: { requestId } });
    expect(shown.data.effect.map(({ title }) => title)).toContain('Line A1');
    expect((await answerAs(grace, requestId)).data).toMatchObject({
      state: 'done',
      sentence: expect.stringMatching(/^Layout 2 counts from/),
    });
    expect((await layouts()).map(({ version, isInForce }) => [version, isInForce])).toEqual([
      [2, false],
      [1, true],
    ]);
    await server.passDays(1);
    expect((await returnOn(server.today())).lines[0]![2]).toBe('Banks');
    expect((await returnOn(MONTH_END)).lines[0]![2]).toBe('Balances with banks in Zambia');
  });

  test('is refused by the database without a second person', async () => {
    await expect(
      server.query(
        `insert into return_layout (version, source, is_confirmed, starts_on, lines, saved_by, saved_at)
         values (9, 'mine', true, '2026-11-01', '[]', 'setup', now())`,
      ),
    ).rejects.toThrow(/return_layout needs a request that a second person approved/);
  });
});
