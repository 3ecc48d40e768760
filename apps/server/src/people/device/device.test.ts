import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { dumpDatabase, secretsIn } from '../../../test/database-dump.ts';
import { registerConsentRoutes } from '../consent/routes.ts';
import {
  CANARY,
  type Kind,
  lusaka,
  phone,
  received,
  signInBorrower,
} from './device-borrower.test-support.ts';
import { REPORTS_PER_HOUR } from './device-data.ts';
import { registerDeviceRoutes } from './routes.ts';

const messageSenders = ['MTN MoMo', 'AirtelMoney'];

let server: CallServer;
/** The server of a lender that reads no SMS, which is the default. */
let usual: CallServer;
beforeAll(async () => {
  [server, usual] = (await Promise.all(
    [messageSenders, null].map((senders) =>
      startCallServer({
        register: (wire, parts) => {
          registerConsentRoutes(wire, { ...parts, messageSenders: () => senders, sendsPush: true });
          registerDeviceRoutes(wire, { ...parts, messageSenders: () => senders });
        },
      }),
    ),
  )) as [CallServer, CallServer];
});
afterAll(() => Promise.all([server.stop(), usual.stop()]));

const borrower = (consents: Kind[] = [], at = server) => signInBorrower(at, consents);

const TABLES: Record<Kind, string> = {
  device: 'phone_record',
  location: 'rough_location',
  messages: 'money_message_figures',
};
const REFUSED = {
  status: 200,
  code: 501,
  msg: 'You did not allow this, so we do not keep it',
  data: { reason: 'consent_missing' },
};

describe('without its consent', () => {
  test('nothing is kept, and the refusal says so by name', async () => {
    const { id, phone: tellPhone, grab, messages, rows } = await borrower();
    expect(await tellPhone()).toEqual(REFUSED);
    expect(await tellPhone(phone(), 2)).toEqual(REFUSED);
    expect(await grab('device', phone())).toEqual(REFUSED);
    expect(await grab('location', lusaka)).toEqual(REFUSED);
    expect(await messages([received()], id)).toEqual(REFUSED);
    for (const table of Object.values(TABLES)) expect(await rows(table)).toEqual([]);
  });

  test('SMS are not parsed: the refusal is the same for any content', async () => {
    const { messages } = await borrower(['device']);
    for (const told of ['all of them', [null], [received({ date: 'yesterday' })], undefined]) {
      expect(await messages(told)).toEqual(REFUSED);
    }
    expect(await messages([received()], 'nobody')).toEqual(REFUSED);
    expect(await messages([received({ body: 'x'.repeat(600_000) })])).toMatchObject({
      status: 413,
      code: 413,
    });
    const { messages: messagesOfUsual } = await borrower([], usual);
    expect(await messagesOfUsual('all of them')).toMatchObject({
      code: 501,
      data: { reason: 'messages_not_read' },
    });
  });

  test('for one kind of report no other kind is kept', async () => {
    const { phone: tellPhone, grab, messages } = await borrower(['location']);
    expect(await grab('location', lusaka)).toMatchObject({ code: 200 });
    expect(await grab('device', phone())).toEqual(REFUSED);
    expect(await tellPhone()).toEqual(REFUSED);
    expect(await messages([received()])).toEqual(REFUSED);
  });

  test('the database itself takes nothing', async () => {
    const { id } = await borrower(['location']);
    await expect(
      server.db.pool.query(
        `insert into phone_record (borrower_id, phone_hash, occasion, phone_sealed, told_at)
         values ($1, 'a', 'start', 'b', now())`,
        [id],
      ),
    ).rejects.toThrow('foreign key');
  });

  test('that is taken back, what was kept goes at once, and only that', async () => {
    const mine = await borrower(['device', 'location', 'messages']);
    const other = await borrower(['device', 'location', 'messages']);
    for (const one of [mine, other]) {
      await one.phone();
      await one.grab('location', lusaka);
      await one.messages([received()]);
    }
    for (const [kind, table] of Object.entries(TABLES)) {
      expect(await mine.rows(table), kind).toHaveLength(1);
      expect(await mine.consent(kind as Kind, false)).toMatchObject({ code: 200 });
      expect(await mine.rows(table), kind).toEqual([]);
      expect(await other.rows(table), kind).toHaveLength(1);
    }
    expect(await mine.phone()).toEqual(REFUSED);
    await mine.consent('device', true);
    expect(await mine.phone()).toMatchObject({ code: 200 });
  });

  test('that is taken back while the phone tells, nothing stays behind', async () => {
    const { consent, phone: tellPhone, grab, rows } = await borrower(['device', 'location']);
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => tellPhone()),
        consent('device', false),
        ...Array.from({ length: 3 }, () => tellPhone()),
        grab('location', lusaka),
      ]);
      for (const { code } of answers) expect([200, 501]).toContain(code);
      expect(await rows('phone_record')).toEqual([]);
      await consent('device', true);
    }
    expect(await rows('rough_location')).toHaveLength(1);
  });
});

