import { GESTURES, type Gesture } from '@thumba/identity/gesture';
import { expect } from 'vitest';
import { startCallServer } from '../../../test/call-server.ts';
import { drawSamplePeople, type SamplePerson } from '../../simulator/sample-people.ts';
import { claimFiles } from '../authentication/claim-files.ts';
import { registerAuthenticationRoutes } from '../authentication/routes.ts';
import { isFileId } from '../authentication/uploads.ts';
import { registerConsentRoutes } from '../consent/routes.ts';
import type { FaceEngine } from './face-engine.ts';
import { createFaceWorker } from './face-worker.ts';
import { registerFaceRoutes } from './routes.ts';

export type FaceServer = Awaited<ReturnType<typeof startFaceServer>>;

/** What the calls of identity ask of other rooms. */
const OTHER_CHECKS = {
  checkPerson: async () => undefined,
  readCard: () => Promise.reject(new Error('no card is read here')),
};

/** The calls of people with their forms, consents and faces. `engineOf` may put something before the real engine. */
export async function startFaceServer(engineOf: (engine: FaceEngine) => FaceEngine = (engine) => engine) {
  let engine: FaceEngine | undefined;
  const server = await startCallServer({
    register(routes, deps) {
      engine = engineOf(createFaceWorker(deps.log));
      registerConsentRoutes(routes, { ...deps, messageSenders: () => null, sendsPush: false });
      registerAuthenticationRoutes(routes, {
        ...deps,
        isFaceRequired: true,
        uploadsPerAddressPerHour: 10_000,
        uploadLimits: { atOnce: 40, perAddressAtOnce: 40, maxMegapixels: 20 },
        ...OTHER_CHECKS,
      });
      registerFaceRoutes(routes, {
        ...deps,
        engine,
        isFileId,
        claimFiles: (claim) => claimFiles(deps.db, deps.sealing, claim),
      });
    },
  });

  let lastMobile = 0;
  async function upload(image: string, purpose: string): Promise<string> {
    const answer = await server.call('uploadBase64', { body: { image, purpose } });
    expect(answer).toMatchObject({ code: 200 });
    return answer.data.fileId;
  }

  return {
    ...server,
    upload,
    async newBorrower() {
      const { token, id } = await server.signIn(`0977${String(++lastMobile).padStart(6, '0')}`);
      const ask = (name: Parameters<typeof server.call>[0], body: unknown = {}) =>
        server.call(name, { token, body });
      return {
        id,
        ask,
        consent: (given = true) => ask('saveConsent', { kind: 'face', given, wordingVersion: 1 }),
        async identify(person: SamplePerson) {
          const frontFileId = await upload(person.cardFront, 'nrc_front');
          const { idNumber, firstName, lastName, birthDate, gender } = person;
          const body = { frontFileId, confirm: true, idNumber, firstName, lastName, birthDate, gender };
          expect(await ask('addOrUpdateUserOcrInfoV3', body)).toMatchObject({ code: 200 });
        },
        /** Uploads the pictures, the movements in this order, and answers what `verifyFace` is sent. */
        async pictures(face: string, frames?: SamplePerson['frames'], order: readonly Gesture[] = GESTURES) {
          const selfieFileId = await upload(face, 'selfie');
          if (!frames) return { selfieFileId };
          const taken = { left: frames.left.slice(0, 2), right: frames.right.slice(0, 2), nod: frames.nod };
          const fileIds: Partial<Record<Gesture, string[]>> = {};
          for (const gesture of order) {
            fileIds[gesture] = await Promise.all(taken[gesture].map((image) => upload(image, 'face_frame')));
            // The movements of an order that is not named arrive at the same instant.
            if (order !== GESTURES) server.clock.advance({ seconds: 1 });
          }
          return { selfieFileId, frames: fileIds };
        },
      };
    },
    async stop() {
      await engine!.close();
      await server.stop();
    },
  };
}

/** Equal numbers at each run, so that the pictures are the same too. */
export async function samplePeople(seed: number): Promise<SamplePerson[]> {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return drawSamplePeople(2026, random);
}
