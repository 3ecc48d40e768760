import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { nameOnStatement } from './account-holder.ts';
import { airtelMoneyId, type TransactionStatus, transactionStatus } from './airtel-wire.ts';
import { type Instruction, instructionColumns } from './instruction.ts';
import { decimalKwacha, groupedKwacha } from './money.ts';
import { financialTransactionId } from './mtn-wire.ts';
import type { Simulator } from './settings.ts';
import { instant, type Statements } from './store.ts';

const LUSAKA_OFFSET_MS = 2 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MERCHANT_ACCOUNT = '900100';

const statementQuery = z.strictObject({
  operator: z.enum(['mtn', 'airtel']),
  from: z.iso.date(),
  to: z.iso.date(),
});

/** A collection that was given back is booked once more, as a refund. */
type Booked = Instruction & { bookedAt: Date; isRefund: boolean };

/** The statement that a lender downloads from an operator's portal: all instructions booked on some days in Lusaka, as CSV. */
export function registerStatement(app: FastifyInstance, { pool }: Simulator): void {
  app.get('/statement', async (request, reply) => {
    const query = statementQuery.safeParse(request.query);
    if (!query.success) {
      return reply.code(400).send({ error: 'Ask for ?operator=mtn|airtel&from=YYYY-MM-DD&to=YYYY-MM-DD.' });
    }
    const { operator, from, to } = query.data;
    const booked = await readBooked(pool, operator, from, to);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${operator}-${from}-${to}.csv"`)
      .send(shapes[operator](booked));
  });
}

async function readBooked(
  db: Statements,
  operator: keyof typeof shapes,
  from: string,
  to: string,
): Promise<Booked[]> {
  const { rows } = await db.query<Booked>(
    `select * from (
       select ${instructionColumns}, coalesce(settled_at, created_at) as "bookedAt", false as "isRefund" from instruction
       union all
       select ${instructionColumns}, refunded_at, true from instruction where refunded_at is not null
     ) booked
     where operator = $1 and "bookedAt" >= $2 and "bookedAt" < $3 order by "bookedAt", "isRefund", id`,
    [
      operator,
      instant(Date.parse(from) - LUSAKA_OFFSET_MS),
      instant(Date.parse(to) - LUSAKA_OFFSET_MS + DAY_MS),
    ],
  );
  return rows;
}

/** The format of Zamtel's statements is not known. */
const shapes: Record<'mtn' | 'airtel', (booked: Booked[]) => string> = {
  mtn: mtnStatement,
  airtel: airtelStatement,
};

const mtnHeader = [
  'Id',
  'External Id',
  'Date',
  'Status',
  'Type',
  'Provider Category',
  'Information',
  'Note/Message',
  'From',
  'From Name',
  'From Handler Name',
  'To',
  'To Name',
  'To Handler Name',
  'Initiated By',
  'On Behalf Of',
  'Amount',
  'Currency',
  'External Amount',
  'Currency',
  'External FX Rate',
  'External Service Provider',
  'Fee',
  'Currency',
  'Discount',
  'Currency',
  'Promotion',
  'Currency',
  'Coupon',
  'Currency',
  'Balance',
  'Currency',
];

const mtnStatusWords: Record<Instruction['outcome'], string> = {
  succeeded: 'Successful',
  failed: 'Failed',
  expired: 'Expired',
  pending: 'Pending',
};

function mtnStatement(booked: Booked[]): string {
  let balanceNgwee = 0;
  const rows = booked.map((entry) => {
    const collects = bringsMoney(entry);
    balanceNgwee += movedNgwee(entry);
    const { givenName, familyName } = nameOnStatement(entry.mobile);
    const person = [`FRI:${msisdnOf(entry.mobile)}/MSISDN`, `${givenName} ${familyName}`, ''];
    const merchant = [`FRI:${MERCHANT_ACCOUNT}/MM`, 'Thumba', 'thumba.api'];
    const sign = collects ? '' : '-';
    return [
      financialTransactionId(asBooked(entry)),
      entry.reference,
      lusakaTime(entry.bookedAt).join(' '),
      mtnStatusWords[entry.outcome],
      entry.isRefund ? 'Reversal' : collects ? 'Debit' : 'Transfer',
      '',
      '',
      entry.request.payerMessage ?? '',
      ...(collects ? [...person, ...merchant] : [...merchant, ...person]),
      'thumba.api',
      '',
      sign + decimalKwacha(entry.amountNgwee),
      'ZMW',
      ...['', '', '', '', '0.00', 'ZMW', '', '', '', '', '', ''],
      signed(balanceNgwee),
      'ZMW',
    ];
  });
  return csv([mtnHeader, ...rows]);
}

const airtelHeader = [
  'Record No',
  'Transaction ID',
  'Reference No',
  'Transaction Date & Time',
  'Transaction Type',
  'Sender Mobile Number',
  'Receiver Mobile Number',
  'Transaction Amount',
  'Currency',
  'Transaction Status',
  'Service Charge',
  'Post Balance',
];

const airtelStatusWords: Record<TransactionStatus, string> = {
  TS: 'Transaction Success',
  TF: 'Transaction Failed',
  TIP: 'Transaction in Progress',
  TA: 'Transaction Ambiguous',
  TE: 'Transaction Expired',
};

function airtelStatement(booked: Booked[]): string {
  let balanceNgwee = 0;
  const rows = booked.map((entry, index) => {
    const collects = bringsMoney(entry);
    balanceNgwee += movedNgwee(entry);
    const [year, month, day] = lusakaTime(entry.bookedAt)[0].split('-');
    return [
      String(index + 1),
      airtelMoneyId(asBooked(entry)),
      entry.reference,
      `${day}-${month}-${year} ${lusakaTime(entry.bookedAt)[1]}`,
      entry.isRefund ? 'Refund' : collects ? 'Merchant Payment' : 'Disbursement',
      collects ? entry.mobile.slice(1) : MERCHANT_ACCOUNT,
      collects ? MERCHANT_ACCOUNT : entry.mobile.slice(1),
      groupedKwacha(entry.amountNgwee),
      'ZMW',
      airtelStatusWords[transactionStatus(entry)],
      '0.00',
      signed(balanceNgwee),
    ];
  });
  return csv([airtelHeader, ...rows]);
}

function bringsMoney({ direction, isRefund }: Booked): boolean {
  return direction === 'collect' && !isRefund;
}

/** A refund has an id of its own. */
function asBooked(entry: Booked): Instruction {
  return entry.isRefund ? { ...entry, createdAt: entry.bookedAt } : entry;
}

function movedNgwee(entry: Booked): number {
  if (entry.outcome !== 'succeeded') return 0;
  return bringsMoney(entry) ? entry.amountNgwee : -entry.amountNgwee;
}

function signed(ngwee: number): string {
  return (ngwee < 0 ? '-' : '') + decimalKwacha(Math.abs(ngwee));
}

function msisdnOf(mobile: string): string {
  return `26${mobile}`;
}

function lusakaTime(at: Date): [day: string, time: string] {
  const [day, time] = instant(at.getTime() + LUSAKA_OFFSET_MS)
    .toISOString()
    .split('T') as [string, string];
  return [day, time.slice(0, 8)];
}

function csv(lines: string[][]): string {
  return lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}
