import type { Answer } from '@thumba/contract/wire';
import { call } from '../../platform/call.ts';
import type { Gesture } from './guidance.ts';

/** Pictures as data URLs. */
export type FacePictures = {
  face: string;
  /** Absent when one picture is all there is. A challenge is asked for when it has none yet. */
  movements?: { challenge?: Challenge; frames: Record<Gesture, string[]> };
  /** Pictures that were sent while others were taken. One that did not arrive is sent again. */
  sentAhead?: SentAhead;
};

type Challenge = Pick<Answer<'faceChallenge'>, 'challengeId' | 'gestures'>;
type Purpose = 'selfie' | 'face_frame';
type SentAhead = {
  /** What the server calls each picture; undefined for one that did not arrive. */
  sent: ReadonlyMap<string, Promise<string | undefined>>;
  /** Sends no more of them. */
  stop: () => void;
};

export type Verdict = Answer<'verifyFace'>;

export type SendingProgress =
  | { state: 'uploading'; number: number; count: number }
  | { state: 'checking'; challengeId: string | undefined };

type SendOptions = {
  /** What has arrived already, by picture: a second try does not send it again. */
  arrived: Map<string, string>;
  onProgress: (progress: SendingProgress) => void;
  signal: AbortSignal;
};

/**
 * Sends pictures one after the other while the next are taken. After one that did not arrive it sends no more, because the
 * server takes the frames in the order of the movements only.
 */
export function sendAhead(): SentAhead & { add: (image: string, purpose: Purpose) => void } {
  const sent = new Map<string, Promise<string | undefined>>();
  const abort = new AbortController();
  let last: Promise<string | undefined> = Promise.resolve('');
  return {
    sent,
    add(image, purpose) {
      last = last.then((before) => {
        if (before === undefined) return undefined;
        return uploadPicture(image, purpose, abort.signal).catch(() => undefined);
      });
      sent.set(image, last);
    },
    stop: () => abort.abort(),
  };
}

/** Uploads the pictures one after the other, and has them compared. Rejects with a `CallFailure`, which is not shown. */
export async function sendPictures(pictures: FacePictures, options: SendOptions): Promise<Verdict> {
  const { arrived, onProgress, signal } = options;
  const { face, movements, sentAhead } = pictures;
  const frames = movements?.frames ?? { left: [], right: [], nod: [] };
  const count = 1 + frames.left.length + frames.right.length + frames.nod.length;
  let number = 0;

  const upload = async (image: string, purpose: Purpose) => {
    number += 1;
    const before = arrived.get(image);
    if (before !== undefined) return before;
    onProgress({ state: 'uploading', number, count });
    const early = await sentAhead?.sent.get(image);
    // This signal does not stop what is sent early.
    signal.throwIfAborted();
    const fileId = early ?? (await uploadPicture(image, purpose, signal));
    arrived.set(image, fileId);
    return fileId;
  };
  const uploadEach = async (images: readonly string[]) => {
    const fileIds: string[] = [];
    for (const image of images) fileIds.push(await upload(image, 'face_frame'));
    return fileIds;
  };

  const selfieFileId = await upload(face, 'selfie');
  if (movements === undefined) {
    onProgress({ state: 'checking', challengeId: undefined });
    return call('verifyFace', { body: { selfieFileId } }, quiet(signal));
  }
  // The same challenge for every try, because the server answers a challenge once.
  movements.challenge ??= await call('faceChallenge', { body: {} }, quiet(signal));
  const { challengeId, gestures } = movements.challenge;
  const fileIds: Record<Gesture, string[]> = { left: [], right: [], nod: [] };
  // The server takes the movements in the order that it asked for.
  for (const gesture of gestures) fileIds[gesture] = await uploadEach(frames[gesture]);
  onProgress({ state: 'checking', challengeId });
  return call(
    'verifyFace',
    { body: { selfieFileId, challenge: challengeId, frames: fileIds } },
    quiet(signal),
  );
}

async function uploadPicture(image: string, purpose: Purpose, signal: AbortSignal): Promise<string> {
  const { fileId } = await call('uploadBase64', { body: { image, purpose } }, quiet(signal));
  return fileId;
}

/** The screen shows the failure itself. */
const quiet = (signal: AbortSignal) => ({ failureShownBy: 'background', signal }) as const;
