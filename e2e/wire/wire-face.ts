import type { Wire } from './wire.ts';
import { type Borrower, fillIn, signIn, unusedMobile } from './wire-borrower.ts';
import * as shape from './wire-shapes.ts';

/* A newcomer who shows the card and the face of a sample person of the demo. */

/** The invented people that the demo offers, with fresh numbers and pictures. */
export function samplePeople(wire: Wire) {
  return wire.simulated(shape.samplePeople, '/people');
}

type SamplePerson = Awaited<ReturnType<typeof samplePeople>>[number];

async function uploadPicture(wire: Wire, image: string, purpose: string): Promise<string> {
  const body = { image, purpose };
  const { fileId } = await wire.ask(shape.uploaded, 'POST', '/common/api/uploadBase64', { body });
  return fileId;
}

/** What is on the card of a sample person, in the fields of the form. */
type Typed = Pick<SamplePerson, 'idNumber' | 'firstName' | 'lastName' | 'birthDate' | 'gender'>;

/** Has the card read, types what is on it or something else, and confirms. Answers what was read. */
async function showCard(wire: Wire, borrower: Borrower, person: SamplePerson, typed: Partial<Typed>) {
  const { token } = borrower;
  const files = {
    frontFileId: await uploadPicture(wire, person.cardFront, 'nrc_front'),
    backFileId: await uploadPicture(wire, person.cardBack, 'nrc_back'),
  };
  const path = '/user/auth/api/addOrUpdateUserOcrInfoV3';
  const read = await wire.ask(shape.cardRead, 'POST', path, { token, body: { ...files, confirm: false } });
  const { idNumber, firstName, lastName, birthDate, gender } = person;
  await wire.ask(shape.stepDone, 'POST', path, {
    token,
    body: { ...files, confirm: true, idNumber, firstName, lastName, birthDate, gender, ...typed },
  });
  return read;
}

export async function consentToFace(wire: Wire, { token }: Borrower): Promise<void> {
  const consents = await wire.ask(shape.consents, 'GET', '/api/v1/consent', { token });
  const face = consents.find(({ kind }) => kind === 'face');
  await wire.ask(shape.consent, 'POST', '/api/v1/consent', {
    token,
    body: { kind: 'face', given: true, wordingVersion: face?.wordingVersion },
  });
}

/** Takes a challenge and shows the pictures of its movements. */
export async function showFace(wire: Wire, borrower: Borrower, person: SamplePerson) {
  const { token } = borrower;
  const { challengeId, gestures } = await wire.ask(
    shape.faceChallenge,
    'POST',
    '/user/auth/api/faceChallenge',
    { token, body: {} },
  );
  const frames: Record<string, string[]> = {};
  for (const gesture of gestures) {
    frames[gesture] = [];
    for (const picture of person.frames[gesture]) {
      frames[gesture].push(await uploadPicture(wire, picture, 'face_frame'));
    }
  }
  const selfieFileId = await uploadPicture(wire, person.face, 'selfie');
  return wire.ask(shape.faceVerified, 'POST', '/user/auth/api/verifyFace', {
    token,
    body: { selfieFileId, challenge: challengeId, frames },
  });
}

/** Signs a newcomer in whose forms are done, and whose face is still missing. */
export async function newcomerWithoutFace(wire: Wire, person: SamplePerson, typed: Partial<Typed> = {}) {
  const borrower = await signIn(wire, unusedMobile());
  const read = await showCard(wire, borrower, person, typed);
  await fillIn(wire, borrower, 2, { monthlyIncome: 10_000 });
  await fillIn(wire, borrower, 3);
  return { borrower, read };
}
