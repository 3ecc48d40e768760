import type { PaymentDirection } from '@thumba/lending/ledger';

export type StatementOperator = 'mtn' | 'airtel';

export type MovementOutcome = 'succeeded' | 'failed' | 'pending' | 'reversed';

/** The kind of a row. A reversal undoes a payment. */
export type MovementKind = PaymentDirection | 'reversal';

type Column = 'operatorReference' | 'ourReference' | 'at' | 'outcome' | 'kind' | 'from' | 'to' | 'amount';

export type StatementFormat = {
  /** The names of a column in the header. Case and spaces do not matter. Other columns are not read. */
  columns: Record<Column, readonly string[]>;
  /** The first column of this name at or after the amount, because a statement has several. */
  currencyColumn: string;
  currency: string;
  /** The names of the column with what the operator charged for a movement. A file may have none. */
  chargeColumns: readonly string[];
  /** How the operator itself writes a date whose first number is the day. */
  ownDate?: RegExp;
  outcomes: Readonly<Record<string, MovementOutcome>>;
  /** Other kinds are movements of our account that are no payments. */
  kinds: Readonly<Record<string, MovementKind>>;
};

/**
 * The formats of the operators' exports. MTN's columns are those of its partner portal. Airtel publishes none, so its
 * columns have to be compared with the first file that a lender gets.
 */
export const statementFormats: Record<StatementOperator, StatementFormat> = {
  mtn: {
    columns: {
      operatorReference: ['Id'],
      ourReference: ['External Id'],
      at: ['Date'],
      outcome: ['Status'],
      kind: ['Type'],
      from: ['From'],
      to: ['To'],
      amount: ['Amount'],
    },
    currencyColumn: 'Currency',
    currency: 'ZMW',
    chargeColumns: ['Fee', 'Fees', 'Charge', 'Service Charge'],
    outcomes: {
      successful: 'succeeded',
      failed: 'failed',
      rejected: 'failed',
      expired: 'failed',
      pending: 'pending',
      reversed: 'reversed',
      refunded: 'reversed',
    },
    kinds: {
      debit: 'collection',
      payment: 'collection',
      transfer: 'payout',
      disbursement: 'payout',
      reversal: 'reversal',
      refund: 'reversal',
    },
  },
  airtel: {
    columns: {
      operatorReference: ['Transaction ID'],
      ourReference: ['Reference No', 'External Reference'],
      at: ['Transaction Date & Time', 'Transaction Date'],
      outcome: ['Transaction Status', 'Status'],
      kind: ['Transaction Type', 'Service Type'],
      from: ['Sender Mobile Number', 'Sender MSISDN'],
      to: ['Receiver Mobile Number', 'Receiver MSISDN'],
      amount: ['Transaction Amount', 'Amount'],
    },
    currencyColumn: 'Currency',
    currency: 'ZMW',
    chargeColumns: ['Fee', 'Fees', 'Charge', 'Service Charge'],
    ownDate: /^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}(?:\.\d+)?$/,
    outcomes: {
      'transaction success': 'succeeded',
      ts: 'succeeded',
      'transaction failed': 'failed',
      tf: 'failed',
      'transaction expired': 'failed',
      te: 'failed',
      'transaction in progress': 'pending',
      tip: 'pending',
      'transaction ambiguous': 'pending',
      ta: 'pending',
      'transaction reversed': 'reversed',
      'transaction refunded': 'reversed',
    },
    kinds: {
      'merchant payment': 'collection',
      collection: 'collection',
      disbursement: 'payout',
      b2c: 'payout',
      reversal: 'reversal',
      refund: 'reversal',
    },
  },
};
