import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standingVersion } from '../../apps/server/src/people/consent/consent-wordings.ts';
import { type Program, startProgram } from '../support/program.ts';
import { seedOfRun } from '../support/seeded-random.ts';
import { type Answer, refusedFields, signedHeaders, type Wire, wireTo } from '../wire/wire.ts';
import {
  areasIn,
  authenticatedBorrower,
  type Borrower,
  billOf,
  borrow,
  dataUrl,
  pngOf,
  pngPicture,
  repayDetailOf,
  signIn,
  unusedIdNumber,
  unusedMobile,
  upload,
} from '../wire/wire-borrower.ts';
import * as shape from '../wire/wire-shapes.ts';
import { hostileRequests } from './hostile-bodies.ts';

/* Malformed and hostile input, sent to the running program over HTTP alone. */

const LOGIN = '/authentication/mobileLogin';
const IDENTITY = '/user/auth/api/addOrUpdateUserOcrInfoV3';
const FORMS = '/user/auth/api/addOrUpdateUserAuthInfo';
const JSON_TYPE = { 'Content-Type': 'application/json' };

let program: Program;
let wire: Wire;
/** Both have signed in and done nothing else. */
let newcomer: Borrower;
let stranger: Borrower;

beforeAll(async () => {
  program = await startProgram({ env: { DEMO_BORROWERS: 'false', READS_MESSAGES: 'true' } });
  wire = wireTo(program.url);
  [newcomer, stranger] = await Promise.all([signIn(wire, unusedMobile()), signIn(wire, unusedMobile())]);
});
afterAll(() => program?.stop());

describe('requests that reach no call', () => {
  test.each([
    ['an unknown path', 'GET', '/nothing/here', undefined, {}, 404],
    ['an unknown method', 'PUT', LOGIN, '{}', JSON_TYPE, 404],
    ['JSON that does not end', 'POST', LOGIN, '{"mobile":', JSON_TYPE, 400],
    ['JSON in single quotes', 'POST', LOGIN, "{'mobile':1}", JSON_TYPE, 400],
    ['a form', 'POST', LOGIN, 'mobile=1', { 'Content-Type': 'application/x-www-form-urlencoded' }, 415],
    ['XML', 'POST', LOGIN, '<mobile/>', { 'Content-Type': 'application/xml' }, 415],
    ['a content type that is none', 'POST', LOGIN, '{}', { 'Content-Type': ';;' }, 415],
    ['a body of 3 MB', 'POST', LOGIN, JSON.stringify({ mobile: 'x'.repeat(3e6) }), JSON_TYPE, 413],
    ['a part of a path too long', 'POST', `/authentication/sendSmsCode/${'9'.repeat(500)}/1`, '', {}, 414],
    ['a path badly escaped', 'GET', '/h5/region/queryAreaInfoById/%E0%A4%A', undefined, {}, 400],
    ['a header of 20 kB', 'GET', '/api/v4/product/public', undefined, { lang: 'x'.repeat(20_000) }, 431],
  ])(
    '%s keeps its HTTP status, with the envelope and the same code',
    async (_what, method, path, body, headers, status) => {
      const answer = await wire.send(method, path, headers, body);
      expect(answer).toMatchObject({ status, code: status, data: null });
      expect(answer.msg).toMatch(/^[A-Z][a-z ]+/);
    },
  );

  test('JSON that is no object breaks a rule of the call', async () => {
    for (const body of ['null', '[]', '"x"', '7', 'true', '{}', '{"__proto__":{"mobile":"0977123456"}}']) {
      expect(await wire.send('POST', LOGIN, JSON_TYPE, body), body).toMatchObject({ status: 200, code: 400 });
    }
  });

  test('an upload of 12 MB is answered with the reason for its refusal, each time', async () => {
    for (let times = 0; times < 3; times += 1) {
      const answer = await wire.post('/common/api/uploadBase64', {
        image: 'x'.repeat(12e6),
        purpose: 'selfie',
      });
      expect(answer).toMatchObject({ status: 413, code: 413, data: null });
    }
  });
});

const PERSONAL = {
  maritalStatus: 'single',
  education: 'primary',
  monthlyIncome: 5000,
  payDay: 25,
  address: 'Plot 5, Kabwata',
};
const CONTACTS = {
  contact1Name: 'Bwalya Phiri',
  contact1Mobile: '0977000001',
  contact2Name: 'Mutale Phiri',
  contact2Mobile: '0977000002',
};

