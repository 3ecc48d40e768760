import type { FacePictures, Identity } from './borrower-steps.ts';

type DrawnPerson = FacePictures & { cardFront: string; cardBack: string };

/** The simulator draws a card with these details and a face that fits them. */
export async function drawnPerson(simulatorUrl: string, identity: Required<Identity>): Promise<DrawnPerson> {
  const response = await fetch(`${simulatorUrl}/api/people`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(identity),
  });
  if (!response.ok) throw new Error(`the simulator drew no person: ${response.status}`);
  return (await response.json()) as DrawnPerson;
}
