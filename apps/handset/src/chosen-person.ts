import type { SamplePerson } from './simulator.ts';

/** The borrower app at the same address reads this key. It offers the pictures in place of the camera. */
const KEY = 'thumba.samplePerson';

export function readChosenPerson(store: Storage = localStorage): SamplePerson | undefined {
  const kept = store.getItem(KEY);
  return kept === null ? undefined : (JSON.parse(kept) as SamplePerson);
}

/** False if the browser has no room for the pictures. The person that was chosen before is then kept. */
export function keepChosenPerson(person: SamplePerson, store: Storage = localStorage): boolean {
  try {
    store.setItem(KEY, JSON.stringify(person));
    return true;
  } catch {
    return false;
  }
}

export function removeChosenPerson(store: Storage = localStorage): void {
  store.removeItem(KEY);
}
