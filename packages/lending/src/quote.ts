import type { Day } from './day.ts';
import type { Ngwee } from './money.ts';

/** The price of moving an instalment to a later due date. */
export type ExtensionQuote = {
  period: number;
  beforeDueOn: Day;
  afterDueOn: Day;
  feeNgwee: Ngwee;
  /** The instalment's penalty so far. It is paid together with the fee. */
  penaltyNgwee: Ngwee;
  amountNgwee: Ngwee;
  feesPaidSoFarNgwee: Ngwee;
  timesLeft: number;
};

/** The interest of one instalment that an early settlement still charges. */
export type KeptInterest = { period: number; interestNgwee: Ngwee };

/** The price of paying a loan off early. */
export type SettlementQuote = {
  amountNgwee: Ngwee;
  savingNgwee: Ngwee;
  keptInterest: readonly KeptInterest[];
};

/** The price of giving the money back within the cooling-off time. */
export type CancellationQuote = {
  amountNgwee: Ngwee;
  /** The amount paid above the money received. It becomes wallet credit. */
  surplusNgwee: Ngwee;
};
