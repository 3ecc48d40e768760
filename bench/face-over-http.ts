import { setTimeout as sleep } from 'node:timers/promises';
import { type BorrowerClient, createBorrowerClient } from '../apps/server/src/demo/borrower-client.ts';
import { answerChallenge, giveIdentity, signIn } from '../apps/server/src/demo/borrower-steps.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { drawSamplePeople, type SamplePerson } from '../apps/server/src/simulator/sample-people.ts';
import { openBenchDatabase, type RunningServer } from './bench-database.ts';
import { percentile } from './figures.ts';
import { atMost, type Judged, milliseconds } from './judged.ts';

/*
 * `verifyFace` over HTTP: a server of its own with a database, one worker for faces, and borrowers who show the cards and
 * faces of sample people. The client draws the pictures and uploads them before anything is timed.
 */

const CHECK_WITHIN_MS = 3_000;
const EVERY_MS = 20;
const REQUESTS_OF_FIRST_SECOND = 1_000 / EVERY_MS;
const MOST_TIMES = 2;
/** Below this a p99 is the noise of the machine, and twice of it too. */
const LEAST_P99_MS = 25;
/** So many checks may wait or be under way. */
const PLACES = 24;
/** As the screen of the phone does. */
const ASK_PLACE_EVERY_MS = 2_000;

type Counts = { checks: number; atOnce: number; requests: number };
/** A borrower whose pictures have arrived. */
type ReadyBorrower = {
  client: BorrowerClient;
  challengeId: string;
  verify(): ReturnType<BorrowerClient['call']>;
};

export async function timeChecksOverHttp(counts: Counts): Promise<Judged[]> {
  const database = await openBenchDatabase();
  try {
    const server = await database.startServer({
      FACE_REQUIRED: 'true',
      CODES_PER_ADDRESS_PER_HOUR: '10000',
      UPLOADS_PER_ADDRESS_PER_HOUR: '10000',
    });
    try {
      return await timeOn(server, counts);
    } finally {
      await server.stop();
    }
  } finally {
    await database.stop();
  }
}

async function timeOn(server: RunningServer, { checks, atOnce, requests }: Counts): Promise<Judged[]> {
  // The first check loads the models, and is not timed.
  await verdictOf(await readyBorrower(server));
  const alone = await inTurn(checks, () => readyBorrower(server));
  const took: number[] = [];
  for (const borrower of alone) took.push(await timed(() => verdictOf(borrower)));
  const p95 = percentile(took, 0.95);
  console.log(
    `${checks} calls of verifyFace, one after the other: p50 ${milliseconds(percentile(took, 0.5))}, p95 ${milliseconds(p95)}`,
  );

  const asking = alone[0]!.client;
  await timeRequests(asking, requests);
  const quiet = percentile(await timeRequests(asking, requests), 0.99);
  const crowd = await inTurn(Math.min(atOnce, PLACES), () => readyBorrower(server));
  const waiting = Promise.all(crowd.map((borrower, number) => waitAsAPhone(borrower, number / crowd.length)));
  const arriving = percentile(await timeRequests(asking, REQUESTS_OF_FIRST_SECOND), 0.99);
  const beside = percentile(await timeRequests(asking, requests), 0.99);
  const waits = await waiting;
  const places = waits.filter(({ wasToldAPlace }) => wasToldAPlace).length;
  const longestMs = Math.max(...waits.map(({ tookMs }) => tookMs));
  console.log(
    `${crowd.length} at once: ${places} were told their place in the queue, the last answer after ${milliseconds(longestMs)}`,
  );
  console.log(
    `p99 of getUserInfo: ${milliseconds(quiet)} alone, ${milliseconds(arriving)} in the second in which they arrive, ${milliseconds(beside)} beside the checks\n`,
  );
  return [
    atMost('p95 of verifyFace', p95, CHECK_WITHIN_MS, milliseconds),
    atMost(
      'p99 of getUserInfo beside checks',
      beside,
      MOST_TIMES * Math.max(quiet, LEAST_P99_MS),
      milliseconds,
    ),
    {
      what: 'told a place',
      measured: String(places),
      bar: String(crowd.length - 1),
      isReached: places === crowd.length - 1,
    },
  ];
}

let lastMobile = 0;
let people: SamplePerson[] = [];

async function readyBorrower(server: RunningServer): Promise<ReadyBorrower> {
  if (people.length === 0) people = await drawSamplePeople(new Date().getUTCFullYear(), Math.random);
  const { cardFront, face, frames, ...details } = people.pop()!;
  const client = createBorrowerClient(`http://127.0.0.1:${server.port}`, systemClock.nowMs);
  const mobile = `0967${String(++lastMobile).padStart(6, '0')}`;
  await signIn(client, server, mobile);
  const { idNumber, firstName, lastName, birthDate, gender } = details;
  await giveIdentity(client, { idNumber, firstName, lastName, birthDate, gender }, { front: cardFront });
  const body = await answerChallenge(client, { face, frames });
  return { client, challengeId: body.challenge, verify: () => client.call('verifyFace', { body }) };
}

async function verdictOf({ verify }: Pick<ReadyBorrower, 'verify'>): Promise<void> {
  const { code, data } = (await verify()) as { code: number; data?: { outcome?: string; reason?: string } };
  if (data?.outcome !== 'pass') throw new Error(`a check was answered with ${code} ${JSON.stringify(data)}`);
}

/** The check of one borrower, whose phone asks for the place in the queue meanwhile. Phones do not ask all at once. */
async function waitAsAPhone(
  { client, challengeId, verify }: ReadyBorrower,
  shareOfFirstWait: number,
): Promise<{ tookMs: number; wasToldAPlace: boolean }> {
  let isAnswered = false;
  const answer = timed(() => verdictOf({ verify })).finally(() => {
    isAnswered = true;
  });
  const askForPlace = async () => {
    let wasToldAPlace = false;
    await sleep(shareOfFirstWait * ASK_PLACE_EVERY_MS);
    while (!isAnswered) {
      const { place } = await client.ask('faceProgress', { body: { challengeId } });
      wasToldAPlace ||= place !== null && place > 0;
      await sleep(ASK_PLACE_EVERY_MS);
    }
    return wasToldAPlace;
  };
  const [tookMs, wasToldAPlace] = await Promise.all([answer, askForPlace()]);
  return { tookMs, wasToldAPlace };
}

async function timeRequests(client: BorrowerClient, count: number): Promise<number[]> {
  const took: Promise<number>[] = [];
  for (let request = 0; request < count; request += 1) {
    took.push(timed(() => client.ask('getUserInfo', {})));
    await sleep(EVERY_MS);
  }
  return Promise.all(took);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

async function inTurn<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for (let place = 0; place < count; place += 1) made.push(await make());
  return made;
}
