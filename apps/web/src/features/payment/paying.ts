/** What a borrower pays, and with which popup. */
export type Paying =
  | {
      kind: 'bill';
      orderId: number;
      isOtherAmount: boolean;
      userCouponId?: number;
      /** Starts with this amount in kwacha, where the bill still allows it. */
      amount?: number;
      /** Starts with the price of the whole loan. */
      paysWholeLoan?: boolean;
    }
  | { kind: 'extension'; planId: number }
  | { kind: 'settlement'; orderId: number }
  | { kind: 'cancellation'; orderId: number }
  | { kind: 'waiting'; orderId: number; paymentId: string };
