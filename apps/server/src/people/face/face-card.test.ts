import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSamplePerson, type SamplePerson } from '../../simulator/sample-people.ts';
import { dataUrl } from '../authentication/authentication-server.test-support.ts';
import { type FaceServer, samplePeople, startFaceServer } from './face-server.test-support.ts';

let server: FaceServer;
let victim: SamplePerson;
/** The only man among the sample people, so that one who is drawn with his details has his face. */
let attacker: SamplePerson;

beforeAll(async () => {
  [victim, attacker] = (await samplePeople(31)) as [SamplePerson, SamplePerson];
  server = await startFaceServer();
});
afterAll(() => server.stop());

const bytesOf = (url: string) => Buffer.from(url.split(',')[1]!, 'base64');
const FRAME = { width: 1600, height: 1200 };

type Piece = { picture: string; width: number; left: number; top: number };

/** Pictures that lie on a table, photographed from above. */
async function onTable(pieces: readonly Piece[], background = '#4a3b2f'): Promise<string> {
  const laid = await Promise.all(
    pieces.map(async ({ picture, width, left, top }) => ({
      input: await sharp(bytesOf(picture)).resize({ width }).toBuffer(),
      left,
      top,
    })),
  );
  const table = sharp({ create: { ...FRAME, channels: 3, background } }).composite(laid);
  return dataUrl(await table.jpeg({ quality: 85 }).toBuffer());
}

/** Shows the card, takes the challenge with the face of this person, and answers what staff would read of it. */
async function checkWith(cardFront: string, person: SamplePerson) {
  const borrower = await server.newBorrower();
  await borrower.identify({ ...person, idNumber: unusedNumber(), cardFront });
  await borrower.consent();
  const fresh = await drawSamplePerson(person, new Date().getUTCFullYear(), Math.random);
  const { challengeId } = (await borrower.ask('faceChallenge')).data;
  const body = { ...(await borrower.pictures(fresh.face, fresh.frames)), challenge: challengeId };
  const { data } = await borrower.ask('verifyFace', body);
  const { rows } = await server.db.pool.query('select reason from face_check where borrower_id = $1', [
    borrower.id,
  ]);
  return { outcome: data.outcome, reason: rows[0].reason };
}
let lastNumber = 200_000;
const unusedNumber = () => `${++lastNumber}/11/1`;

test('a card that lies on a table passes with the face of its person', async () => {
  const card = await onTable([{ picture: attacker.cardFront, width: 1100, left: 240, top: 230 }]);
  expect(await checkWith(card, attacker)).toEqual({ outcome: 'pass', reason: null });
});

test('a picture of the borrower beside the card of another person goes to a person, large or small', async () => {
  const card = { picture: victim.cardFront, width: 900, left: 40, top: 300 };
  const large = await onTable([card, { picture: attacker.face, width: 600, left: 970, top: 200 }]);
  const small = await onTable([card, { picture: attacker.face, width: 300, left: 1100, top: 400 }]);
  for (const front of [large, small]) {
    expect(await checkWith(front, attacker)).toEqual({ outcome: 'refer', reason: 'face_beside_card' });
  }
});

test('where no edges of a card are found, each face of the picture must be the borrower', async () => {
  // The card fills so little of the picture that it is not told from what lies around it.
  const card = { picture: victim.cardFront, width: 560, left: 20, top: 20 };
  const both = await onTable([card, { picture: attacker.face, width: 800, left: 720, top: 80 }], '#d8d8d0');
  expect(await checkWith(both, attacker)).toEqual({ outcome: 'refer', reason: 'card_faces_differ' });
});
