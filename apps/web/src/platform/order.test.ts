import { afterEach, expect, test, vi } from 'vitest';
import { memoryStorage } from './storage.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** What the module holds in a new load of the page on the same phone. */
async function loadPage() {
  vi.resetModules();
  const [{ order }, { session, signIn, signOut }] = await Promise.all([
    import('./order.ts'),
    import('./session.ts'),
  ]);
  return { order, session, signIn, signOut };
}

const chosen = { productId: 3, amount: 700, termId: 2 };

test('what the borrower chose to borrow outlives the page, and the number of an order does not', async () => {
  vi.stubGlobal('localStorage', memoryStorage());
  const { order } = await loadPage();
  order.setState({ appliedProduct: chosen, orderId: 100_001 });
  const next = await loadPage();
  expect(next.order.getState()).toEqual({ appliedProduct: chosen, isOnTheWay: false, orderId: null });
});

test('what a borrower chose leaves the phone with them', async () => {
  vi.stubGlobal('localStorage', memoryStorage());
  const { session, signIn, signOut, order } = await loadPage();
  signIn(session, 'hers', 7);
  order.setState({ appliedProduct: chosen });
  signOut(session);
  expect(order.getState().appliedProduct).toBeNull();
  expect((await loadPage()).order.getState().appliedProduct).toBeNull();
});