describe('a phone', () => {
  test('is kept as it last described itself at a start, after signing in and where an application is judged', async () => {
    const { phone: tellPhone, grab, rows, opened } = await borrower(['device']);
    const info = {
      ...phone(),
      deviceTypeDevice: 'Android',
      manufacturer: 'itel',
      model: 'A16',
      osVersion: '12',
    };
    expect(await tellPhone(info, 1)).toEqual({ status: 200, code: 200, msg: 'OK', data: null });
    await tellPhone(info, 2);
    await grab('device', info);
    server.clock.advance({ minutes: 1 });
    await tellPhone({ ...info, appVersionDevice: '1017' }, 1);
    expect((await rows('phone_record')).map(({ occasion }) => occasion).sort()).toEqual([
      'risk',
      'sign_in',
      'start',
    ]);
    const versions = (await opened('phone_record.phone_sealed')).map((one) => one.appVersionDevice);
    expect(versions.sort()).toEqual(['1016', '1016', '1017']);
    expect((await opened('phone_record.phone_sealed'))[0]).toMatchObject({
      ...info,
      appVersionDevice: expect.any(String),
    });
  });

  test('is kept sealed, without fields that are not asked for', async () => {
    const { phone: tellPhone, opened } = await borrower(['device']);
    const info = phone(`secret-${randomUUID()}`);
    await tellPhone({ ...info, contacts: ['0971000001'], imei: '356938035643809' });
    expect(await opened('phone_record.phone_sealed')).toEqual([info]);
    expect(secretsIn(await dumpDatabase(server.owner), [info.deviceid, '356938035643809'])).toEqual([]);
  });

  test('is deleted when five others were used since', async () => {
    const { phone: tellPhone, opened } = await borrower(['device']);
    for (const name of ['a', 'b', 'c', 'a', 'd', 'e', 'f', 'g']) {
      await tellPhone(phone(name));
      server.clock.advance({ seconds: 1 });
    }
    const names = (await opened('phone_record.phone_sealed')).map((one) => one.deviceid);
    expect(names.sort()).toEqual(['a', 'd', 'e', 'f', 'g']);
  });

  test('of somebody else is nobody’s', async () => {
    const other = await borrower(['device', 'messages']);
    const { phone: tellPhone, messages, rows } = await borrower(['device', 'messages']);
    for (const userId of [other.id, 987_654_321, 0]) {
      const nobodys = { status: 200, code: 404, msg: 'We could not find that', data: null };
      expect(await tellPhone(phone(), 1, userId)).toEqual(nobodys);
      expect(await messages([received()], userId)).toEqual(nobodys);
    }
    expect(await rows('phone_record')).toEqual([]);
    expect(await other.rows('phone_record')).toEqual([]);
  });

  test.each([
    ['of type 3', phone(), 3],
    ['without a type', phone(), null],
    ['without an id', { ...phone(), deviceid: '' }, 1],
    ['with a number for an id', { ...phone(), deviceid: 7 }, 1],
    ['with an id of 101 letters', { ...phone(), deviceid: 'x'.repeat(101) }, 1],
    ['with a NUL in its name', { ...phone(), model: 'a\u0000b' }, 1],
    ['of another kind', { ...phone(), deviceTypeDevice: 'iOS' }, 1],
    ['that says nothing', {}, 1],
    ['that is a list', [], 1],
  ])('%s is refused', async (_what, info, type) => {
    const { phone: tellPhone, rows } = await borrower(['device']);
    expect(await tellPhone(info, type)).toMatchObject({ status: 200, code: 400 });
    expect(await rows('phone_record')).toEqual([]);
  });

  test('that reports too often has to wait until the next hour', async () => {
    const { phone: tellPhone } = await borrower(['device']);
    const info = phone();
    await Promise.all(Array.from({ length: REPORTS_PER_HOUR }, () => tellPhone(info)));
    const refusal = await tellPhone(info);
    expect(refusal).toMatchObject({ code: 429, data: { retryAfterSeconds: expect.any(Number) } });
    expect(refusal.msg).toMatch(/^Your phone sent this too often\. It can send it again in \d+ \w+\.$/);
    server.clock.advance({ hours: 1 });
    expect(await tellPhone(info)).toMatchObject({ code: 200 });
  });
});

