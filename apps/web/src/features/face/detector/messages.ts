import type { Face } from './blaze-face.ts';

/** What the detector sees in one picture of the camera. */
export type Look = {
  faces: readonly Face[];
  /** Of the brightest tenth of the picture: 0 is black, 255 white. */
  brightness: number;
};

/** From the page: one picture of `MODEL_SIDE` × `MODEL_SIDE` pixels, four bytes each. */
export type ToDetector = { pixels: ArrayBuffer };

/** From the detector: once that it is ready or cannot run, then one answer for each picture. */
export type FromDetector = { state: 'ready' } | { state: 'failed' } | { state: 'seen'; look: Look };
