import type { Request } from '@thumba/contract/wire';
import { createPersistedStore } from './persisted-store.ts';
import { browserStorage, whenBorrowerLeaves } from './session.ts';

export type AppliedProduct = Pick<Request<'productTrial'>['body'], 'productId' | 'amount' | 'termId'>;

type OrderState = {
  orderId: number | null;
  /** What the borrower last chose to borrow; kept while the forms are filled in. */
  appliedProduct: AppliedProduct | null;
};

const nothingOrdered: OrderState = { orderId: null, appliedProduct: null };

export const order = createPersistedStore<OrderState>(browserStorage, 'order', nothingOrdered, [
  'appliedProduct',
]);

whenBorrowerLeaves(() => {
  order.setState(nothingOrdered);
  browserStorage.removeItem('order');
});
