import type { Request } from '@thumba/contract/wire';
import { createPersistedStore } from './persisted-store.ts';
import { browserStorage } from './session.ts';

export type AppliedProduct = Pick<Request<'productTrial'>['body'], 'productId' | 'amount' | 'termId'>;

type OrderState = {
  orderId: number | null;
  /** What the borrower last chose to borrow; kept while the forms are filled in. */
  appliedProduct: AppliedProduct | null;
};

export const order = createPersistedStore<OrderState>(
  browserStorage,
  'order',
  { orderId: null, appliedProduct: null },
  ['appliedProduct'],
);
