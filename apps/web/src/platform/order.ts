import type { Request } from '@thumba/contract/wire';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { browserStorage } from './session.ts';

export type AppliedProduct = Pick<Request<'productTrial'>['body'], 'productId' | 'amount' | 'termId'>;

type OrderState = {
  orderId: number | null;
  /** What the borrower last chose to borrow; kept while the forms are filled in. */
  appliedProduct: AppliedProduct | null;
};

export const order = createStore<OrderState>()(
  persist((): OrderState => ({ orderId: null, appliedProduct: null }), {
    name: 'order',
    version: 1,
    storage: createJSONStorage(() => browserStorage),
    partialize: ({ appliedProduct }) => ({ appliedProduct }),
  }),
);
