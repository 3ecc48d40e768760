import { readFile } from 'node:fs/promises';
import { type Day, day } from '@thumba/lending/day';
import type { Outcome } from '@thumba/lending/outcome';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { checkLoans } from './check-loans.ts';
import { readLoansFile } from './loans-file.ts';
import { takeOnOne } from './take-on-loan.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const FILE = `loan_no;mobile;first_name;last_name;id_number;birth_date;gender;product;term_days;paid_out_on;due_on;principal;interest;fee;penalty;principal_paid;interest_paid;fee_paid;penalty_paid;days_late
L-1;0966888222;Chipo;Lungu;888222/10/1;1992-04-17;F;Quick loan;30;2026-11-20;2026-12-20;500;60;15;0;0;0;0;0;0
`;

function allowed<Value>(outcome: Outcome<Value, unknown>): Value {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
  return outcome.value;
}

test('the file that the page for accountants shows is one that can be read', async () => {
  const page = await readFile(new URL('../../../../../docs/running/accounting.md', import.meta.url), 'utf8');
  const file = /^loan_no,[^`]+/m.exec(page)![0];
  expect(allowed(readLoansFile(Buffer.from(file)))).toMatchObject([
    { earlierLoanNo: 'A-117', plans: [{ daysLate: 2 }, { daysLate: 28 }, { daysLate: 0 }] },
  ]);
});

const everything = () =>
  server.query(
    `select (select count(*)::int from loan) as loans, (select count(*)::int from taken_on_loan) as taken_on,
       (select count(*)::int from ledger_transfer) as rows, (select count(*)::int from repay_account) as accounts`,
  );

test('a borrower who borrows between the check and the writing keeps that loan, and nothing of the other is kept', async () => {
  const borrower = await signUp(server, { idNumber: '888222/10/1', mobile: '0966888222' });
  const { db, clock, sealing } = server;
  const on = day(server.today());
  const catalogue = await openCatalogue(db, clock, () => on);
  const deps = {
    db,
    clock,
    sealing,
    catalogue,
    today: (): Day => on,
    operatorOfMobile: () => undefined,
    isConnected: () => true,
  };
  const written = allowed(readLoansFile(Buffer.from(FILE)));
  expect(await checkLoans(deps, written, on)).toMatchObject({
    toTakeOn: [],
    problems: [{ line: 2, text: expect.stringContaining('the operator of 0966888222 is not known') }],
  });
  const file = await checkLoans({ ...deps, operatorOfMobile: () => 'mtn' }, written, on);
  const [checked] = file.toTakeOn;
  const [{ take_on_id: takeOnId }] = await server.query(
    `insert into loan_take_on (on_day, file_hash, loans, owed_ngwee, asked_by, asked_at)
     values ($1, 'x', 1, 57500, 'staff:mary', now()) returning take_on_id::int`,
    [on],
  );
  await apply(borrower);
  const before = await everything();
  expect(await takeOnOne(deps, checked!, { takeOnId, on, actor: 'staff:john' })).toBeUndefined();
  expect(await everything()).toEqual(before);
});
