import type { Answer } from '@thumba/contract/wire';
import { call } from '../../platform/call.ts';
import type { Gesture } from './guidance.ts';

/** Pictures as data URLs. */
export type FacePictures = {
  face: string;
  /** Absent when one picture is all there is. A challenge is asked for when it has none yet. */
  movements?: { challengeId?: string; frames: Record<Gesture, string[]> };
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

/** Uploads the pictures one after the other, and has them compared. Rejects with a `CallFailure`, which is not shown. */
export async function sendPictures(pictures: FacePictures, options: SendOptions): Promise<Verdict> {
  const { arrived, onProgress, signal } = options;
  const { face, movements } = pictures;
  const frames = movements?.frames ?? { left: [], right: [], nod: [] };
  const count = 1 + frames.left.length + frames.right.length + frames.nod.length;
  let number = 0;

  const upload = async (image: string, purpose: 'selfie' | 'face_frame') => {
    number += 1;
    const before = arrived.get(image);
    if (before !== undefined) return before;
    onProgress({ state: 'uploading', number, count });
    const { fileId } = await call('uploadBase64', { body: { image, purpose } }, quiet(signal));
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
  movements.challengeId ??= (await call('faceChallenge', { body: {} }, quiet(signal))).challengeId;
  const { challengeId } = movements;
  const fileIds = {
    left: await uploadEach(frames.left),
    right: await uploadEach(frames.right),
    nod: await uploadEach(frames.nod),
  };
  onProgress({ state: 'checking', challengeId });
  return call(
    'verifyFace',
    { body: { selfieFileId, challenge: challengeId, frames: fileIds } },
    quiet(signal),
  );
}

/** The screen shows the failure itself. */
const quiet = (signal: AbortSignal) => ({ failureShownBy: 'background', signal }) as const;
