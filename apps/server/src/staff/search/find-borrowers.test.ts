import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  borrow,
  pay,
  signIn,
  signUp,
  stepUp,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { statement } from '../../platform/database.ts';
import { deleteAccount, settledBorrower } from '../../upkeep/personal-data/personal-data.test-support.ts';
import { findBorrowers } from './find-borrowers.ts';
import { type FoundKind, findStatement, MOST_COUNTED } from './find-statement.ts';

let server: AppServer;
let mutinta: AppBorrower;
let orderId: number;
let paymentId: string;

beforeAll(async () => {
  server = await startAppServer();
  mutinta = await signUp(server, { firstName: 'Mutinta', lastName: 'Hamoonga', idNumber: '345678/61/1' });
  orderId = await borrow(mutinta);
  paymentId = await pay(server, mutinta, orderId, { amount: 100 });
});
afterAll(() => server.stop());

async function find(text: string, page = { limit: 20, offset: 0 }) {
  const outcome = await findBorrowers(server, { text, ...page });
  if (!outcome.ok) throw new Error(outcome.refusal.kind);
  return outcome.value;
}

/** By what the text finds a borrower. */
async function foundBy(text: string, { borrowerId }: AppBorrower = mutinta): Promise<FoundKind[]> {
  const { borrowers } = await find(text);
  return borrowers.find((one) => one.borrowerId === borrowerId)?.foundBy.map(({ kind }) => kind) ?? [];
}

const textOf = async (sql: string, values: unknown[]): Promise<string> =>
  String(Object.values((await server.query(sql, values))[0])[0]);

test('a mobile number finds its borrower in any spelling, with the name and the number masked', async () => {
  const { mobile, borrowerId } = mutinta;
  const rest = mobile.slice(1);
  for (const text of [mobile, `+260${rest}`, `260 ${rest.slice(0, 2)} ${rest.slice(2)}`, rest]) {
    expect(await foundBy(text), text).toEqual(['mobile']);
  }
  expect(await find(mobile)).toEqual({
    borrowers: [
      {
        borrowerId,
        foundBy: [{ kind: 'mobile', number: null }],
        maskedName: 'M**** H****',
        maskedMobile: `${mobile.slice(0, 3)} **** ${mobile.slice(7)}`,
        isDeleted: false,
        isBlocked: false,
        openLoan: { loanId: orderId, state: 'active' },
        isOverdue: false,
      },
    ],
    total: 1,
    isMore: false,
  });
});

test('another account and a former number find the borrower', async () => {
  const borrower = await signUp(server);
  const [other, next] = [server.newMobile('airtel'), server.newMobile('mtn')];
  await addAccount(server, borrower, { mobile: other });
  expect(await foundBy(other, borrower)).toEqual(['other_mobile']);
  const codeTo = async (mobile?: string) => {
    await borrower.ask('sendMobileChangeCode', { body: mobile ? { mobile } : {} });
    return server.handset.waitForCode(mobile ?? borrower.mobile);
  };
  const [oldCaptcha, newCaptcha] = await Promise.all([codeTo(), codeTo(next)]);
  const stepUpCode = await stepUp(server, borrower, 'mobile');
  await borrower.ask('changeMobile', { body: { mobile: next, oldCaptcha, newCaptcha, stepUpCode } });
  expect(await foundBy(borrower.mobile, borrower)).toEqual(['other_mobile']);
  expect(await foundBy(next, borrower)).toEqual(['mobile']);
});

test('the number of the card finds the borrower in the usual spellings', async () => {
  for (const text of ['345678/61/1', '345678611', '345678 61 1', '345678-61-1']) {
    expect(await foundBy(text), text).toEqual(['id_number']);
  }
});

test('a name is found by words and beginnings of words in any order, and all of them must match', async () => {
  for (const text of ['Hamoonga', 'ham', 'MUTINTA', 'hamoonga mut', 'Ms Mutinta Hamoonga', 'Mútinta']) {
    expect(await foundBy(text), text).toEqual(['name']);
  }
  for (const text of ['amoonga', 'Mutinta Banda', 'Hamoongas', 'ham mutintas']) {
    expect(await foundBy(text), text).toEqual([]);
  }
});

