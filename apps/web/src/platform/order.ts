import type { Request } from '@thumba/contract/wire';
import { createPersistedStore } from './persisted-store.ts';
import { browserStorage, whenBorrowerLeaves } from './session.ts';

export type AppliedProduct = Pick<Request<'productTrial'>['body'], 'productId' | 'amount' | 'termId'>;

type OrderState = {
  orderId: number | null;
  /** What the borrower last chose to borrow; kept while the forms are filled in. */
  appliedProduct: AppliedProduct | null;
  /** The visitor asked for this loan, and its estimated bill has not been shown yet. */
  isOnTheWay: boolean;
};

const nothingOrdered: OrderState = { orderId: null, appliedProduct: null, isOnTheWay: false };

export const order = createPersistedStore<OrderState>(browserStorage, 'order', nothingOrdered, [
  'appliedProduct',
  'isOnTheWay',
]);

/** A wish that has to wait: for a sign-in, and for the forms of a new borrower. */
export function wishFor(appliedProduct: AppliedProduct): void {
  order.setState({ appliedProduct, isOnTheWay: true });
}

whenBorrowerLeaves(() => {
  order.setState(nothingOrdered);
  browserStorage.removeItem('order');
});
