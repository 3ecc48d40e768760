import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { session } from '../../platform/session.ts';
import { type FacePictures, type SendingProgress, sendAhead, sendPictures } from './send-pictures.ts';

/* The server is answered for by each test; a picture is its own name. */

type Sent = { call: string; body: { image?: string; selfieFileId?: string } };

let sent: Sent[];
/** What a call waits for before it is answered. A rejection is a lost network. */
let beforeAnswer: (call: Sent) => Promise<unknown> | undefined;

const ANSWERS: Record<string, (body: Sent['body']) => object> = {
  uploadBase64: ({ image }) => ({ fileId: `file of ${image}` }),
  faceChallenge: () => ({ challengeId: 'challenge', gestures: ['nod', 'left', 'right'] }),
  verifyFace: () => ({ isAuth: 1, outcome: 'pass', message: '', triesLeft: 0 }),
};

beforeEach(() => {
  sent = [];
  beforeAnswer = () => undefined;
  session.setState({ token: 'secret' });
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    request.signal?.throwIfAborted();
    const call = { call: url.split('/').at(-1)!, body: JSON.parse(String(request.body)) };
    sent.push(call);
    await beforeAnswer(call);
    request.signal?.throwIfAborted();
    return Response.json({ code: 200, msg: 'OK', data: ANSWERS[call.call]!(call.body) });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.setState(session.getInitialState());
});

const images = () => sent.flatMap(({ body }) => body.image ?? []);
const lastCall = () => sent.at(-1)?.call;
const lost = () => Promise.reject(new TypeError('no network'));

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

function options() {
  const abort = new AbortController();
  const progress: SendingProgress[] = [];
  const onProgress = (one: SendingProgress) => progress.push(one);
  return { abort, progress, arrived: new Map<string, string>(), onProgress, signal: abort.signal };
}

function picturesOf(ahead: ReturnType<typeof sendAhead>): FacePictures {
  const frames = { left: ['left 1', 'left 2'], right: ['right 1', 'right 2'], nod: ['nod 1', 'nod 2'] };
  return { face: 'face', movements: { frames }, sentAhead: ahead };
}

test('pictures are sent one after the other while others are taken, and are not sent again', async () => {
  const ahead = sendAhead();
  const first = gate();
  beforeAnswer = ({ body }) => (body.image === 'face' ? first.opened : undefined);
  ahead.add('face', 'selfie');
  ahead.add('nod 1', 'face_frame');
  await expect.poll(() => images()).toEqual(['face']);
  first.open();
  expect(await ahead.sent.get('nod 1')).toBe('file of nod 1');
  const verdict = await sendPictures(picturesOf(ahead), options());
  expect(verdict.outcome).toBe('pass');
  expect(images()).toEqual(['face', 'nod 1', 'nod 2', 'left 1', 'left 2', 'right 1', 'right 2']);
  expect(sent.at(-1)).toMatchObject({
    call: 'verifyFace',
    body: {
      selfieFileId: 'file of face',
      challenge: 'challenge',
      frames: { nod: ['file of nod 1', 'file of nod 2'] },
    },
  });
});

test('after a picture that did not arrive no more are sent early, and the rest is sent afterwards', async () => {
  const ahead = sendAhead();
  beforeAnswer = ({ body }) => (body.image === 'nod 1' ? lost() : undefined);
  for (const image of ['face', 'nod 1', 'nod 2'])
    ahead.add(image, image === 'face' ? 'selfie' : 'face_frame');
  expect(await ahead.sent.get('nod 2')).toBeUndefined();
  expect(images()).toEqual(['face', 'nod 1']);
  beforeAnswer = () => undefined;
  await sendPictures(picturesOf(ahead), options());
  expect(images().slice(2)).toEqual(['nod 1', 'nod 2', 'left 1', 'left 2', 'right 1', 'right 2']);
});

test('a further try sends only what did not arrive', async () => {
  const { abort: _abort, ...again } = options();
  const pictures = picturesOf(sendAhead());
  beforeAnswer = ({ body }) => (body.image === 'left 1' ? lost() : undefined);
  await expect(sendPictures(pictures, again)).rejects.toMatchObject({ kind: 'offline' });
  beforeAnswer = () => undefined;
  sent = [];
  await sendPictures(pictures, again);
  expect(sent.map(({ call, body }) => body.image ?? call)).toEqual([
    'left 1',
    'left 2',
    'right 1',
    'right 2',
    'verifyFace',
  ]);
});

test('a screen that is left while it waits for an early picture has no face compared', async () => {
  const ahead = sendAhead();
  const arrives = gate();
  beforeAnswer = () => arrives.opened;
  ahead.add('face', 'selfie');
  const { abort, ...rest } = options();
  const sending = sendPictures({ face: 'face', sentAhead: ahead }, rest);
  await expect.poll(() => images()).toEqual(['face']);
  abort.abort();
  arrives.open();
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  expect(lastCall()).toBe('uploadBase64');
});

test('pictures that are sent early are sent no more when that is stopped', async () => {
  const ahead = sendAhead();
  const arrives = gate();
  beforeAnswer = () => arrives.opened;
  ahead.add('face', 'selfie');
  ahead.add('nod 1', 'face_frame');
  await expect.poll(() => images()).toEqual(['face']);
  ahead.stop();
  arrives.open();
  expect(await ahead.sent.get('nod 1')).toBeUndefined();
  expect(images()).toEqual(['face']);
});