describe('a location', () => {
  test('is kept to two decimals, and only the last one', async () => {
    const { grab, opened } = await borrower(['location']);
    expect(await grab('location', lusaka)).toEqual({ status: 200, code: 200, msg: 'OK', data: null });
    expect(await opened('rough_location.location_sealed')).toEqual([{ latitude: -15.42, longitude: 28.28 }]);
    const north = {
      latitudeLocation: 51.5072,
      longitudeLocation: -0.1276,
      northOrSouthLocation: 'N',
      eastOrWestLocation: 'W',
    };
    await grab('location', north);
    expect(await opened('rough_location.location_sealed')).toEqual([{ latitude: 51.51, longitude: -0.13 }]);
    await grab('location', {
      ...lusaka,
      latitudeLocation: 0,
      longitudeLocation: -0,
      eastOrWestLocation: 'W',
    });
    expect(await opened('rough_location.location_sealed')).toEqual([{ latitude: 0, longitude: 0 }]);
  });

  test.each([
    ['beyond the pole', { latitudeLocation: 91, northOrSouthLocation: 'N' }],
    ['beyond the date line', { longitudeLocation: 180.01 }],
    ['of no number', { latitudeLocation: 'NaN' }],
    ['of a number in words', { longitudeLocation: '28.28' }],
    ['on the wrong side of the equator', { northOrSouthLocation: 'N' }],
    ['on the wrong side of the meridian', { eastOrWestLocation: 'W' }],
    ['on no side', { eastOrWestLocation: undefined }],
  ])('%s is refused', async (_what, wrong) => {
    const { grab, rows } = await borrower(['location']);
    expect(await grab('location', { ...lusaka, ...wrong })).toMatchObject({
      status: 200,
      code: 400,
      msg: 'We could not read where you are',
    });
    expect(await rows('rough_location')).toEqual([]);
  });

  test('of another kind of thing is refused', async () => {
    const { grab } = await borrower(['location', 'device']);
    for (const kind of ['contacts', '', 'Location']) {
      expect(await grab(kind, lusaka)).toMatchObject({ status: 200, code: 400 });
    }
    expect(await grab('device', lusaka)).toMatchObject({ status: 200, code: 400 });
  });
});

