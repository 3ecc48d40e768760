import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, giveContacts, givePersonal, signIn } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { CARD_LAYOUTS, type CardPerson } from '../../simulator/card-layouts.ts';
import { backOf, frontOf, inventedPerson } from './sample-pictures.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  // As a lender has it: an identity counts when its card was read or a person looked at it.
  server = await startAppServer({ settings: { UNCHECKED_IDENTITY_IS_VALID: 'false' } });
});
afterAll(() => server.stop());

const CARD_DIFFERS = ['identity_to_check', 'card_to_check'];

type Borrower = Awaited<ReturnType<typeof signIn>>;
type Side = 'nrc_front' | 'nrc_back';

async function upload(borrower: Borrower, picture: Buffer, purpose: Side = 'nrc_front'): Promise<string> {
  const image = `data:image/jpeg;base64,${picture.toString('base64')}`;
  return (await borrower.ask('uploadBase64', { body: { image, purpose } })).fileId;
}

async function read(borrower: Borrower, front: Buffer, back?: Buffer) {
  const frontFileId = await upload(borrower, front);
  const backFileId = back && (await upload(borrower, back, 'nrc_back'));
  const files = { frontFileId, ...(backFileId && { backFileId }) };
  const answer = await borrower.ask('addOrUpdateUserOcrInfoV3', { body: { ...files, confirm: false } });
  return { files, answer };
}

/** The card with a light on it that hides what is in the middle. */
async function underLight(front: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(front).metadata();
  const light = `<svg width="${width}" height="${height}"><ellipse cx="50%" cy="50%" rx="35%" ry="35%" fill="#fff"/></svg>`;
  return sharp(front)
    .composite([{ input: Buffer.from(light) }])
    .jpeg()
    .toBuffer();
}

/** The labels of the card, without its edges and what stands to the right of them. */
async function leftPartOf(front: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(front).metadata();
  const part = { left: 120, top: 120, width: Math.round(width * 0.4), height: height - 240 };
  return sharp(front).extract(part).jpeg().toBuffer();
}

type Typed = Pick<CardPerson, 'idNumber' | 'firstName' | 'lastName' | 'birthDate' | 'gender'>;

function confirm(borrower: Borrower, files: { frontFileId: string }, person: Typed) {
  const { idNumber, firstName, lastName, birthDate, gender } = person;
  const typed = { idNumber, firstName, lastName, birthDate, gender };
  return borrower.ask('addOrUpdateUserOcrInfoV3', { body: { ...files, confirm: true, ...typed } });
}

async function decisionOf(borrower: Borrower) {
  await givePersonal(borrower);
  await giveContacts(borrower);
  await apply(borrower);
  const [row] = await server.query(
    'select outcome, reasons, inputs from loan_decision where borrower_id = $1',
    [borrower.borrowerId],
  );
  return row;
}

describe('reading a card', () => {
  test.each(CARD_LAYOUTS.map((layout) => [layout.name, layout] as const))(
    'answers each field of the layout “%s” with how sure it is',
    async (_name, layout) => {
      const person = inventedPerson({ lastName: "Ng'andu", gender: 'M' });
      const borrower = await signIn(server);
      const { answer } = await read(borrower, await frontOf(person, layout), await backOf(person, layout));
      expect(answer).toEqual({
        ...person,
        confidence: expect.any(Number),
        confidences: Object.fromEntries(Object.keys(person).map((field) => [field, expect.any(Number)])),
        picture: 'read',
        message: 'We read your NRC. Please check each field.',
      });
    },
  );

  test('says what is wrong with a picture, and reads nothing from it', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    const front = await frontOf(person);
    const wrong: Record<string, Buffer> = {
      wrong_side: await backOf(person),
      blurred: await sharp(front).blur(8).jpeg().toBuffer(),
      not_a_card: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a9a5b' } })
        .jpeg()
        .toBuffer(),
      glare: await underLight(front),
      cut_off: await leftPartOf(front),
      dark: await sharp(front).linear(0.012).jpeg({ quality: 40 }).toBuffer(),
    };
    const messages = new Set<string>();
    for (const [picture, bytes] of Object.entries(wrong)) {
      const { answer } = await read(borrower, bytes);
      expect(answer).toMatchObject({ confidence: 0, picture });
      expect(answer).not.toHaveProperty('idNumber');
      messages.add('message' in answer ? answer.message : '');
    }
    expect(messages.size).toBe(Object.keys(wrong).length);
  });

  test('tells a second front from a back', async () => {
    const front = await frontOf(inventedPerson());
    const { answer } = await read(await signIn(server), front, front);
    expect(answer).toMatchObject({
      picture: 'wrong_side',
      message: 'Both pictures show the front of the card. Please take a picture of the back.',
    });
  });

  test('reads a card that lies upside down', async () => {
    const person = inventedPerson();
    const upsideDown = await sharp(await frontOf(person))
      .rotate(180)
      .jpeg()
      .toBuffer();
    const { answer } = await read(await signIn(server), upsideDown);
    expect(answer).toMatchObject({ picture: 'read', idNumber: person.idNumber, lastName: person.lastName });
  });

  test.each([
    ['one pixel', 1, 1],
    ['a line of one pixel', 1600, 1],
    ['a column of one pixel', 1, 1600],
    ['two pixels', 2, 1],
  ])('survives %s', async (_what, width, height) => {
    const picture = await sharp({ create: { width, height, channels: 3, background: 'black' } })
      .jpeg()
      .toBuffer();
    const { answer } = await read(await signIn(server), picture);
    expect(answer).toMatchObject({ confidence: 0 });
  });

  test('reads the same pictures once', async () => {
    const borrower = await signIn(server);
    const { files, answer } = await read(borrower, await frontOf(inventedPerson()));
    const readAt = () =>
      server.query('select * from card_reading where borrower_id = $1', [borrower.borrowerId]);
    const before = await readAt();
    server.clock.advance({ seconds: 1 });
    const again = await borrower.ask('addOrUpdateUserOcrInfoV3', { body: { ...files, confirm: false } });
    expect(again).toEqual(answer);
    expect(await readAt()).toEqual(before);
  });
});

