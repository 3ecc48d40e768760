import type { StaffCallName } from '@thumba/contract/staff/calls';
import { DIFFERENCE_KINDS, PROBABLE_ENDS } from '@thumba/contract/staff/difference-kinds';
import type { OperatorName, PaymentDirection } from '@thumba/lending/ledger';
import { type Database, statement } from '../../apps/server/src/platform/database.ts';
import { firstPage, laterPages, PAGE_SIZE, pick, type WantedCall } from './wanted-call.ts';

const SAMPLE_SIZE = 200;
const role = 'head_of_finance';

type Sized = { size: number };
/** Ids that are spread over those of a table. */
const sample = <Row>(what: string, select: string, order: string) =>
  statement<Row, Sized>(
    `bench: ${what}`,
    `select listed.* from (select numbered.*, row_number() over (order by ${order}) as place,
         greatest(1, count(*) over () / $size::integer) as step from (${select}) numbered) listed
     where place % step = 0 order by place limit $size`,
  );

const differencesStatement = sample<{ id: number }>(
  'open differences',
  `select difference_id as id from reconciliation_difference where state = 'open'`,
  'id',
);
const resolvedStatement = sample<{ id: number }>(
  'resolved differences',
  `select difference_id as id from reconciliation_difference where state = 'resolved'`,
  'id',
);
const piecesStatement = sample<{ id: number }>(
  'pieces of suspense',
  `select entry_id as id from ledger_transfer where credit_account = 'suspense'`,
  'id',
);
const claimsStatement = sample<{ id: number }>('claims', 'select ticket_id as id from claim_ticket', 'id');
const unknownStatement = sample<{ borrower_id: number; attempt_id: string }>(
  'unknown payments',
  `select borrower_id, attempt_id from payment_attempt where state = 'unknown' and next_step_at is not null`,
  'attempt_id',
);
const batchesStatement = sample<{ id: number }>(
  'batches of differences',
  'select batch_id as id from difference_batch',
  'id',
);
const statementsStatement = sample<{ id: number }>(
  'statements of operators',
  'select statement_id as id from operator_statement',
  'id',
);
const daysStatement = statement<{ operator: OperatorName; direction: PaymentDirection; on: string }, Sized>(
  'bench: days of wallets',
  `select split_part(account::text, '_', 2) as operator, split_part(account::text, '_', 3) as direction,
     business_on::text as on
   from account_day_total where account::text like 'float\\_%' order by business_on desc, account limit $size`,
);

/** The lists and pages of payments, reconciliation, suspense, bank and float. */
export async function moneyCalls(db: Database): Promise<WantedCall[]> {
  return [
    ...(await payments(db)),
    ...(await reconciliation(db)),
    ...(await suspense(db)),
    ...(await treasury(db)),
  ];
}

async function payments(db: Database): Promise<WantedCall[]> {
  const unknown = await db.rows(unknownStatement, { size: SAMPLE_SIZE });
  const tickets = await db.rows(claimsStatement, { size: SAMPLE_SIZE });
  const claims = (title: string, state: string): WantedCall => ({
    title,
    name: 'listClaims',
    role,
    request: (number) => ({ query: { state, page: 1 + number, pageSize: PAGE_SIZE } }),
  });
  return [
    { title: 'unknown payments', name: 'listUnknownPayments', role, request: firstPage },
    { title: 'unknown payments, later pages', name: 'listUnknownPayments', role, request: laterPages },
    {
      title: 'one unknown payment',
      name: 'getStaffPayment',
      role,
      request: (number) => {
        const { borrower_id: payerId, attempt_id: paymentId } = pick(unknown, number);
        return { params: { payerId, paymentId } };
      },
    },
    claims('claims that wait', 'waiting'),
    claims('claims that were answered', 'answered'),
    claims('claims that were settled', 'settled'),
    {
      title: 'one claim',
      name: 'getClaim',
      role,
      request: (number) => ({ params: { ticketId: pick(tickets, number).id } }),
    },
  ];
}

