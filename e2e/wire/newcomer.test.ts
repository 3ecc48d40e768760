import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { type Wire, wireTo } from './wire.ts';
import { borrow, loanInfoOf } from './wire-borrower.ts';
import { consentToFace, newcomerWithoutFace, samplePeople, showFace } from './wire-face.ts';
import * as shape from './wire-shapes.ts';

/*
 * A newcomer of the demo without a camera, by a client that was written from the description of the calls alone: the
 * card is read, the face is matched, and no person is asked.
 */

const QUICK_LOAN = { productId: 1, amount: 1000, termId: 1 };

let program: Program;
let wire: Wire;

beforeAll(async () => {
  program = await startProgram({
    env: { DEMO_BORROWERS: 'false', FACE_REQUIRED: 'true', UNCHECKED_IDENTITY_IS_VALID: 'false' },
  });
  wire = wireTo(program.url);
});
afterAll(() => program?.stop());

/** A card of which a field was not read goes to a person. The next person's card is tried then. */
async function newcomerWithReadCard() {
  for (const person of await samplePeople(wire)) {
    const { borrower, read } = await newcomerWithoutFace(wire, person);
    const { idNumber, birthDate, firstName, lastName } = person;
    if (read.firstName !== firstName || read.lastName !== lastName) continue;
    expect(read).toMatchObject({ idNumber, birthDate });
    return { person, borrower };
  }
  throw new Error('no card was read');
}

test('a newcomer comes from the number to the money with the card and the face of a sample person', async () => {
  const { person, borrower } = await newcomerWithReadCard();

  const open = async () => {
    const steps = await wire.ask(shape.authSteps, 'POST', '/user/auth/api/getUserAuthProcessStep', {
      token: borrower.token,
    });
    return steps.filter(({ isAuth }) => isAuth === 0).map(({ cerCode }) => cerCode);
  };
  expect(await open()).toEqual([15]);
  await consentToFace(wire, borrower);
  expect(await showFace(wire, borrower, person)).toMatchObject({ isAuth: 1, outcome: 'pass' });
  expect(await open()).toEqual([]);
  await borrow(wire, borrower, QUICK_LOAN);
  expect((await loanInfoOf(wire, borrower)).userStatus).toBe(5);
});

test('a newcomer who shows the face of another sample person is asked to take the pictures again', async () => {
  const [person, other] = await samplePeople(wire);
  const { borrower } = await newcomerWithoutFace(wire, person!);
  await consentToFace(wire, borrower);
  const answer = await showFace(wire, borrower, { ...person!, face: other!.face, frames: other!.frames });
  expect(answer).toMatchObject({ isAuth: 0, outcome: 'again', reason: 'does_not_match' });
});