describe('the SMS of a phone', () => {
  test('leave figures and nothing else', async () => {
    const { messages, opened } = await borrower(['messages']);
    const told = [
      received(),
      received({ address: 'AirtelMoney', body: `You have sent K20.50 to ${CANARY}` }),
      received({ address: '+260978555613', body: `Lend me K500, ${CANARY}` }),
    ];
    expect(await messages(told)).toEqual({ status: 200, code: 200, msg: 'OK', data: { kept: 2 } });
    expect(await opened('money_message_figures.figures_sealed')).toEqual([
      {
        windowDays: 90,
        receivedCount: 1,
        receivedNgwee: 50_000,
        spentCount: 1,
        firstOn: '2026-11-11',
        lastOn: '2026-11-11',
      },
    ]);
    const everything = (await dumpDatabase(server.owner)) + server.logLines.join('\n');
    expect(secretsIn(everything, [CANARY, '0978555613', 'You have received'])).toEqual([]);
  });

  test('told twice count once, and told anew take the place of the last ones', async () => {
    const { messages, opened } = await borrower(['messages']);
    const figures = () => opened('money_message_figures.figures_sealed');
    await messages([received(), received({ date: Date.parse('2026-11-12T08:00:00Z') })]);
    const first = await figures();
    expect(first).toMatchObject([{ receivedCount: 2, receivedNgwee: 100_000 }]);
    await messages([received(), received({ date: Date.parse('2026-11-12T08:00:00Z') })]);
    expect(await figures()).toEqual(first);
    expect(await messages([])).toMatchObject({ data: { kept: 0 } });
    expect(await figures()).toMatchObject([{ receivedCount: 0, receivedNgwee: 0 }]);
  });

  test('are not read by a lender that has not switched it on, also of one who once allowed it', async () => {
    const { id, messages, consent, rows } = await borrower([], usual);
    const refusal = {
      code: 501,
      msg: 'This lender does not read SMS',
      data: { reason: 'messages_not_read' },
    };
    expect(await messages([received()])).toMatchObject(refusal);
    await usual.db.pool.query(
      `with given as (insert into consent_given (borrower_id, kind) values ($1, 'messages'))
       insert into consent_change (borrower_id, kind, ordinal, is_given, wording_version, changed_at)
       values ($1, 'messages', 1, true, 1, now())`,
      [id],
    );
    expect(await messages([received()])).toMatchObject(refusal);
    expect(await rows('money_message_figures')).toEqual([]);
    expect(await consent('messages', true)).toMatchObject({ code: 409 });
    expect(await consent('messages', false)).toMatchObject({ code: 200, data: { given: false } });
  });

  test('are asked for with the names of those who sent them', async () => {
    const { token } = await borrower();
    const { data } = await server.call('listConsents', { token });
    expect(data.find((one: { kind: string }) => one.kind === 'messages')).toMatchObject({
      given: false,
      senders: messageSenders,
    });
  });

  test.each([
    [
      'ten thousand of them',
      Array.from({ length: 10_000 }, () => ({ address: 'a', body: 'b', date: 1, type: 1 })),
    ],
    ['a date before 1970', [received({ date: -1 })]],
    ['a date of the year 3000', [received({ date: 32_503_680_000_000 })]],
    ['a date in words', [received({ date: '2026-11-11' })]],
    ['half a millisecond', [received({ date: 1.5 })]],
    ['a draft', [received({ type: 3 })]],
    ['a text of 2001 letters', [received({ body: 'x'.repeat(2001) })]],
    ['no sender', [received({ address: undefined })]],
    ['no list', 'all of them'],
    ['a list of nothing', [null]],
  ])('are refused with %s', async (_what, told) => {
    const { messages, rows } = await borrower(['messages']);
    expect(await messages(told)).toMatchObject({ status: 200, code: 400 });
    expect(await rows('money_message_figures')).toEqual([]);
  });

  test('of a megabyte are refused before they are read, and a thousand usual ones are not', async () => {
    const { messages } = await borrower(['messages']);
    const many = (body: string, count: number) => Array.from({ length: count }, () => received({ body }));
    expect(await messages(many('x'.repeat(2000), 500))).toMatchObject({ status: 413, code: 413 });
    expect(await messages(many('You have received K5.00 from JANE. '.repeat(5), 1000))).toMatchObject({
      code: 200,
      data: { kept: 1000 },
    });
  });
});
