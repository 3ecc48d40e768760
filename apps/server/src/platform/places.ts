/** Places for work that needs much memory: a number of them in the process, and a smaller number for each holder. */
export type Places = {
  /** Takes a place, or says which limit is reached. */
  take(holder: string): 'taken' | 'all_taken' | 'holder_has_enough';
  free(holder: string): void;
};

export function createPlaces(limits: { atOnce: number; perHolder: number }): Places {
  const held = new Map<string, number>();
  let taken = 0;
  return {
    take(holder) {
      const own = held.get(holder) ?? 0;
      if (own >= limits.perHolder) return 'holder_has_enough';
      if (taken >= limits.atOnce) return 'all_taken';
      held.set(holder, own + 1);
      taken += 1;
      return 'taken';
    },
    free(holder) {
      const own = held.get(holder)! - 1;
      if (own > 0) held.set(holder, own);
      else held.delete(holder);
      taken -= 1;
    },
  };
}
