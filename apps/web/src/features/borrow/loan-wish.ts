import type { Request } from '@thumba/contract/wire';

/** A loan as it is wished for: what an address can carry. Amounts are in kwacha. */
export type LoanWish = Pick<Request<'productTrial'>['body'], 'productId' | 'amount' | 'termId'>;

/** What an address asks for, or nothing when it does not say it all. */
export function readLoanWish(search: string): LoanWish | undefined {
  const query = new URLSearchParams(search);
  const productId = wholeNumber(query.get('productId'));
  const termId = wholeNumber(query.get('termId'));
  const amount = Number(query.get('amount') || Number.NaN);
  if (productId === undefined || termId === undefined || !(amount > 0)) return undefined;
  return { productId, termId, amount };
}

/** An id of an address, or nothing when it is none. */
export function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The same as an address; two equal wishes give the same text. */
export function loanWishQuery({ productId, amount, termId }: LoanWish, repayAccountId?: number): string {
  const query = `productId=${productId}&amount=${amount}&termId=${termId}`;
  return repayAccountId === undefined ? query : `${query}&repayAccountId=${repayAccountId}`;
}
