import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from '../support/program.ts';
import { dataUrl } from '../wire/wire-borrower.ts';

/* Pictures that are meant to fill the server's memory or its processors, sent without a sign-in. */

const MEGABYTE = 1024 * 1024;
const UPLOADS_AT_ONCE = 8;
const LOOK_EVERY_MS = 20;
const PATH = '/api/common/api/uploadBase64';

let program: Program;
let port: number;
/** Pictures of nearly 6 MB or of nearly 20 megapixels, which are drawn. */
let large: string[];
/** A small file of 39 megapixels. */
let bomb: string;

beforeAll(async () => {
  [program, large, bomb] = await Promise.all([
    startProgram({ env: { BODY_TIMEOUT_SECONDS: '6', UPLOADS_PER_ADDRESS_AT_ONCE: '2' } }),
    drawLargePictures(),
    flat(7_800, 5_000).png().toBuffer().then(bodyOf),
  ]);
  port = Number(new URL(program.url).port);
});
afterAll(() => program?.stop());

test('forty half-sent uploads and twelve large pictures leave the memory of a fresh server within 100 MB, and nine of ten readiness answers come within 200 ms', async () => {
  await takeOrdinaryPicture();
  const before = await residentBytes();
  const watch = watchReadiness();

  const halves = Array.from({ length: 40 }, (_, index) => sendHalf(large[index % large.length]!, index));
  const answers = await Promise.all(halves.map(({ answer }) => answer));
  const codes = answers.map(({ code }) => code).sort();
  expect(codes).toEqual([...Array(UPLOADS_AT_ONCE).fill(408), ...Array(40 - UPLOADS_AT_ONCE).fill(503)]);
  await Promise.all(halves.map(({ closed }) => closed));

  const pictures = [...large, ...large, bomb, bomb, bomb, bomb];
  expect(pictures).toHaveLength(12);
  const told = await uploadUntilTaken(pictures);
  expect(told.map(({ code }) => code)).toEqual([...Array(8).fill(200), ...Array(4).fill(400)]);
  expect(told.at(-1)).toMatchObject({
    msg: 'This picture has too many pixels. Please choose a smaller one.',
  });

  const times = await watch.end();
  let after = await residentBytes();
  const until = performance.now() + 10_000;
  // Memory comes back with the next collection of garbage.
  while (after - before >= 100 * MEGABYTE && performance.now() < until) after = await residentBytes();
  expect(after - before).toBeLessThan(100 * MEGABYTE);
  // The processors are shared with other tests, so some answers are late for another reason than the server.
  const late = times.filter((ms) => ms >= 200);
  expect(late.length).toBeLessThanOrEqual(times.length / 10);
}, 180_000);

test('one address holds two uploads at once, and another address still gets through', async () => {
  const small = bodyOf(await flat(300, 200).jpeg().toBuffer());
  const held = [sendHalf(large[0]!, 50), sendHalf(large[0]!, 50)];
  await Promise.all(held.map(({ sent }) => sent));
  // The places are taken when the server has read the headers, which is after they were sent.
  await expect
    .poll(() => upload(small, addressOf(50)))
    .toMatchObject({
      code: 429,
      msg: 'Your network is sending other pictures at the moment. Please send it again in 5 seconds.',
      data: { retryAfterSeconds: 5 },
    });
  expect(await upload(small, addressOf(51))).toMatchObject({ code: 200 });
  await Promise.all(held.map(({ closed }) => closed));
  expect(await upload(small, addressOf(50))).toMatchObject({ code: 200 });
});

test('a call whose body never ends is dropped too, with or without an answer', async () => {
  const beganAt = performance.now();
  const login = sendHalf(
    JSON.stringify({ mobile: '0977000001', captcha: '1234' }),
    60,
    '/api/authentication/mobileLogin',
  );
  expect(await login.answer).toMatchObject({
    code: 408,
    msg: 'This took too long to arrive. Please try again.',
  });
  expect(performance.now() - beganAt).toBeLessThan(20_000);
  const unsigned = sendHalf('{"a":1}', 60, '/api/my/accounts');
  expect(await unsigned.answer).toMatchObject({ code: 401 });
  await Promise.all([login.closed, unsigned.closed]);
});

