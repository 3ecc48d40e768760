import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, borrow, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { readSubjects } from './read-subjects.ts';

let server: AppServer;
let first: Customer;
let other: Customer;
/** What the borrower `first` may name, and the columns that are read with it. */
let named: Record<Name, { value: unknown; columns: Record<string, unknown> }>;

type Customer = AppBorrower & { loanId: number };
type Name = (typeof NAMES)[number];

const NAMES = ['attemptIds', 'keyHashes', 'accountIds', 'userCouponIds'] as const;
const TABLES = {
  attemptIds: 'payment_attempt',
  keyHashes: 'idempotency_key',
  accountIds: 'repay_account',
  userCouponIds: 'borrower_coupon',
} as const satisfies Record<Name, string>;

/** All 16 sets of names. */
const SETS = Array.from({ length: 2 ** NAMES.length }, (_, bits) =>
  NAMES.filter((_name, index) => (bits & (1 << index)) !== 0),
);

beforeAll(async () => {
  server = await startAppServer();
  first = await customer();
  other = await customer();
  named = await readNamed(first);
});
afterAll(() => server.stop());

async function customer(): Promise<Customer> {
  const borrower = await signUp(server);
  return { ...borrower, loanId: await borrow(borrower) };
}

/** Reads each table by itself. */
async function readNamed({ borrowerId }: Customer): Promise<typeof named> {
  const only = async (sql: string) => (await server.query(sql, [borrowerId]))[0];
  await server.query(
    `insert into borrower_coupon (borrower_id, source, name, worth, valid_from, valid_to, given_at)
     values ($1, 'on_time_settlement', 'No fee', '{"kind": "fee_free"}', current_date, current_date, now())`,
    [borrowerId],
  );
  await server.query(
    `insert into idempotency_key (borrower_id, key_hash, input_hash, answer, created_at)
     values ($1, 'key', 'input', '{"done": true}', now())`,
    [borrowerId],
  );
  const attempt = await only('select attempt_id, state from payment_attempt where borrower_id = $1');
  const key = await only(
    `select array[key_hash]::text as hashes, input_hash, answer from idempotency_key where borrower_id = $1`,
  );
  const account = await only('select account_id, operator from repay_account where borrower_id = $1');
  const coupon = await only('select user_coupon_id, state from borrower_coupon where borrower_id = $1');
  return {
    attemptIds: { value: attempt.attempt_id, columns: { attempt_state: attempt.state } },
    keyHashes: { value: key.hashes, columns: { input_hash: key.input_hash, answer: key.answer } },
    accountIds: {
      value: account.account_id,
      columns: { chosen_account_id: account.account_id, chosen_operator: account.operator },
    },
    userCouponIds: { value: coupon.user_coupon_id, columns: { chosen_coupon_state: coupon.state } },
  };
}

const columnsOf = (names: readonly Name[]) => Object.assign({}, ...names.map((name) => named[name].columns));
const valuesOf = (names: readonly Name[]) =>
  Object.fromEntries(
    NAMES.map((name) => [name, [names.includes(name) ? named[name].value : null, null]]),
  ) as Record<Name, never[]>;

describe('of two loans, of which the first request names', () => {
  test.each(SETS.map((names) => [names.join(', ') || 'nothing else', names] as const))(
    '%s, each is read with what its own request names',
    async (_title, names) => {
      const reading = readSubjects({
        borrowerIds: [first.borrowerId, other.borrowerId],
        loanIds: [first.loanId, other.loanId],
        ...valuesOf(names),
      });
      const rows = (await server.db.rows(...reading)).toSorted((a, b) => a.ordinal - b.ordinal);
      expect(rows.map(({ loan_id: loanId }) => loanId)).toEqual([first.loanId, other.loanId]);
      expect(rows[0]).toMatchObject(columnsOf(names));
      for (const column of Object.keys(columnsOf(NAMES))) {
        expect(rows[1]![column as keyof (typeof rows)[1]] ?? null).toBeNull();
      }
    },
  );
});

test('a table is read only where a request of the batch names something of it', () => {
  for (const names of SETS) {
    const [{ text }] = readSubjects({ borrowerIds: [1, 2], loanIds: [1, 2], ...valuesOf(names) });
    const read = NAMES.filter((name) => text.includes(`join ${TABLES[name]} `));
    expect(read).toEqual(names);
  }
});
