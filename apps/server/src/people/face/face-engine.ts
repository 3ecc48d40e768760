import type { CardMeasures, PictureMeasures } from '@thumba/identity/face-verdict';
import type { Gesture } from '@thumba/identity/gesture';

/** The pictures of one check. The selfie alone where there was no camera. */
export type FacePictures = {
  selfie: Buffer;
  card: Buffer;
  frames: Readonly<Record<Gesture, readonly Buffer[]>> | null;
};

/** A picture as it was measured, with what is kept of it beside the verdict. */
export type MeasuredPicture = PictureMeasures & {
  /** The SHA-256 of its bytes, in hexadecimal digits. */
  byteHash: string;
  /** 64 hexadecimal digits. Few of their 256 bits differ between pictures that look alike. */
  differenceHash: string;
};

export type MeasuredPictures = {
  selfie: MeasuredPicture;
  card: CardMeasures;
  frames: Readonly<Record<Gesture, readonly MeasuredPicture[]>> | null;
};

/** Faces of borrowers, in memory that a worker reads too: `FACE_BYTES` for each. */
export type KnownFaces = { faces: SharedArrayBuffer; rests: SharedArrayBuffer; count: number };
export type FoundFace = { index: number; similarity: number };

export type EngineRefusal = 'queue_full' | 'failed';
export type Measured = { kind: 'measured'; pictures: MeasuredPictures } | { kind: EngineRefusal };

/** What measures faces. A certified product can stand in its place: it gets bytes and answers numbers. */
export type FaceEngine = {
  /** Names the numbers of a face: those of different models cannot be compared. */
  model: string;
  /**
   * `ticket` names the check for `placeOf`. The pictures are read when it is the turn of the check, so that those of the
   * checks that wait are not in memory.
   */
  measure(ticket: string, read: () => Promise<FacePictures>): Promise<Measured>;
  /** Where the check is in the queue: 1 is next. Null where it is under way, done, or not known. */
  placeOf(ticket: string): number | null;
  /** The known faces that are at least so much like this one, the most similar first. */
  findSimilar(known: KnownFaces, face: Int8Array, from: number): Promise<FoundFace[]>;
  close(): Promise<void>;
};
