import type { PaymentDirection } from '@thumba/lending/ledger';

export type Line = {
  reference: string;
  ourId?: string;
  /** As the operator's export writes it, in Lusaka. */
  at: string;
  status?: string;
  type?: string;
  direction?: PaymentDirection;
  mobile: string;
  amount: string;
  charge?: string;
};

const HEADER =
  'Id,External Id,Date,Status,Type,Provider Category,Note/Message,From,From Name,To,To Name,Amount,Currency,Fee,Currency,Balance,Currency';

/** An MTN export with just these lines. */
export function mtnFile(lines: readonly Line[]): Buffer {
  const rows = lines.map((line) => {
    const collects = line.direction !== 'payout';
    const party = `FRI:26${line.mobile}/MSISDN,"Mwale, Chanda"`;
    const merchant = 'FRI:900100/MM,Thumba';
    const givesBack = line.type === 'Reversal';
    const [from, to] = collects === givesBack ? [merchant, party] : [party, merchant];
    return [
      line.reference,
      line.ourId ?? '',
      line.at,
      line.status ?? 'Successful',
      line.type ?? (collects ? 'Debit' : 'Transfer'),
      '',
      'Loan',
      from,
      to,
      `"${line.amount}"`,
      `ZMW,${line.charge ?? '0.00'},ZMW,100.00,ZMW`,
    ].join(',');
  });
  return Buffer.from(`${[HEADER, ...rows].join('\r\n')}\r\n`);
}