test('the numbers of the loan, its bill, a receipt, a paper, a payment and its operator find the borrower', async () => {
  expect(await foundBy(String(orderId))).toContain('loan');
  const { borrowers } = await find(`#${String(orderId).replace(/(?=\d{3}$)/, ' ')}`);
  expect(borrowers[0]!.foundBy).toContainEqual({ kind: 'loan', number: String(orderId) });
  expect(await foundBy(String(planIdOf(orderId, 1)))).toEqual(['bill']);
  expect(await foundBy(String(planIdOf(orderId, 9)))).toEqual([]);
  const { receiptNo } = await mutinta.ask('getPayment', { params: { paymentId } });
  expect(await foundBy(receiptNo!)).toEqual(['receipt']);
  expect(await foundBy(`${orderId}-987`)).toEqual([]);
  const { code } = await mutinta.ask('issuePaper', { body: { orderId, kind: 'contract' } });
  expect(await foundBy(code.replaceAll('-', ' ').toLowerCase())).toEqual(['paper']);
  expect(await foundBy(paymentId.toUpperCase())).toEqual(['payment']);
  const reference = await textOf('select operator_reference from payment_attempt where attempt_id = $1', [
    paymentId,
  ]);
  expect(await foundBy(` ${reference.toLowerCase()}`)).toContain('operator_reference');
});

test('the number that a loan had in an earlier system finds the borrower, in any case', async () => {
  const taken = server.owner.inTransaction(async (transaction) => {
    await transaction.rows(
      statement(
        'test: take a loan on',
        `with file as (
           insert into loan_take_on (on_day, file_hash, loans, owed_ngwee, asked_by, asked_at)
           values (current_date, '', 1, 1, 'staff:mary', now()) returning take_on_id
         )
         insert into taken_on_loan (earlier_loan_no, take_on_id, borrower_id, loan_id)
         select 'LN/2024-7', take_on_id, $borrowerId::bigint, $loanId::bigint from file`,
      ),
      { borrowerId: mutinta.borrowerId, loanId: orderId },
    );
    const page = { limit: 20, offset: 0 };
    throw await findBorrowers({ ...server, db: transaction }, { text: 'ln/2024-7', ...page });
  });
  await expect(taken).rejects.toMatchObject({
    value: { borrowers: [{ foundBy: [{ kind: 'earlier_loan', number: String(orderId) }] }] },
  });
});

test('tickets of each kind and the number of the borrower find the borrower', async () => {
  const borrower = await signIn(server);
  const { ticketNo } = await borrower.ask('writeComplaint', {
    body: { topic: 'app', text: 'The app is slow on my phone.' },
  });
  expect(await foundBy(ticketNo, borrower)).toContain('ticket');
  const claim = await borrower.ask('claimPayment', { body: { reference: 'MP261121.1000.A12345' } });
  if (claim.status === 'posted') throw new Error('a claim of an unknown payment was posted');
  expect(await foundBy(claim.ticketNo!, borrower)).toContain('ticket');
  expect(await foundBy('mp261121.1000.a12345', borrower)).toEqual(['ticket']);
  const newMobile = server.newMobile('airtel');
  await borrower.ask('sendMobileChangeCode', { body: { mobile: newMobile } });
  const newCaptcha = await server.handset.waitForCode(newMobile);
  const change = await borrower.ask('requestMobileChange', { body: { mobile: newMobile, newCaptcha } });
  expect(await foundBy(change.ticketNo, borrower)).toContain('ticket');
  expect(await foundBy(String(borrower.borrowerId), borrower)).toContain('borrower');
});

test('a number that is a loan of one borrower and the number of another shows both', async () => {
  const twin = await signIn(server);
  await server.query(
    'insert into claim_ticket (borrower_id, ticket_id, reference_hash, reference_sealed, claimed_at) overriding system value values ($1, $2, $3, $3, now())',
    [twin.borrowerId, orderId, Buffer.from('twin')],
  );
  const { borrowers } = await find(String(orderId));
  const kinds = Object.fromEntries(borrowers.map((one) => [one.borrowerId, one.foundBy[0]!.kind]));
  expect(kinds).toMatchObject({ [mutinta.borrowerId]: 'loan', [twin.borrowerId]: 'ticket' });
  await server.query('delete from claim_ticket where borrower_id = $1', [twin.borrowerId]);
});

