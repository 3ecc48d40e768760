import { setImmediate as immediate } from 'node:timers/promises';

const ITEMS_AT_ONCE = 5_000;

/** The JSON of a long list, in parts between which other requests are served. */
export async function* jsonInParts(items: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
    const part = items.slice(from, from + ITEMS_AT_ONCE).map((item) => JSON.stringify(item));
    yield `${from === 0 ? '' : ','}${part.join(',')}`;
    await immediate();
  }
  yield ']';
}