describe('an application', () => {
  test('with an identity that agrees with its card needs no person for it', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    const { files } = await read(borrower, await frontOf(person));
    await confirm(borrower, files, person);
    expect(await decisionOf(borrower)).toMatchObject({
      outcome: 'approve',
      inputs: { isIdentityValid: true, cardDiffers: false },
    });
  });

  test('with another number than that of the card is referred', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    const { files } = await read(borrower, await frontOf(person));
    await confirm(borrower, files, { ...person, idNumber: '111111/11/1' });
    expect(await decisionOf(borrower)).toMatchObject({
      outcome: 'refer',
      reasons: ['identity_to_check', 'card_to_check'],
      inputs: { isIdentityValid: null, cardDiffers: true },
    });
  });

  test.each([
    ['17 on the card and 19 as typed is declined', '2009-06-06', '2007-06-06', ['under_age']],
    ['19 on the card and 17 as typed goes to a person', '2007-07-07', '2009-07-07', CARD_DIFFERS],
    ['19 on the card and as typed needs no person', '2007-08-08', '2007-08-08', []],
  ])('of a borrower who is %s', async (_what, birthDate, typedBirthDate, reasons) => {
    const borrower = await signIn(server);
    const person = inventedPerson({ birthDate });
    const { files } = await read(borrower, await frontOf(person));
    await confirm(borrower, files, { ...person, birthDate: typedBirthDate });
    expect((await decisionOf(borrower)).reasons).toEqual(reasons);
  });

  test('is judged by the confirmed picture, whatever else is read after it', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    const front = await frontOf(person);
    const { files } = await read(borrower, front);
    await confirm(borrower, files, { ...person, idNumber: '222222/22/1' });
    const backFileId = await upload(borrower, front, 'nrc_back');
    await borrower.ask('addOrUpdateUserOcrInfoV3', { body: { ...files, backFileId, confirm: false } });
    await read(borrower, await frontOf(inventedPerson()));
    await read(borrower, await frontOf(inventedPerson()));
    expect((await decisionOf(borrower)).reasons).toEqual(CARD_DIFFERS);
    const readings = await server.query(
      'select front_file_id, back_file_id from card_reading where borrower_id = $1 order by read_at',
      [borrower.borrowerId],
    );
    expect(readings).toHaveLength(2);
    expect(readings[0]).toEqual({ front_file_id: files.frontFileId, back_file_id: null });
  });

  test('of a borrower whose card was never read is referred', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    await confirm(borrower, { frontFileId: await upload(borrower, await frontOf(person)) }, person);
    expect(await decisionOf(borrower)).toMatchObject({
      outcome: 'refer',
      reasons: ['identity_to_check'],
      inputs: { cardDiffers: false },
    });
  });

  test('with a picture that was put in place of the one that was read is referred', async () => {
    const borrower = await signIn(server);
    const person = inventedPerson();
    await read(borrower, await frontOf(person));
    const other = await upload(borrower, await frontOf(inventedPerson()));
    await confirm(borrower, { frontFileId: other }, person);
    expect(await decisionOf(borrower)).toMatchObject({ outcome: 'refer', reasons: ['identity_to_check'] });
  });

  test('with a card whose number another borrower entered too is referred', async () => {
    const person = inventedPerson();
    const [first, second] = [await signIn(server), await signIn(server)];
    for (const borrower of [first, second]) {
      const { files } = await read(borrower, await frontOf(person));
      await confirm(borrower, files, person);
    }
    expect(await decisionOf(second)).toMatchObject({ outcome: 'refer', inputs: { isIdentityValid: null } });
  });
});

test('what was read stands nowhere in the clear', async () => {
  const borrower = await signIn(server);
  const person = inventedPerson({
    firstName: 'Canary Zeta',
    lastName: 'Quokkabanda',
    village: 'Canaryville',
  });
  const { answer } = await read(borrower, await frontOf(person));
  expect(answer).toMatchObject({ idNumber: person.idNumber, village: 'Canaryville' });
  const secrets = [person.idNumber, 'Quokkabanda', 'QUOKKABANDA', 'Canaryville', person.birthDate];
  expect(secretsIn(await dumpDatabase(server.owner), secrets)).toEqual([]);
  expect(secretsIn(server.logLines.join('\n'), secrets)).toEqual([]);
});
