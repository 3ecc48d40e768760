import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import type { MeasuredPicture, MeasuredPictures } from './face-engine.ts';
import { type FaceModels, openFaceModels } from './face-models.ts';
import type { FaceAnswer, FaceJob, Numbered, PictureBytes } from './face-worker.ts';
import { measureCard } from './measure-card.ts';
import { measurePicture } from './measure-picture.ts';
import { similarFaces } from './similar-faces.ts';

/* Runs in a worker thread, which face-worker.ts starts. */

const LOWER_PRIORITY = 10;

// On Linux this is the priority of this thread alone. Elsewhere it would be that of the server.
if (process.platform === 'linux') setPriority(0, LOWER_PRIORITY);
// The memory of a picture goes back as soon as it is measured: no cache, and one thread for each picture.
sharp.cache(false);
sharp.concurrency(1);

let opened: Promise<FaceModels> | undefined;

parentPort!.on('message', async ({ number, message }: Numbered<FaceJob>) => {
  const answered: Numbered<FaceAnswer> = { number, message: await answer(message) };
  parentPort!.postMessage(answered);
});

async function answer(job: FaceJob): Promise<FaceAnswer> {
  if (job.kind === 'compare') {
    return { kind: 'compared', found: similarFaces(job.known, job.face, job.from) };
  }
  try {
    opened ??= openFaceModels();
    return { kind: 'measured', pictures: await measureAll(await opened, job.pictures) };
  } catch {
    // An error could quote a picture, so what it says is not passed on.
    return { kind: 'failed' };
  }
}

async function measureAll(models: FaceModels, pictures: PictureBytes): Promise<MeasuredPictures> {
  const selfie = await measurePicture(models, pictures.selfie);
  const card = await measureCard(models, pictures.card);
  if (pictures.frames === null) return { selfie, card, frames: null };
  const { left, right, nod } = pictures.frames;
  return {
    selfie,
    card,
    frames: {
      left: await measureEach(models, left),
      right: await measureEach(models, right),
      nod: await measureEach(models, nod),
    },
  };
}

/** One after the other, so that one picture at a time is unpacked. */
async function measureEach(models: FaceModels, frames: readonly Uint8Array[]): Promise<MeasuredPicture[]> {
  const measured: MeasuredPicture[] = [];
  for (const bytes of frames) measured.push(await measurePicture(models, bytes));
  return measured;
}
