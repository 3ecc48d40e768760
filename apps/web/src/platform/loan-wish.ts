import { type AppliedProduct, order } from './order.ts';

/** The loan that the borrower wishes for, as an address carries it. Amounts are in kwacha. */
export type LoanWish = AppliedProduct;

export const ESTIMATE_PATH = '/borrow-plan';

/** The wish in an address; undefined when the address is not complete. */
export function readLoanWish(search: string): LoanWish | undefined {
  const query = new URLSearchParams(search);
  const productId = wholeNumber(query.get('productId'));
  const termId = wholeNumber(query.get('termId'));
  const amount = Number(query.get('amount') || Number.NaN);
  if (productId === undefined || termId === undefined || !(amount > 0)) return undefined;
  return { productId, termId, amount };
}

/** An id in an address; undefined when it is not one. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The same as an address; two equal wishes give the same text. */
export function loanWishQuery({ productId, amount, termId }: LoanWish, repayAccountId?: number): string {
  const query = `productId=${productId}&amount=${amount}&termId=${termId}`;
  return repayAccountId === undefined ? query : `${query}&repayAccountId=${repayAccountId}`;
}

/** The estimated bill that the borrower is on the way to; undefined for everybody else. */
export function pathOfWish(): string | undefined {
  const { appliedProduct, isOnTheWay } = order.getState();
  return isOnTheWay && appliedProduct ? `${ESTIMATE_PATH}?${loanWishQuery(appliedProduct)}` : undefined;
}
