import { randomBytes } from 'node:crypto';
import type { Gesture } from '@thumba/identity/gesture';
import type { SamplePerson } from '../../simulator/sample-people.ts';
import { dataUrl, drawPicture } from '../authentication/authentication-server.test-support.ts';
import type { FaceEngine, Measured, MeasuredPicture } from './face-engine.ts';
import type { FaceServer } from './face-server.test-support.ts';
import { FACE_BYTES, similarFaces } from './similar-faces.ts';

/** What the made-up engine sees in the pictures of the next checks. */
export type Seen = {
  /** Pictures with the same number show the same face. */
  face: number;
  isDark: boolean;
  /** What comes in place of an answer. */
  refusal: 'queue_full' | 'failed' | null;
  isComparisonBroken: boolean;
  /** Measuring waits for this. */
  until: Promise<void> | null;
};

type MadeUpEngine = FaceEngine & {
  seen: Seen;
  begun: number;
  /** From now on the pictures show a face that was not seen before, and all goes well. */
  showNewFace(): void;
};

/** An engine in the place of the real one, for tests of everything around it. Comparing faces is our own code. */
export function madeUpEngine(): MadeUpEngine {
  const allWell = { isDark: false, refusal: null, isComparisonBroken: false, until: null };
  const seen: Seen = { face: 1, ...allWell };
  const picture = (angles: { yaw?: number; pitch?: number } = {}): MeasuredPicture => ({
    brightness: seen.isDark ? 0.1 : 0.9,
    faces: [{ yaw: 0, pitch: 0, roll: 0, ...angles, widthShare: 0.5, embedding: embeddingOf(seen.face) }],
    byteHash: randomBytes(32).toString('hex'),
    differenceHash: randomBytes(32).toString('hex'),
  });
  const engine = {
    seen,
    begun: 0,
    showNewFace() {
      Object.assign(seen, { face: seen.face + 1, ...allWell });
    },
    model: 'made-up',
    async measure(): Promise<Measured> {
      engine.begun += 1;
      const { refusal } = seen;
      await seen.until;
      if (refusal) return { kind: refusal };
      const frames: Record<Gesture, MeasuredPicture[]> = {
        left: [picture({ yaw: -0.5 }), picture({ yaw: -0.4 })],
        right: [picture({ yaw: 0.5 }), picture({ yaw: 0.4 })],
        nod: [picture({ pitch: 0.4 }), picture(), picture({ pitch: -0.2 })],
      };
      return {
        kind: 'measured',
        pictures: { selfie: picture(), card: { ...picture(), facesBeside: 0 }, frames },
      };
    },
    placeOf: () => null,
    async findSimilar(...asked: Parameters<FaceEngine['findSimilar']>) {
      if (seen.isComparisonBroken) throw new Error('not compared');
      return similarFaces(...asked);
    },
    close: async () => undefined,
  };
  return engine;
}

/** Numbers of length 1 together. Those of different faces have little in common. */
export function embeddingOf(face: number): number[] {
  const numbers = Array.from({ length: FACE_BYTES }, (_, index) => Math.sin(face * 7.1 * (index + 1)));
  const length = Math.hypot(...numbers);
  return numbers.map((number) => number / length);
}

let lastPicture = 0;
/** A picture with a colour that no other one has. */
async function newPicture(): Promise<string> {
  lastPicture += 1;
  const [red, green, blue] = [
    lastPicture % 16,
    Math.floor(lastPicture / 16) % 16,
    Math.floor(lastPicture / 256),
  ];
  const color = `rgb(${red * 16}, ${green * 16}, ${blue * 16})`;
  return dataUrl(await drawPicture({ width: 64, height: 48 }, color));
}

export type MadeUpBorrower = Awaited<ReturnType<typeof madeUpBorrower>>;

/** A borrower with an identity and the consent, whose pictures are colours. */
export async function madeUpBorrower(server: FaceServer) {
  const borrower = await server.newBorrower();
  const person = {
    idNumber: `${String(100_000 + borrower.id)}/10/1`,
    firstName: 'Chipo',
    lastName: 'Lungu',
    birthDate: '1992-04-17',
    gender: 'F',
  };
  const newCard = async () => borrower.identify({ ...person, cardFront: await newPicture() } as SamplePerson);
  await newCard();
  await borrower.consent();

  const frames = async () => ({
    left: [await newPicture(), await newPicture()],
    right: [await newPicture(), await newPicture()],
    nod: [await newPicture(), await newPicture(), await newPicture()],
  });
  const still = async () => borrower.pictures(await newPicture());
  const live = async () => {
    const { challengeId } = (await borrower.ask('faceChallenge')).data;
    return { ...(await borrower.pictures(await newPicture(), await frames())), challenge: challengeId };
  };
  return {
    ...borrower,
    /** Confirms the same identity with another picture of the card. */
    newCard,
    still,
    live,
    async sendStill() {
      return borrower.ask('verifyFace', await still());
    },
    async sendLive() {
      return borrower.ask('verifyFace', await live());
    },
    async isFaceDone(): Promise<number> {
      const steps = (await borrower.ask('getUserAuthProcessStep')).data;
      return steps.find(({ cerCode }: { cerCode: number }) => cerCode === 15).isAuth;
    },
  };
}