async function fillForm(cerCode: number, given: Record<string, unknown>): Promise<Answer> {
  const path = `/user/auth/api/queryCertifyColumnByCerCode?cerCode=${cerCode}`;
  const { columns } = await wire.ask(shape.columns, 'GET', path, newcomer);
  const [province] = await areasIn(wire, newcomer.token, 0);
  const [district] = await areasIn(wire, newcomer.token, province?.id ?? 0);
  const chosen = columns
    .filter(({ columnCode, type }) => !(columnCode in given) && (type === 'select' || type === 'region'))
    .map(({ columnCode, options }) => ({ columnCode, value: options?.[0]?.value ?? district?.id }));
  const typed = Object.entries(given).map(([columnCode, value]) => ({ columnCode, value }));
  return wire.post(FORMS, { cerCode, columns: [...chosen, ...typed] }, newcomer);
}

describe('the forms', () => {
  test.each([
    ...[0, 32, 1.5, -1, '25'].map((payDay) => ({ payDay })),
    ...[-1, 0, 0.001, 1e308, 'NaN'].map((monthlyIncome) => ({ monthlyIncome })),
    ...['x', 'a@b', '@example.com', 7].map((email) => ({ email })),
    ...['', '   ', 'x'.repeat(161), 5, 'a\u0000b'].map((address) => ({ address })),
    ...[0, 99_999, 'Lusaka'].map((district) => ({ district })),
    { maritalStatus: 'of no kind' },
    { noSuchColumn: 'x' },
  ])('the personal form refuses %o, and says which field', async (wrong) => {
    const answer = await fillForm(2, { ...PERSONAL, ...wrong });
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(Object.keys(refusedFields(answer))).toEqual(Object.keys(wrong));
  });

  test('a required field cannot be left out or empty', async () => {
    for (const columnCode of ['monthlyIncome', 'payDay', 'address', 'district', 'maritalStatus']) {
      const answer = await fillForm(2, { ...PERSONAL, [columnCode]: null });
      expect(answer, columnCode).toMatchObject({ status: 200, code: 400 });
    }
    const empty = await wire.post(FORMS, { cerCode: 2, columns: [] }, newcomer);
    expect(Object.keys(refusedFields(empty))).not.toContain('email');
    expect(Object.keys(refusedFields(empty))).toEqual(expect.arrayContaining(['monthlyIncome', 'address']));
    expect(await fillForm(2, PERSONAL)).toMatchObject({ code: 200 });
  });

  test('the contacts are two other people with mobile numbers', async () => {
    for (const wrong of [
      { contact2Mobile: '0977000001' },
      { contact1Mobile: newcomer.mobile },
      { contact1Mobile: '+260977000001' },
      { contact2Mobile: '0211123456' },
      { contact1Name: '' },
      { contact1Relation: 'of no kind' },
    ]) {
      const answer = await fillForm(3, { ...CONTACTS, ...wrong });
      expect(answer, JSON.stringify(wrong)).toMatchObject({ status: 200, code: 400 });
      expect(Object.keys(refusedFields(answer))).toEqual(Object.keys(wrong));
    }
    expect(await fillForm(3, { ...CONTACTS, contact2Name: CONTACTS.contact1Name })).toMatchObject({
      code: 200,
    });
  });

  test('a form or questionnaire that does not exist is refused', async () => {
    for (const cerCode of [0, 1, 4, 15, -1, '2', null]) {
      const answer = await wire.post(FORMS, { cerCode, columns: [] }, newcomer);
      expect(answer, String(cerCode)).toMatchObject({ status: 200, code: 400 });
    }
    const answers = [{ questionId: 1, optionIds: [1] }];
    const path = '/admin/questionnaire/api/submit';
    expect((await wire.post(path, { questionnaireId: 99, answers }, newcomer)).code).toBe(404);
    for (const few of [[], answers, [{ questionId: 99, optionIds: [1] }], 'x', null]) {
      expect((await wire.post(path, { questionnaireId: 1, answers: few }, newcomer)).code).toBe(400);
    }
  });
});

