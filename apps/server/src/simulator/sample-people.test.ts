import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { lookOf, type SamplePerson } from './sample-people.ts';
import { type SimulatorUnderTest, startSimulator } from './simulator.test-support.ts';

const DETAILS = {
  idNumber: '100002/10/1',
  firstName: 'Mutinta',
  lastName: 'Hamoonga',
  birthDate: '1992-04-17',
  gender: 'F',
};
/** What a browser keeps for one origin is limited, and the app has things of its own to keep. */
const MOST_BYTES_OF_PERSON = 1_500_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let simulator: SimulatorUnderTest;

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = await startSimulator(database.url);
});

afterAll(async () => {
  await simulator.stop();
  await database.drop();
});

function picturesOf({ cardFront, cardBack, face, frames }: SamplePerson): string[] {
  return [cardFront, cardBack, face, ...frames.left, ...frames.right, ...frames.nod];
}

async function drawnPeople(): Promise<SamplePerson[]> {
  return (await simulator.call('GET', '/api/people')).json;
}

test('there are three people or more, women and men, each an adult with a card number of a Zambian', async () => {
  const people = await drawnPeople();
  expect(people.length).toBeGreaterThanOrEqual(3);
  expect(new Set(people.map(({ gender }) => gender))).toEqual(new Set(['F', 'M']));
  for (const person of people) {
    expect(person.idNumber).toMatch(/^\d{6}\/\d{2}\/1$/);
    expect(person.birthDate <= '2008-11-21').toBe(true);
    expect(person.frames.left).toHaveLength(3);
    expect(person.frames.right).toHaveLength(3);
    expect(person.frames.nod).toHaveLength(3);
    expect(JSON.stringify(person).length).toBeLessThan(MOST_BYTES_OF_PERSON);
  }
});

test('each call has other numbers and other pictures, and no picture is there twice', async () => {
  const people = [...(await drawnPeople()), ...(await drawnPeople())];
  const pictures = people.flatMap(picturesOf);
  expect(new Set(people.map(({ idNumber }) => idNumber)).size).toBe(people.length);
  // Backs of cards that were issued at the same place look the same.
  const fronts = pictures.filter((picture) => !people.some(({ cardBack }) => cardBack === picture));
  expect(fronts.length).toBeGreaterThanOrEqual(people.length * 11);
  expect(new Set(fronts).size).toBe(fronts.length);
});

test('every picture is a JPEG of a size that a phone takes', async () => {
  const [person] = await drawnPeople();
  for (const picture of picturesOf(person!)) {
    const [kind, base64] = picture.split(',');
    const { format, width, height } = await sharp(Buffer.from(base64!, 'base64')).metadata();
    expect(kind).toBe('data:image/jpeg;base64');
    expect(format).toBe('jpeg');
    expect([width, height]).toEqual(width > height ? [1012, 638] : [480, 640]);
  }
});

test('a person is drawn with the details that are given', async () => {
  const { status, json } = await simulator.call('POST', '/api/people', DETAILS);
  expect(status).toBe(200);
  expect(json).toMatchObject(DETAILS);
  expect(picturesOf(json)).toHaveLength(12);
});

test.each([
  ['F', '1992-04-17', 'a'],
  ['F', '1981-01-01', 'a'],
  ['F', '1960-01-01', 'c'],
  ['M', '1960-01-01', 'd'],
] as const)(
  'a person of gender %s who was born on %s has the face %s each time',
  (gender, birthDate, face) => {
    expect(lookOf({ gender, birthDate }, 2026).face).toBe(face);
  },
);

test.each([
  ['a card number of another form', { idNumber: '1234' }],
  ['an unknown gender', { gender: 'X' }],
  ['a field that is not asked for', { mobile: '0961000007' }],
])('details with %s are refused', async (_what, change) => {
  expect((await simulator.call('POST', '/api/people', { ...DETAILS, ...change })).status).toBe(400);
});

test('when many people are asked for at once, some callers are told to come again', async () => {
  const asked = Array.from({ length: 12 }, () => simulator.call('POST', '/api/people', DETAILS));
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(8);
  expect(statuses.filter((status) => status === 503)).toHaveLength(4);
});
