import type { Day } from './day.ts';
import type { Ngwee } from './money.ts';

/**
 * What a reversal leads to on other payments of the loan. Each event belongs to the receipt of such a payment and is taken
 * back with it. Rule: docs/rules/reversal.md.
 */
export type ReversalConsequence<Posting, Allocation> =
  /** The payment does not clear its instalment early any more. `walletNgwee` of the rebate was still in the wallet. */
  | {
      kind: 'rebate_taken_back';
      on: Day;
      amountNgwee: Ngwee;
      walletNgwee: Ngwee;
      /** The receipt of the payment that had given the rebate. */
      ofReceiptNo: string;
      posting: Posting;
    }
  /** The payment clears another instalment early now. `walletNgwee` of the rebate is wallet credit. */
  | {
      kind: 'rebate_added';
      on: Day;
      amountNgwee: Ngwee;
      walletNgwee: Ngwee;
      ofReceiptNo: string;
      posting: Posting;
    }
  /** Wallet credit pays the loan, because the payment had left it. */
  | {
      kind: 'overpayment_allocated';
      on: Day;
      /** The value day of the payment. */
      valueOn: Day;
      amountNgwee: Ngwee;
      /** The part that was interest given back. The rest was more than was owed. */
      ofRebatesNgwee?: Ngwee;
      allocation: Allocation;
      /** The receipt of the payment that had left the credit. */
      ofReceiptNo: string;
      posting: Posting;
    };
