import type { CallKind } from '../../apps/server/src/book/settings/operator-settings.ts';
import { openRoad, type Road } from './road.ts';

type Taken = { kind: CallKind; atMs: number; isRefused: boolean };

/** A road to MTN that refuses a part of the calls with 429 and notes when each call came. */
export type RefusingOperator = Road & { taken: readonly Taken[] };

/** Tokens have no pace. */
function kindOf(method: string, url: string): CallKind | undefined {
  if (!/\/(requesttopay|transfer)\b/.test(url)) return /\/account/.test(url) ? 'account' : undefined;
  return method === 'POST' ? 'instruction' : 'status';
}

/** Every call of a kind whose number can be divided by `refusesEvery` is refused, and nothing of it is carried out. */
export async function openRefusingOperator(target: string, refusesEvery: number): Promise<RefusingOperator> {
  const taken: Taken[] = [];

  function isRefused(kind: CallKind | undefined): boolean {
    if (kind === undefined) return false;
    const number = taken.filter((call) => call.kind === kind).length + 1;
    const refused = number % refusesEvery === 0;
    taken.push({ kind, atMs: performance.now(), isRefused: refused });
    return refused;
  }

  const road = await openRoad(({ method = 'GET', url = '' }, passOn) =>
    isRefused(kindOf(method, url))
      ? { status: 429, headers: { 'retry-after': '1' }, text: '' }
      : passOn(target),
  );
  return { ...road, taken };
}
