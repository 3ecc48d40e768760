/**
 * One reading of a borrower at a time. Of the further ones only the newest waits, because it is about the pictures that
 * were taken last. The one that waited before it is told so at once.
 */
export type ReadingTurns = {
  take(borrowerId: number): Promise<'taken' | 'replaced'>;
  free(borrowerId: number): void;
};

type NextTurn = (turn: 'taken' | 'replaced') => void;

export function createReadingTurns(): ReadingTurns {
  const held = new Map<number, NextTurn | undefined>();
  return {
    take(borrowerId) {
      if (!held.has(borrowerId)) {
        held.set(borrowerId, undefined);
        return Promise.resolve('taken');
      }
      held.get(borrowerId)?.('replaced');
      const { promise, resolve } = Promise.withResolvers<'taken' | 'replaced'>();
      held.set(borrowerId, resolve);
      return promise;
    },
    free(borrowerId) {
      const next = held.get(borrowerId);
      if (next) {
        held.set(borrowerId, undefined);
        next('taken');
      } else held.delete(borrowerId);
    },
  };
}
