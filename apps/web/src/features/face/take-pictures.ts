import { call } from '../../platform/call.ts';
import { serverNowMs } from '../../platform/lusaka-time.ts';
import { type CameraPicture, closeCamera, openCamera, openFrames } from './camera.ts';
import { beginMoving, FIRST_CAPTURE, FRAMES_EACH, type Seen, seeLook } from './capture.ts';
import { type Detector, GuideFailure, startDetector } from './detector/start-detector.ts';
import type { Advice, Gesture, Pose } from './guidance.ts';
import { type FacePictures, sendAhead } from './send-pictures.ts';

/** What the screen shows while the pictures are taken. */
export type CameraView =
  | { phase: 'opening' | 'loading' | 'refused' | 'guideMissing' | 'paused' | 'tooLate' }
  | { phase: 'facing'; advice: Advice | undefined }
  | {
      phase: 'moving';
      advice: Advice | undefined;
      gesture: Gesture;
      place: number;
      framesTaken: number;
      secondsLeft: number;
    }
  | { phase: 'failed'; error: Error };

/** Eight pictures a second are enough to follow a head, and spare the battery. */
const BETWEEN_LOOKS_MS = 125;
/** An advice is shown once it has held for so long, so that it can be read. */
const ADVICE_HOLDS_MS = 300;

type TakeOptions = { video: HTMLVideoElement; show: (view: CameraView) => void; signal: AbortSignal };

/** Opens the camera, guides, and takes the face and the movements. Undefined when it ended before that. */
export async function takePictures(options: TakeOptions): Promise<FacePictures | undefined> {
  const { video, show, signal } = options;
  let stream: MediaStream;
  try {
    show({ phase: 'opening' });
    stream = await openCamera();
  } catch {
    show({ phase: 'refused' });
    return undefined;
  }
  let detector: Detector | undefined;
  try {
    if (signal.aborted) return undefined;
    video.srcObject = stream;
    await video.play();
    show({ phase: 'loading' });
    detector = await startDetector(signal);
    return await takeAll(detector, options);
  } catch (error) {
    if (error instanceof GuideFailure) show({ phase: 'guideMissing' });
    else if (!signal.aborted) show({ phase: 'failed', error: error as Error });
    return undefined;
  } finally {
    detector?.stop();
    closeCamera(stream);
    video.srcObject = null;
  }
}

async function takeAll(detector: Detector, options: TakeOptions): Promise<FacePictures | undefined> {
  const look = openEyes(detector, options);
  const facing = await takeFace(look, options);
  if (facing === undefined) return undefined;
  const challenge = await call(
    'faceChallenge',
    { body: {} },
    { failureShownBy: 'background', signal: options.signal },
  );
  const ahead = sendAhead();
  ahead.add(facing.picture, 'selfie');
  let frames: Record<Gesture, string[]> | undefined;
  try {
    const onTaken = (picture: string) => ahead.add(picture, 'face_frame');
    frames = await takeMovements(look, { ...options, ...challenge, facing, onTaken });
  } finally {
    if (frames === undefined) ahead.stop();
  }
  return frames && { face: facing.picture, movements: { challenge, frames }, sentAhead: ahead };
}

type TakenFace = { picture: string; pose: Pose };
type LookNow = () => Promise<{ picture: CameraPicture; look: Awaited<ReturnType<Detector['look']>> }>;

function openEyes(detector: Detector, { video }: TakeOptions): LookNow {
  const grab = openFrames(video);
  let lastAtMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const waitMs = lastAtMs + BETWEEN_LOOKS_MS - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    lastAtMs = performance.now();
    const picture = grab();
    return { picture, look: await detector.look(picture.modelPixels()) };
  };
}

async function takeFace(look: LookNow, { show, signal }: TakeOptions): Promise<TakenFace | undefined> {
  const steady = holdAdvice();
  let capture = FIRST_CAPTURE;
  while (!signal.aborted) {
    const { picture, look: seen } = await look();
    const next: Seen = seeLook(capture, seen, performance.now());
    if (next.pose) return { picture: picture.jpeg(), pose: next.pose };
    capture = next.capture;
    show({ phase: 'facing', advice: steady(next.advice) });
  }
  return undefined;
}

type MovementOptions = TakeOptions & {
  gestures: Gesture[];
  expiresAt: string;
  facing: TakenFace;
  onTaken: (picture: string) => void;
};

async function takeMovements(
  look: LookNow,
  { show, signal, gestures, expiresAt, facing, onTaken }: MovementOptions,
): Promise<Record<Gesture, string[]> | undefined> {
  const frames: Record<Gesture, string[]> = { left: [], right: [], nod: [] };
  const endsAtMs = Date.parse(expiresAt);
  const steady = holdAdvice();
  // A slow camera gives one picture twice, and the server refuses a picture that it has seen.
  const sent = new Set([facing.picture]);
  let capture = beginMoving(gestures, facing.pose, performance.now());
  while (!signal.aborted) {
    const gesture = gestures.find((one) => frames[one].length < FRAMES_EACH);
    if (gesture === undefined) return frames;
    const secondsLeft = Math.ceil((endsAtMs - serverNowMs()) / 1000);
    if (secondsLeft <= 0) {
      show({ phase: 'tooLate' });
      return undefined;
    }
    const { picture, look: seen } = await look();
    const next = seeLook(capture, seen, performance.now());
    const taken = next.taken === gesture ? picture.jpeg() : undefined;
    if (taken === undefined || !sent.has(taken)) capture = next.capture;
    if (taken !== undefined && !sent.has(taken)) {
      sent.add(taken);
      frames[gesture].push(taken);
      onTaken(taken);
    }
    show({
      phase: 'moving',
      advice: steady(next.advice),
      gesture,
      place: gestures.indexOf(gesture) + 1,
      framesTaken: frames[gesture].length,
      secondsLeft,
    });
  }
  return undefined;
}

function holdAdvice(): (advice: Advice | undefined) => Advice | undefined {
  let shown: Advice | undefined;
  let waiting: Advice | undefined;
  let sinceMs = performance.now();
  return (advice) => {
    if (advice !== waiting) {
      waiting = advice;
      sinceMs = performance.now();
    }
    if (performance.now() - sinceMs >= ADVICE_HOLDS_MS) shown = waiting;
    return shown;
  };
}