describe('pictures', () => {
  const take = (image: unknown, purpose: unknown = 'nrc_front') =>
    wire.post('/common/api/uploadBase64', { image, purpose });
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
  const png = pngPicture(320, 200);

  test.each([
    ['a GIF', dataUrl('gif', gif)],
    ['a GIF that says it is a PNG', dataUrl('png', gif)],
    ['an SVG', dataUrl('svg+xml', svg)],
    ['an SVG that says it is a JPEG', dataUrl('jpeg', svg)],
    ['text', dataUrl('png', Buffer.from('not a picture'))],
    ['a picture cut short', dataUrl('png', png.subarray(0, 200))],
    ['a picture without its pixels', dataUrl('png', Buffer.concat([png.subarray(0, 33), png.subarray(-12)]))],
    ['nothing', 'data:image/png;base64,'],
    ['no data URL', png.toString('base64')],
    ['an address', 'http://127.0.0.1/picture.png'],
    ['no Base64', 'data:image/png;base64,@@@@'],
    ['a number', 7],
    ['null', null],
    ['more than 6 MB', dataUrl('png', Buffer.concat([png, Buffer.alloc(6.4e6)]))],
  ])('%s is refused', async (_what, image) => {
    const answer = await take(image);
    expect(answer).toMatchObject({ status: 200, code: 400 });
    expect(refusedFields(answer)).toHaveProperty('image');
  });

  test('an unknown purpose is refused', async () => {
    expect(refusedFields(await take(dataUrl('png', png), 'passport'))).toHaveProperty('purpose');
  });

  test('20,000 × 20,000 pixels in 49 kB are refused before they are unpacked', async () => {
    const side = 20_000;
    const rowBytes = side / 8 + 1;
    const bomb = pngOf({
      width: side,
      height: side,
      bitDepth: 1,
      compressedRows: deflateSync(Buffer.alloc(rowBytes * side)),
    });
    expect(bomb.length).toBeLessThan(60_000);
    // The sentence says that the size was read. A picture that is unpacked first would be called damaged, or end the drawing.
    expect(refusedFields(await take(dataUrl('png', bomb)))).toHaveProperty(
      'image',
      'This picture has too many pixels. Please choose a smaller one.',
    );
  });

  test('a card is proved with pictures of its own borrower and purpose, and with what stands on it', async () => {
    const front = await upload(wire, 'nrc_front');
    const good = {
      frontFileId: front,
      backFileId: await upload(wire, 'nrc_back'),
      confirm: true,
      idNumber: unusedIdNumber(),
      firstName: 'Chanda',
      lastName: 'Mwape',
      birthDate: '1994-05-17',
      gender: 'F',
    };
    for (const wrong of [
      ...['123456/11/12', '12345/11/1', ' 123456/11/1', '123456/11/1\n', '123456-11-1', '', 123456].map(
        (idNumber) => ({ idNumber }),
      ),
      ...['2999-01-01', '1990-02-30', '17/05/1994', '', null].map((birthDate) => ({ birthDate })),
      ...['X', 'f', null].map((gender) => ({ gender })),
      ...['', 'x'.repeat(5000), null].map((firstName) => ({ firstName })),
      { confirm: 'true' },
      { frontFileId: null },
    ]) {
      const answer = await wire.post(IDENTITY, { ...good, ...wrong }, newcomer);
      expect(answer, JSON.stringify(wrong).slice(0, 80)).toMatchObject({ status: 200, code: 400 });
    }
    const unknown = await wire.post(IDENTITY, { ...good, frontFileId: 'no-such-file' }, newcomer);
    expect(unknown.code).toBe(404);
    const selfie = await upload(wire, 'selfie');
    expect((await wire.post(IDENTITY, { ...good, frontFileId: selfie }, newcomer)).code).not.toBe(200);
    expect((await wire.post(IDENTITY, { ...good, confirm: false }, newcomer)).code).toBe(200);
    expect((await wire.post(IDENTITY, good, newcomer)).code).toBe(200);
    for (const confirm of [false, true]) {
      const theirs = { ...good, confirm, idNumber: unusedIdNumber() };
      expect(await wire.post(IDENTITY, theirs, stranger)).toEqual(unknown);
    }
  });
});

/** A new borrower who has given every consent. */
async function consentingBorrower(): Promise<Borrower> {
  const borrower = await signIn(wire, unusedMobile());
  for (const kind of ['device', 'location', 'messages'] as const) {
    const given = await wire.post(
      '/api/v1/consent',
      { kind, given: true, wordingVersion: standingVersion(kind) },
      borrower,
    );
    expect(given).toMatchObject({ code: 200 });
  }
  return borrower;
}