/** A picture as the app sends it. */
async function takeOrdinaryPicture(): Promise<void> {
  const body = bodyOf(await noise(1_200, 900).jpeg({ quality: 60 }).toBuffer());
  expect(await upload(body, addressOf(150))).toMatchObject({ code: 200 });
}

type Answer = { code: number; msg: string; data: { retryAfterSeconds?: number } | null };

/** Linux has all of 127.0.0.0/8, so each number is another sender. */
const addressOf = (index: number) => `127.0.1.${index + 1}`;

/** Sends the headers and half of a body, and keeps the connection open. */
function sendHalf(body: string, index: number, path = PATH) {
  const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(index) });
  let received = '';
  const first = new Promise<Answer>((resolve, reject) => {
    socket.on('data', (chunk) => {
      received += chunk;
      const json = /\r\n\r\n(\{.*\})/s.exec(received)?.[1];
      if (json) resolve(JSON.parse(json));
    });
    socket.on('close', () => reject(new Error(`closed without an answer: ${received}`)));
  });
  first.catch(() => undefined);
  // The server resets the connection if it does not read what has arrived.
  socket.on('error', () => undefined);
  const sent = new Promise<void>((resolve) =>
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-TenantID: tenant_26\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, body.length / 2)}`,
      () => resolve(),
    ),
  );
  return { answer: first, sent, closed: once(socket, 'close') };
}

function upload(body: string, localAddress: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sending = request(program.url + PATH, {
      method: 'POST',
      localAddress,
      agent: false,
      headers: {
        'X-TenantID': 'tenant_26',
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    });
    sending.on('error', reject);
    sending.on('response', async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve(JSON.parse(text));
    });
    sending.end(body);
  });
}

/** As clients that obey "busy": they send again what the server did not take. */
async function uploadUntilTaken(bodies: string[]): Promise<Answer[]> {
  const answers = await Promise.all(bodies.map((body, index) => upload(body, addressOf(100 + index))));
  const busy = answers.flatMap(({ code }, index) => (code === 503 ? [index] : []));
  if (busy.length === 0) return answers;
  for (const index of busy) expect(answers[index]!.data).toEqual({ retryAfterSeconds: 5 });
  const later = await uploadUntilTaken(busy.map((index) => bodies[index]!));
  return answers.map((answer, index) => (answer.code === 503 ? later[busy.indexOf(index)]! : answer));
}

/** Asks all the time whether the server is ready. */
function watchReadiness() {
  const agent = new Agent({ keepAlive: true });
  let isOver = false;
  const times: number[] = [];
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      const asked = request(`${program.url}/readyz`, { agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode ?? 0));
      });
      asked.on('error', reject).end();
    });
  const watching = (async () => {
    while (!isOver) {
      const beganAt = performance.now();
      const status = await ask();
      // An answer "not ready" counts as a late one.
      times.push(status === 200 ? performance.now() - beganAt : Number.POSITIVE_INFINITY);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  // A failure is reported where the end is waited for.
  watching.catch(() => undefined);
  return {
    async end() {
      isOver = true;
      await watching;
      agent.destroy();
      return times;
    },
  };
}

async function residentBytes(): Promise<number> {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
}

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'green' } });
}

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

async function drawLargePictures(): Promise<string[]> {
  const grain = await noise(1_368, 912).png().toBuffer();
  const pictures = await Promise.all([
    sharp(grain).resize(5_472, 3_648, { kernel: 'nearest' }).jpeg({ quality: 60 }).toBuffer(),
    // A picture that lies on its side is unpacked as a whole before it is turned.
    flat(5_472, 3_648).withMetadata({ orientation: 6 }).png().toBuffer(),
    noise(1_350, 1_350).png({ compressionLevel: 1 }).toBuffer(),
    flat(4_000, 5_000).webp({ effort: 0 }).toBuffer(),
  ]);
  for (const picture of pictures) expect(picture.length).toBeLessThan(6 * MEGABYTE);
  return pictures.map(bodyOf);
}

function bodyOf(picture: Buffer): string {
  return JSON.stringify({ image: dataUrl('jpeg', picture), purpose: 'nrc_front' });
}
