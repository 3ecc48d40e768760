import { browserStorage } from './session.ts';
import { SAMPLE_PERSON_KEY } from './storage.ts';

/** A made-up person of the demo, with pictures as data URLs. */
export type SamplePerson = {
  firstName: string;
  lastName: string;
  cardFront: string;
  cardBack: string;
  face: string;
  frames: { left: string[]; right: string[]; nod: string[] };
};

/** The person that was chosen on the handset's page of this browser. */
export function samplePerson(): SamplePerson | undefined {
  try {
    const kept: unknown = JSON.parse(browserStorage.getItem(SAMPLE_PERSON_KEY) ?? 'null');
    return isSamplePerson(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function isSamplePerson(kept: unknown): kept is SamplePerson {
  if (typeof kept !== 'object' || kept === null) return false;
  const person = kept as Partial<Record<keyof SamplePerson, unknown>>;
  const texts = [person.firstName, person.lastName, person.cardFront, person.cardBack, person.face];
  return (
    texts.every((text) => typeof text === 'string') &&
    typeof person.frames === 'object' &&
    person.frames !== null &&
    (['left', 'right', 'nod'] as const).every((gesture) =>
      Array.isArray((person.frames as Record<string, unknown>)[gesture]),
    )
  );
}
