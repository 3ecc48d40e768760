import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MOST_WRONG_CODES_PER_DAY } from '../../apps/server/src/book/settings/config.ts';
import {
  mostGuessesPerNumber,
  mostUsesPerDay,
  takeoverOdds,
} from '../../apps/server/src/people/borrower/takeover-odds.ts';
import { type AppServer, startAppServer } from '../../apps/server/test/app-server.ts';
import { doorOf, newSecret } from './door.ts';

const FREE_PER_ADDRESS = 20;
const FREE_PER_NETWORK = 40;
const DAY_MS = 24 * 60 * 60 * 1000;

let server: AppServer;
let door: ReturnType<typeof doorOf>;
beforeAll(async () => {
  server = await startAppServer({
    settings: {
      WRONG_CODES_PER_ADDRESS_PER_DAY: String(FREE_PER_ADDRESS),
      WRONG_CODES_PER_NETWORK_PER_DAY: String(FREE_PER_NETWORK),
      DEMO_BORROWERS: 'false',
    },
  });
  door = doorOf(server);
});
afterAll(() => server.stop());

/** Numbers to which the address had a code sent, with a code that is wrong. */
async function numbersWithCodes(count: number, address: string) {
  const numbers: { mobile: string; wrong: string }[] = [];
  for (let index = 0; index < count; index += 1) {
    const mobile = server.newMobile();
    expect(await door.send(mobile, { address })).toMatchObject({ code: 200 });
    numbers.push({ mobile, wrong: await door.wrongCodeFor(mobile) });
  }
  return numbers;
}

const compared = (answers: { msg: string }[]) =>
  answers.filter(({ msg }) => msg.startsWith('This code is wrong')).length;

const REFUSED = {
  code: 429,
  msg: expect.stringMatching(
    /^Too many wrong codes were entered\. Please wait \d+ (second|minute)s and try again\.$/,
  ),
  data: { retryAfterSeconds: expect.any(Number) },
};

describe('guessing from one address', () => {
  test('six hundred wrong guesses over 120 numbers from one address are slowed down', async () => {
    const address = `${door.newNetwork()}.7`;
    const numbers = await numbersWithCodes(120, address);
    const answers = [];
    for (let tries = 0; tries < 5; tries += 1) {
      for (const { mobile, wrong } of numbers) answers.push(await door.logIn(mobile, wrong, { address }));
    }
    expect(answers).toHaveLength(600);
    expect(compared(answers)).toBe(FREE_PER_ADDRESS);
    expect(answers.at(-1)).toMatchObject(REFUSED);
    const other = `${door.newNetwork()}.7`;
    const [unharmed] = await numbersWithCodes(1, other);
    expect(compared([await door.logIn(unharmed!.mobile, unharmed!.wrong, { address: other })])).toBe(1);
  });

  test('two hundred guesses at once over forty numbers are compared no more often', async () => {
    const address = `${door.newNetwork()}.7`;
    const numbers = await numbersWithCodes(40, address);
    const guesses = Array.from({ length: 200 }, (_, index) => numbers[index % 40]!);
    const answers = await Promise.all(
      guesses.map(({ mobile, wrong }) => door.logIn(mobile, wrong, { address })),
    );
    expect(compared(answers)).toBe(FREE_PER_ADDRESS);
  });

  test('guesses spread over the addresses of one network, with a new device secret each, are slowed down', async () => {
    const network = door.newNetwork();
    const answers = [];
    for (let host = 1; host <= 60; host += 1) {
      const from = { address: `${network}.${host}`, deviceSecret: newSecret() };
      const mobile = server.newMobile();
      await door.send(mobile, from);
      answers.push(await door.logIn(mobile, await door.wrongCodeFor(mobile), from));
    }
    expect(compared(answers)).toBe(FREE_PER_NETWORK);
  });

  test('a refused guess is not compared, and the same code is taken when the pause is over', async () => {
    const address = `${door.newNetwork()}.7`;
    const numbers = await numbersWithCodes(FREE_PER_ADDRESS + 1, address);
    for (const { mobile, wrong } of numbers.slice(0, FREE_PER_ADDRESS))
      await door.logIn(mobile, wrong, { address });
    const { mobile } = numbers.at(-1)!;
    const [right] = await door.codesOn(mobile);
    const refused = await door.logIn(mobile, right!, { address });
    expect(refused).toMatchObject({ code: 429, data: { retryAfterSeconds: 60 } });
    door.wait(refused);
    expect(await door.logIn(mobile, right!, { address })).toMatchObject({ code: 200 });
  });

  test('a right code does not clear what was counted', async () => {
    const address = `${door.newNetwork()}.7`;
    const numbers = await numbersWithCodes(FREE_PER_ADDRESS + 2, address);
    const [own, ...others] = numbers;
    for (const { mobile, wrong } of others.slice(1, FREE_PER_ADDRESS))
      await door.logIn(mobile, wrong, { address });
    expect(await door.logIn(own!.mobile, (await door.codesOn(own!.mobile))[0]!, { address })).toMatchObject({
      code: 200,
    });
    const guess = ({ mobile, wrong }: { mobile: string; wrong: string }) =>
      door.logIn(mobile, wrong, { address });
    expect(compared([await guess(others.at(-1)!), await guess(others.at(-2)!)])).toBe(1);
  });

  test('a day of guessing compares no more codes than the arithmetic says, and so does the next day', async () => {
    const address = `${door.newNetwork()}.7`;
    for (let day = 1; day <= 2; day += 1) {
      const endsAt = server.clock.nowMs() + DAY_MS;
      let guesses = 0;
      while (server.clock.nowMs() < endsAt) {
        const [number] = await numbersWithCodes(1, address);
        const answer = await door.logIn(number!.mobile, number!.wrong, { address });
        if (answer.code === 429) door.wait(answer);
        else guesses += compared([answer]);
      }
      expect(guesses).toBeLessThanOrEqual(mostUsesPerDay(FREE_PER_ADDRESS));
      expect(guesses).toBeGreaterThan(140);
    }
  });
});