describe('data of the phone', () => {
  const GRAB = '/user/grab/info/api/addUserGrabInfoToRisk';
  const DEVICE = '/user/grab/info/api/addDeviceInfo';
  const MESSAGES = '/user/grab/info/api/saveMessages';
  const FIGURES = '/user/grab/info/api/saveMessageFigures';
  const info = {
    deviceid: 'a-phone',
    appNameDevice: 'Thumba',
    appVersionDevice: '1016',
    deviceTypeDevice: 'h5',
    language: 'en',
  };
  const place = {
    latitudeLocation: -15.42,
    longitudeLocation: 28.28,
    northOrSouthLocation: 'S',
    eastOrWestLocation: 'E',
  };
  const sms = { address: 'MoMo', body: 'You have received ZMW 5.00', date: Date.now(), type: 1 };
  const figures = {
    windowDays: 90,
    readCount: 3,
    receivedCount: 0,
    receivedNgwee: 0,
    spentCount: 0,
    firstOn: null,
    lastOn: null,
  };

  test('is taken with its consent, and refused by name without', async () => {
    const told = (userId: number) =>
      [
        [GRAB, { kind: 'device', info }, shape.nothing],
        [GRAB, { kind: 'location', info: place }, shape.nothing],
        [DEVICE, { userId, type: 1, info }, shape.nothing],
        [DEVICE, { userId, type: 2, info }, shape.nothing],
        [MESSAGES, { userId, appUserMessages: [sms] }, shape.messagesRead],
        [FIGURES, { userId, figures }, shape.nothing],
      ] as const;
    for (const [path, body] of told(stranger.id)) {
      const refusal = { status: 200, code: 501, data: { reason: 'consent_missing' } };
      expect(await wire.post(path, body, stranger), path).toMatchObject(refusal);
    }
    const borrower = await consentingBorrower();
    for (const [path, body, answer] of told(borrower.id)) {
      const { code, data } = await wire.post(path, body, borrower);
      expect(code, path).toBe(200);
      answer.parse(data);
    }
    for (const userId of [stranger.id, 987_654_321]) {
      for (const [path, body] of told(userId).slice(2)) {
        expect(await wire.post(path, body, borrower), path).toMatchObject({ status: 200, code: 404 });
      }
    }
  });

  test('is refused where it makes no sense, and never a failure of the server', async () => {
    const borrower = await consentingBorrower();
    const userId = borrower.id;
    const messages = (appUserMessages: unknown): [string, unknown] => [MESSAGES, { userId, appUserMessages }];
    for (const [path, body] of [
      [GRAB, { kind: 'location', info: { ...place, latitudeLocation: 91 } }],
      [GRAB, { kind: 'location', info: { ...place, latitudeLocation: 'NaN' } }],
      [GRAB, { kind: 'location', info: { ...place, northOrSouthLocation: 'N' } }],
      [GRAB, { kind: 'location', info }],
      [GRAB, { kind: 'contacts', info: [] }],
      [DEVICE, { userId, type: 3, info }],
      [DEVICE, { userId, type: 1, info: { ...info, deviceid: 'a\u0000b' } }],
      [DEVICE, { userId, type: 1, info: { ...info, model: 'x'.repeat(10_000) } }],
      [DEVICE, { type: 1, info }],
      messages(Array.from({ length: 10_000 }, () => ({ address: '', body: '', date: 1, type: 1 }))),
      messages([{ ...sms, date: -1 }]),
      messages([{ ...sms, date: 1e308 }]),
      messages([{ ...sms, type: 3 }]),
      messages({ length: 1e9 }),
      [FIGURES, { userId, figures: { ...figures, receivedNgwee: 1e308 } }],
      [FIGURES, { userId, figures: { ...figures, firstOn: '2026-02-30', lastOn: '2026-02-30' } }],
      [FIGURES, { userId, figures: [figures] }],
    ] as [string, unknown][]) {
      const answer = await wire.post(path, body, borrower);
      expect([400, 413], JSON.stringify(body).slice(0, 200)).toContain(answer.code);
    }
    const megabyte = Array.from({ length: 600 }, () => ({ ...sms, body: 'K5 received '.repeat(150) }));
    expect(await wire.post(...messages(megabyte), borrower)).toMatchObject({ status: 413, code: 413 });
  });
});

describe('requests at random', () => {
  test('500 malformed requests over all calls end in no failure of the server, which still answers', async () => {
    const debtor = await authenticatedBorrower(wire);
    const orderId = await borrow(wire, debtor, { productId: 1, amount: 1000, termId: 1 });
    const bill = await billOf(wire, debtor, orderId);
    const { repayAccountId } = await repayDetailOf(wire, debtor, orderId);
    const ids = [orderId, repayAccountId, ...bill.plans.map(({ planId }) => planId)];
    const seed = seedOfRun();
    const waiting = hostileRequests(seed, 500, ids);
    const outcomes: Record<number, number> = {};
    const senders = Array.from({ length: 8 }, async () => {
      for (let sent = waiting.pop(); sent; sent = waiting.pop()) {
        // The first logout would end its own token.
        const { token } = sent.path.includes('logout') ? newcomer : debtor;
        const headers = { ...JSON_TYPE, ...signedHeaders(token) };
        const answer = await wire.send(sent.method, sent.path, headers, sent.body);
        const told = `SEED=${seed}: ${sent.method} ${sent.path} ${sent.body?.slice(0, 500)}`;
        expect(answer.status, told).toBeLessThan(500);
        expect([500, 503], told).not.toContain(answer.code);
        if (answer.status !== 200) expect(answer.code, told).toBe(answer.status);
        outcomes[answer.code] = (outcomes[answer.code] ?? 0) + 1;
      }
    });
    await Promise.all(senders);
    expect(outcomes[400], JSON.stringify(outcomes)).toBeGreaterThan(100);

    expect(await billOf(wire, debtor, orderId)).toEqual(bill);
    await wire.ask(shape.publicProducts, 'GET', '/api/v4/product/public');
    expect(await signIn(wire, unusedMobile())).toMatchObject({ isNew: true });
  });
});
