import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
let borrower: AppBorrower;
let paymentId: string;

beforeAll(async () => {
  server = await startAppServer({ tampers: ['wallets = the book, none below zero'] });
  borrower = await signUp(server);
  paymentId = await pay(server, borrower, await borrow(borrower));
});
afterAll(() => server.stop());

/** What the database says to a statement that nothing in the program ever sends. */
async function refusalOf(text: string, values: unknown[] = []): Promise<string> {
  try {
    await server.query(text, values);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
}

async function transferRefusal(different: Record<string, unknown>): Promise<string> {
  const row = {
    borrower_id: borrower.borrowerId,
    entry_id: 1_000_000,
    line: 1,
    debit_account: 'bank',
    credit_account: 'wallet_credit',
    amount_ngwee: 100,
    ...different,
  };
  return refusalOf(
    `insert into ledger_transfer (${Object.keys(row).join(', ')}, business_on, recorded_at)
     values ($1, $2, $3, $4, $5, $6, '2026-11-21', '2026-11-21T08:00:00Z')`,
    Object.values(row),
  );
}

describe('history', () => {
  test.each([
    ['ledger_transfer', 'update ledger_transfer set amount_ngwee = 1'],
    ['ledger_transfer', 'delete from ledger_transfer'],
    ['ledger_transfer', 'truncate ledger_transfer'],
    ['loan_event', `update loan_event set kind = 'settled'`],
    ['loan_event', 'delete from loan_event'],
    ['loan_event', 'truncate loan_event'],
  ])('of %s is not changed by: %s', async (table, statement) => {
    const before = await server.query(`select * from ${table} order by entry_id`);
    expect(before.length).toBeGreaterThan(0);
    expect(await refusalOf(statement)).toBe(`${table} is append-only: a mistake is put right by a new row`);
    expect(await server.query(`select * from ${table} order by entry_id`)).toEqual(before);
  });

  test('is not emptied by way of another table either', async () => {
    expect(await refusalOf('truncate loan, ledger_transfer cascade')).toContain('append-only');
  });
});

describe('a row of the book', () => {
  test('moves an amount from one account to another', async () => {
    expect(await transferRefusal({})).toBe('taken');
  });

  test.each([
    ['an account to itself', { credit_account: 'bank' }, 'ledger_transfer_check'],
    ['nothing', { amount_ngwee: 0 }, 'ledger_transfer_amount_ngwee_check'],
    ['less than nothing', { amount_ngwee: -100 }, 'ledger_transfer_amount_ngwee_check'],
    ['from an account that does not exist', { debit_account: 'petty_cash' }, 'ledger_account_check'],
    ['twice under one number', { entry_id: 1_000_001 }, 'ledger_transfer_pkey'],
  ])('may not move %s', async (_what, different, constraint) => {
    if (constraint.endsWith('pkey')) expect(await transferRefusal(different)).toBe('taken');
    expect(await transferRefusal(different)).toContain(`constraint "${constraint}"`);
  });
});

describe('the database refuses', () => {
  test('a wallet below nothing', async () => {
    expect(
      await refusalOf('update borrower_standing set wallet_ngwee = -1 where borrower_id = $1', [
        borrower.borrowerId,
      ]),
    ).toContain('wallet_ngwee_check');
  });

  test.each(['failed', 'pending', 'unknown', 'created'])(
    'to make a payment that succeeded %s',
    async (state) => {
      expect(
        await refusalOf('update payment_attempt set state = $2 where attempt_id = $1', [paymentId, state]),
      ).toBe('a payment attempt that succeeded never changes');
    },
  );

  test('a second open loan of a borrower', async () => {
    const other = await signUp(server);
    const loanId = await borrow(other);
    expect(
      await refusalOf(
        `insert into loan (borrower_id, loan_id, version, state, terms, account_id, principal_ngwee, received_ngwee, applied_at,
           applied_on)
         select borrower_id, loan_id + 500000, version, 'applied', terms, account_id, principal_ngwee,
           received_ngwee, applied_at, applied_on from loan where loan_id = $1`,
        [loanId],
      ),
    ).toContain('loan_one_open');
  });

  test('more paid on an instalment than was charged', async () => {
    expect(await refusalOf('update instalment set principal_paid_ngwee = principal_ngwee + 1')).toContain(
      'instalment_check',
    );
  });

  test('the same report of an operator twice', async () => {
    const hash = randomBytes(32);
    const keep = `insert into operator_callback (operator, attempt_id, body_hash, body_sealed, received_at)
      values ('mtn', $1, $2, '', now())`;
    expect(await refusalOf(keep, [randomUUID(), hash])).toBe('taken');
    expect(await refusalOf(keep, [randomUUID(), hash])).toContain('body_hash');
  });
});

describe('what was lent, paid out and repaid', () => {
  test('stands in the book line by line, and the instalments say the same', async () => {
    const one = await signUp(server);
    const loanId = await borrow(one);
    server.clock.advance({ seconds: 1 });
    await pay(server, one, loanId, { amount: 500 });
    const rows = await server.query(
      `select debit_account || ' → ' || credit_account || ' ' || amount_ngwee as line
       from ledger_transfer where loan_id = $1 order by recorded_at, ledger_transfer.line`,
      [loanId],
    );
    expect(rows.map((row: { line: string }) => row.line)).toEqual([
      'principal_receivable → float_mtn_payout 100000',
      'interest_receivable → unearned_interest 12000',
      'fee_receivable → unearned_fee 3000',
      'float_mtn_collection → fee_receivable 3000',
      'float_mtn_collection → interest_receivable 12000',
      'float_mtn_collection → principal_receivable 35000',
    ]);
    const [{ owed }] = await server.query(
      `select (principal_ngwee - principal_paid_ngwee + interest_ngwee - interest_paid_ngwee
         + fee_ngwee - fee_paid_ngwee) as owed from instalment where loan_id = $1`,
      [loanId],
    );
    const [{ receivable }] = await server.query(
      `select sum(case when debit_account like '%_receivable' then amount_ngwee else -amount_ngwee end)::bigint as receivable
       from ledger_transfer where loan_id = $1 and '_receivable' in (right(debit_account, 11), right(credit_account, 11))`,
      [loanId],
    );
    expect(owed).toBe(65_000);
    expect(receivable).toBe(owed);
  });
});