test('a day of guessing at one number from four networks compares no more codes than the arithmetic says', async () => {
  const mobile = server.newMobile();
  const networks = Array.from({ length: 4 }, () => door.newNetwork());
  const endsAt = server.clock.nowMs() + DAY_MS;
  let guesses = 0;
  let sends = 0;
  while (server.clock.nowMs() < endsAt) {
    let retryAfterSeconds = 600;
    for (const network of networks) {
      const from = { address: `${network}.${1 + (sends % 250)}`, deviceSecret: newSecret() };
      const sent = await door.send(mobile, from);
      if (sent.code === 429) {
        retryAfterSeconds = Math.min(retryAfterSeconds, sent.data.retryAfterSeconds);
        continue;
      }
      sends += 1;
      const wrong = await door.wrongCodeFor(mobile);
      for (let tries = 0; tries < 5; tries += 1) guesses += compared([await door.logIn(mobile, wrong, from)]);
    }
    server.clock.advance({ seconds: retryAfterSeconds });
  }
  expect(sends).toBeGreaterThan(140);
  expect(guesses).toBeGreaterThan(140);
  expect(guesses).toBeLessThanOrEqual(mostGuessesPerNumber(networks.length));
});

test('of the codes that forty networks ask for at one number, each is compared once after the first five wrong codes', async () => {
  const mobile = server.newMobile();
  const answers = [];
  for (let count = 0; count < 40; count += 1) {
    const from = { address: `${door.newNetwork()}.1`, deviceSecret: newSecret() };
    expect(await door.send(mobile, from)).toMatchObject({ code: 200 });
    const wrong = await door.wrongCodeFor(mobile);
    for (let tries = 0; tries < 5; tries += 1) answers.push(await door.logIn(mobile, wrong, from));
  }
  expect(compared(answers)).toBe(5 + 39);
  expect(answers.at(-1)).toMatchObject(REFUSED);
});

describe('the arithmetic', () => {
  const ATTACKER = { addresses: 1000, networks: 1000 };
  const HIGHEST = MOST_WRONG_CODES_PER_DAY;
  const settings = [
    { title: 'default', free: { wrongCodesPerAddress: 20, wrongCodesPerNetwork: 40 } },
    {
      title: 'highest that production starts with',
      free: { wrongCodesPerAddress: HIGHEST, wrongCodesPerNetwork: HIGHEST },
    },
  ];

  test.each(settings)(
    'with the $title settings a takeover has a chance of at most 1 in 10,000 a day',
    ({ free }) => {
      const odds = takeoverOdds(ATTACKER, free);
      expect(odds.takeoverPerNumber).toBeLessThanOrEqual(1 / 10_000);
      expect(odds.takeoverOfAny).toBeLessThanOrEqual(1 / 10_000);
    },
  );

  test('docs/security/takeover.md has the figures of the function', async () => {
    const text = await readFile(new URL('../../docs/security/takeover.md', import.meta.url), 'utf8');
    const oneIn = (chance: number) => `1 in ${Math.floor(1 / chance).toLocaleString('en')}`;
    const rows = settings.map(({ title, free }) => {
      const odds = takeoverOdds(ATTACKER, free);
      const counts = [
        odds.guessesPerAddressPerDay,
        odds.guessesPerNetworkPerDay,
        odds.guessesPerNumberPerDay,
        odds.guessesPerDay,
      ];
      const cells = [
        title,
        ...counts.map((count) => count.toLocaleString('en')),
        oneIn(odds.signInPerNumber),
        oneIn(odds.takeoverPerNumber),
        oneIn(odds.takeoverOfAny),
      ];
      return `| ${cells.join(' | ')} |`;
    });
    for (const row of rows) expect(text).toContain(row);
  });
});