async function reconciliation(db: Database): Promise<WantedCall[]> {
  const open = await db.rows(differencesStatement, { size: SAMPLE_SIZE });
  const resolved = await db.rows(resolvedStatement, { size: SAMPLE_SIZE });
  const batches = await db.rows(batchesStatement, { size: SAMPLE_SIZE });
  const statements = await db.rows(statementsStatement, { size: SAMPLE_SIZE });
  const differences = (title: string, query: (number: number) => object): WantedCall => ({
    title: `differences${title}`,
    name: 'listDifferences',
    role,
    request: (number) => ({ query: { ...query(number), pageSize: PAGE_SIZE } }),
  });
  return [
    { title: 'statements of operators', name: 'listStatements', role, request: () => ({}) },
    differences('', () => ({})),
    differences(', further on', (number) => ({ after: pick(open, number).id })),
    differences(' of a kind', (number) => ({ kind: pick(DIFFERENCE_KINDS, number) })),
    differences(' of an operator', (number) => ({ operator: pick(['mtn', 'airtel', 'zamtel'], number) })),
    differences(' of a statement', (number) => ({ statementId: pick(statements, number).id })),
    differences(' with a probable end', (number) => ({ probable: pick(PROBABLE_ENDS, number) })),
    differences(' that were resolved', () => ({ state: 'resolved' })),
    differences(' that were resolved, further back', (number) => ({
      state: 'resolved',
      after: pick(resolved, number).id,
    })),
    {
      title: 'one difference',
      name: 'getDifference',
      role,
      request: (number) => ({ params: { differenceId: pick(open, number).id } }),
    },
    { title: 'differences resolved together', name: 'listDifferenceBatches', role, request: () => ({}) },
    {
      title: 'one batch of differences',
      name: 'readDifferenceBatch',
      role,
      request: (number) => ({ params: { batchId: pick(batches, number).id } }),
    },
  ];
}

async function suspense(db: Database): Promise<WantedCall[]> {
  const pieces = await db.rows(piecesStatement, { size: SAMPLE_SIZE });
  const left = (number: number) => ({ query: { direction: 'left', page: 1 + number, pageSize: PAGE_SIZE } });
  return [
    { title: 'suspense', name: 'listSuspense', role, request: firstPage },
    { title: 'suspense, later pages', name: 'listSuspense', role, request: laterPages },
    { title: 'suspense, money that left', name: 'listSuspense', role, request: left },
    { title: 'unused wallet credit', name: 'listUnusedCredit', role, request: () => ({ query: {} }) },
    {
      title: 'one piece of suspense, with its possible owners',
      name: 'getPiece',
      role,
      request: (number) => ({ params: { pieceId: pick(pieces, number).id } }),
    },
  ];
}

async function treasury(db: Database): Promise<WantedCall[]> {
  const days = await db.rows(daysStatement, { size: SAMPLE_SIZE });
  const alone = (title: string, name: StaffCallName): WantedCall => ({
    ...{ title, name, role },
    request: () => ({}),
  });
  return [
    alone('float', 'getFloat'),
    alone('payouts that are held', 'getHeldPayouts'),
    { title: 'money in transit', name: 'listTransit', role, request: firstPage },
    { title: 'days that are not signed', name: 'listUnsignedDays', role, request: laterPages },
    {
      title: 'one day of a wallet',
      name: 'getWalletDay',
      role,
      request: (number) => ({ params: pick(days, number) }),
    },
    {
      title: 'charges of a wallet',
      name: 'readCharges',
      role,
      request: (number) => {
        const { operator, direction } = pick(days, number);
        return { params: { operator, direction } };
      },
    },
    alone('bank', 'getBank'),
    { title: 'rows of the bank', name: 'listBankRows', role, request: laterPages },
    { title: 'entries at the bank', name: 'listBankEntries', role, request: laterPages },
    alone('what holds up the next close', 'readCloseHolds'),
  ];
}