test('a blocked borrower and an overdue loan are marked', async () => {
  const borrower = await signUp(server, { firstName: 'Overdue', lastName: 'Sichone' });
  await borrow(borrower, { termId: 2 });
  await server.query(`update borrower set blocked_at = now() where borrower_id = $1`, [borrower.borrowerId]);
  await server.passDays(17);
  expect((await find('sichone')).borrowers).toMatchObject([
    { isBlocked: true, isOverdue: true, openLoan: { state: 'overdue' } },
  ]);
});

test('a deleted account is found by its loan, without a name and a number', async () => {
  const gone = await settledBorrower(server);
  const [{ identity_sealed: sealed }] = await server.query(
    'select identity_sealed from borrower_identity where borrower_id = $1',
    [gone.borrowerId],
  );
  await deleteAccount(server, gone);
  // As it is on a server without an archive.
  await server.query(
    'insert into borrower_identity (borrower_id, identity_sealed, confirmed_at) values ($1, $2, now())',
    [gone.borrowerId, sealed],
  );
  const { borrowers } = await find(String(gone.orderId));
  expect(borrowers.find((one) => one.borrowerId === gone.borrowerId)).toMatchObject({
    isDeleted: true,
    maskedName: null,
    maskedMobile: null,
    openLoan: null,
  });
  expect(await foundBy(gone.mobile, gone)).toEqual([]);
});

test('hostile text finds nothing and breaks nothing', async () => {
  for (const text of [
    '=1+1',
    '%1%',
    "1'; drop table loan; --",
    '1\u00002',
    '\u202e١٢٣ 9',
    'محمد',
    '9'.repeat(100),
  ]) {
    expect(await find(text), JSON.stringify(text)).toMatchObject({ borrowers: [], total: 0 });
  }
  const refused = await findBorrowers(server, { text: 'b', limit: 20, offset: 0 });
  expect(refused).toEqual({ ok: false, refusal: { kind: 'search_too_short' } });
});

test('counting stops at 10,000, the newest borrower first', async () => {
  await server.query(
    `with made as (
       insert into borrower (borrower_id, mobile_sealed, registered_at, registered_on) overriding system value
       select 9000000 + n, '', now(), current_date from generate_series(1, $2::integer) n returning borrower_id
     )
     insert into borrower_name_prefix select p.prefix_hash, m.borrower_id
     from made m, borrower_name_prefix p where p.borrower_id = $1`,
    [mutinta.borrowerId, MOST_COUNTED],
  );
  const last = await find('hamoonga', { limit: 1, offset: MOST_COUNTED });
  expect(last).toMatchObject({ total: MOST_COUNTED, isMore: true });
  expect(last.borrowers.map(({ borrowerId }) => borrowerId)).toEqual([mutinta.borrowerId]);
  await server.query('delete from borrower_name_prefix where borrower_id > 9000000');
  const exactly = await find('hamoonga');
  expect(exactly).toMatchObject({ total: 1, isMore: false });
  await server.query('delete from borrower where borrower_id > 9000000');
});

test('no search reads a whole table', async () => {
  const client = await server.owner.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local enable_seqscan = off');
    for (const words of [0, 1, 2, 8]) {
      const { text, parameters } = findStatement(words);
      const values = parameters.map((name) => {
        if (name === 'limit' || name === 'offset') return 20;
        if (name.endsWith('Hashes')) return name.startsWith('word') ? ['1'] : [Buffer.alloc(32)];
        return name.endsWith('Id') && name !== 'receiptLoanId'
          ? '3f0a5b1c-2d4e-4f60-8a9b-0c1d2e3f4a5b'
          : '100482';
      });
      const { rows } = await client.query(`explain (format json) ${text}`, values);
      expect(wholeReads(rows[0]['QUERY PLAN'][0].Plan), `${words} words`).toEqual([]);
    }
  } finally {
    await client.query('rollback');
    client.release();
  }
});

type PlanNode = {
  'Node Type': string;
  'Index Cond'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
};

/** The tables that a plan reads from one end to the other, also along an index. */
function wholeReads(node: PlanNode): string[] {
  const isOfTable = node['Relation Name'] !== undefined || node['Index Name'] !== undefined;
  const isWhole =
    node['Node Type'] === 'Seq Scan' ||
    (node['Node Type'].includes('Index') && node['Index Cond'] === undefined);
  const below = (node.Plans ?? []).flatMap(wholeReads);
  return isOfTable && isWhole
    ? [`${node['Node Type']} of ${node['Relation Name'] ?? node['Index Name']}`, ...below]
    : below;
}
