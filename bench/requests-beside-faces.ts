import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FaceEngine, FacePictures } from '../apps/server/src/people/face/face-engine.ts';
import { percentile } from './figures.ts';
import { atMost, type Judged, milliseconds } from './judged.ts';

const REQUESTS = 400;
const EVERY_MS = 20;
const MOST_TIMES = 2;
/** Below this a p99 is the noise of the machine, and twice of it too. */
const LEAST_P99_MS = 25;

/**
 * The p99 of short requests to this process, whose thread of requests is free for them, first without and then with
 * checks under way in the worker thread of the same process.
 */
export async function timeBesideChecks(engine: FaceEngine, pictures: FacePictures): Promise<Judged[]> {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    await timeRequests(port);
    const quiet = percentile(await timeRequests(port), 0.99);
    let isOver = false;
    const checking = (async () => {
      while (!isOver) await engine.measure('beside', async () => pictures);
    })();
    const beside = percentile(await timeRequests(port), 0.99);
    isOver = true;
    await checking;
    console.log(
      `p99 of short requests: ${milliseconds(quiet)} alone, ${milliseconds(beside)} beside checks of faces\n`,
    );
    const bar = MOST_TIMES * Math.max(quiet, LEAST_P99_MS);
    return [atMost('p99 of requests beside checks', beside, bar, milliseconds)];
  } finally {
    server.close();
  }
}

async function timeRequests(port: number): Promise<number[]> {
  const took: Promise<number>[] = [];
  for (let request = 0; request < REQUESTS; request += 1) {
    took.push(timeOne(port));
    await sleep(EVERY_MS);
  }
  return Promise.all(took);
}

async function timeOne(port: number): Promise<number> {
  const beganAt = performance.now();
  await (await fetch(`http://127.0.0.1:${port}/`)).text();
  return performance.now() - beganAt;
}
