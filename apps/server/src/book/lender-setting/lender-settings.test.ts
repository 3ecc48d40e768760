import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { changeSetting } from '../../../test/change-setting.ts';
import { hire, newStaffClient, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import { take } from '../../staff/application/applications.test-support.ts';
import { answerAs } from '../../staff/terminal/two-people.test-support.ts';
import { readConfig } from '../settings/config.ts';
import { openLenderSettings } from './live-settings.ts';
import { changeSettingAsApproved } from './staff-settings.ts';

let server: AppServer;
/** Who asks, who checks, and who only looks. */
let taonga: StaffMember;
let mapalo: StaffMember;
let auditor: StaffMember;
let natasha: StaffMember;
let mulenga: StaffMember;
beforeAll(async () => {
  server = await startAppServer({ settings: { FLOAT_RESERVE: 'mtn:5000', SMS_PART_NGWEE: '25' } });
  const { first: maker, second: checker } = await openOffice(server);
  const hired = (userName: string, ...roles: Parameters<typeof hire>[2]['roles']) =>
    hire(server, { maker, checker }, { userName, roles });
  taonga = await hired('taonga', 'head_of_operations');
  mapalo = await hired('mapalo', 'head_of_finance');
  auditor = await hired('kondwani', 'auditor');
  natasha = await hired('natasha', 'underwriter');
  mulenga = await hired('mulenga', 'underwriter');
});
afterAll(() => server.stop());

type Setting = Parameters<typeof changeSetting>[1];

const read = async (setting: Setting) =>
  (await auditor.client.call('getSetting', { params: { setting } })).data;

type Wanted = { texts: Record<string, string>; effectiveFrom: string | null };

const wanted = (texts: Record<string, string>, effectiveFrom: string | null = null): Wanted => ({
  texts,
  effectiveFrom,
});

const preview = async (setting: Setting, change: Wanted, member = taonga) =>
  (await member.client.call('previewSetting', { params: { setting }, body: change })).data;

async function ask(setting: Setting, change: Wanted, member = taonga) {
  const digest = (await preview(setting, change, member))?.preview?.digest ?? 'f'.repeat(64);
  const body = { ...change, reason: 'agreed by the board', digest };
  return member.client.call('askForSetting', { params: { setting }, body });
}

const configOf = () => readConfig({ NODE_ENV: 'test', DATA_DIR: server.dataDir });

const rowsOf = (setting: Setting) =>
  server.query(
    `select version, content, saved_by, approved_by, effective_from = saved_at as counts_at_once, request_id::integer
     from setting_version where setting = $1 order by version`,
    [setting],
  );

const people = () => ({ maker: taonga, checker: mapalo });

describe('a setting of the lender', () => {
  test('is what the environment says until it has a version', async () => {
    const { data } = await auditor.client.call('listSettings', {});
    expect(data.items.map(({ setting, values, running }) => [setting, values[0]!.text, running])).toEqual([
      ['float_reserve', 'K5,000.00', null],
      ['sms_part_price', 'K0.25', null],
      ['application_hold', '10 minutes', null],
      ['waiver_alone', 'K100.00', null],
      ['unused_credit', '7 days', null],
      ['operator_prefixes', '76, 96', null],
      ['bank_account', 'none', null],
      ['second_bank_account', 'none', null],
    ]);
    expect(await read('float_reserve')).toMatchObject({
      texts: { mtn: '5000', airtel: '', zamtel: '' },
      ...{ running: null, planned: null, waiting: null, versions: [] },
    });
  });

  test('is changed by two people, with what changes shown to both, and is kept as a version', async () => {
    const change = wanted({ mtn: '6000.50', airtel: '2000', zamtel: '' });
    const effect = [
      { title: 'MTN', before: 'K5,000.00', after: 'K6,000.50' },
      { title: 'Airtel', before: 'none', after: 'K2,000.00' },
      { title: 'Counts from', before: null, after: 'its approval' },
    ];
    expect(await preview('float_reserve', change)).toMatchObject({ problem: null, preview: { effect } });
    const { data: filed } = await ask('float_reserve', change);
    const { requestId } = filed;
    expect(await read('float_reserve')).toMatchObject({
      waiting: { requestId, madeBy: { userName: 'taonga' } },
      running: null,
    });
    expect(await rowsOf('float_reserve')).toEqual([]);
    const { data: request } = await mapalo.client.call('getRequest', { params: { requestId } });
    expect(request.effect).toEqual(effect);
    expect(await answerAs(mapalo, requestId)).toMatchObject({
      data: { sentence: 'Float reserve: version 1 counts from now on.' },
    });
    expect(await rowsOf('float_reserve')).toEqual([
      {
        ...{ version: 1, content: { mtn: 600_050, airtel: 200_000 } },
        ...{ saved_by: 'staff:taonga', approved_by: 'staff:mapalo' },
        ...{ counts_at_once: true, request_id: requestId },
      },
    ]);
    expect(await read('float_reserve')).toMatchObject({
      running: { version: 1, madeBy: 'Person taonga', checkedBy: 'Person mapalo' },
      waiting: null,
      versions: [{ version: 1, state: 'running', requestId }],
    });
  });

  test('is not checked by its maker, and not asked for by a person without the permission', async () => {
    const change = wanted({ price: '0.30' });
    const { data } = await ask('sms_part_price', change);
    expect(await answerAs(taonga, data.requestId)).toMatchObject({ code: 403 });
    expect(await ask('sms_part_price', wanted({ price: '0.31' }), mapalo)).toMatchObject({
      code: 409,
      reason: 'waits_already',
    });
    expect((await ask('sms_part_price', change, auditor)).code).toBe(403);
    expect(await rowsOf('sms_part_price')).toEqual([]);
    const withdrawn = await answerAs(mapalo, data.requestId, 'decline');
    expect(withdrawn.code).toBe(200);
    expect(await rowsOf('sms_part_price')).toEqual([]);
  });

  const AMOUNT = 'Write an amount in kwacha, such as 5000 or 0.25.';
  test.each<[Setting, string, string, string]>([
    ['float_reserve', 'mtn', 'plenty', AMOUNT],
    ['float_reserve', 'airtel', '1.005', AMOUNT],
    ['float_reserve', 'zamtel', '-5', AMOUNT],
    ['float_reserve', 'vodafone', '5', 'This setting has no such field.'],
    ['sms_part_price', 'price', '0', 'Write an amount from K0.01 to K100.00.'],
    ['application_hold', 'minutes', '1', 'Write a whole number from 2 to 60.'],
    ['application_hold', 'minutes', '7.5', 'Write a whole number from 2 to 60.'],
    ['unused_credit', 'days', '366', 'Write a whole number from 0 to 365.'],
    [
      'operator_prefixes',
      'mtn',
      '96, 9',
      '9 is not how a Zambian mobile number goes on after its 0: write two digits, such as 96.',
    ],
    ['operator_prefixes', 'airtel', '97, 96', '96 is written twice.'],
    ['waiver_alone', 'most', '', AMOUNT],
    ['waiver_alone', 'most', '100001', 'Write an amount from K0.00 to K100,000.00.'],
  ])('%s with %s as “%s” is refused: %s', async (setting, field, text, sentence) => {
    const { texts } = await read(setting);
    const change = wanted({ ...texts, [field]: text });
    expect(await preview(setting, change)).toEqual({ problem: { field, sentence }, preview: null });
    expect(await ask(setting, change)).toMatchObject({ code: 400, reason: 'bad_value', msg: sentence });
  });

  test('the value of now, an instant of the past and a change that was not looked at are refused', async () => {
    const { texts } = await read('float_reserve');
    expect(await ask('float_reserve', wanted(texts))).toMatchObject({ reason: 'nothing_different' });
    const past = wanted({ ...texts, mtn: '7000' }, '2026-11-20T08:00:00Z');
    expect((await preview('float_reserve', past)).problem).toEqual({
      field: 'effectiveFrom',
      sentence: 'Choose a time to come, or leave it empty for the time of the approval.',
    });
    const far = wanted({ ...texts, mtn: '7000' }, '2028-11-20T08:00:00Z');
    expect((await preview('float_reserve', far)).problem?.sentence).toBe('Choose a time within 366 days.');
    const body = { ...wanted({ ...texts, mtn: '7000' }), reason: 'agreed', digest: 'f'.repeat(64) };
    const params = { setting: 'float_reserve' as const };
    expect(await taonga.client.call('askForSetting', { params, body })).toMatchObject({ reason: 'changed' });
  });

  test('that is planned counts from its instant on, and is taken back by the value of now', async () => {
    server.clock.advance({ minutes: 1 });
    const { texts } = await read('float_reserve');
    const from = '2026-11-28T06:00:00.000Z';
    const { data } = await ask('float_reserve', wanted({ ...texts, mtn: '7000' }, from));
    expect(await answerAs(mapalo, data.requestId)).toMatchObject({
      data: { sentence: 'Float reserve: version 2 counts from 28 November 2026, 08:00 in Lusaka.' },
    });
    expect(await read('float_reserve')).toMatchObject({
      running: { version: 1 },
      planned: { version: 2, effectiveFrom: from },
      versions: [
        { version: 2, state: 'planned' },
        { version: 1, state: 'running' },
      ],
    });
    let nowMs = Date.parse(from) - 1;
    const clock = { nowMs: () => nowMs };
    const later = await openLenderSettings({ db: server.db, clock, config: configOf() });
    expect(later.current().float_reserve.mtn).toBe(600_050);
    nowMs += 1;
    expect(later.current().float_reserve.mtn).toBe(700_000);
    const monday = '2026-11-30T06:00:00.000Z';
    const after = await preview('float_reserve', wanted({ ...texts, mtn: '6500' }, monday));
    expect(after.preview?.effect[0]).toEqual({ title: 'MTN', before: 'K7,000.00', after: 'K6,500.00' });
    expect((await preview('float_reserve', wanted(texts, monday))).preview?.effect[0]).toMatchObject({
      before: 'K7,000.00',
      after: 'K6,000.50',
    });
    const back = await preview('float_reserve', wanted(texts));
    expect(back.preview?.effect[0]).toEqual({
      title: 'Version 2',
      before: 'planned from 28 November 2026, 08:00 in Lusaka',
      after: 'never counts',
    });
    await changeSetting(people(), 'float_reserve', texts);
    await later.refresh();
    expect(later.current().float_reserve.mtn).toBe(600_050);
    const { versions, planned } = await read('float_reserve');
    expect(planned).toBeNull();
    expect(versions.map(({ state }) => state)).toEqual(['running', 'never_counted', 'earlier']);
  });

  test('of which there is another version since it was asked for is not changed', async () => {
    const lenderSettings = await openLenderSettings({ ...server, config: configOf() });
    const payload = { setting: 'float_reserve', content: {}, seenVersion: 1, effectiveFrom: null };
    const request = { requestId: 999_999, madeBy: 'staff:taonga', payload, title: '', reason: '' } as const;
    const change = { ...request, borrowerId: null, loanId: null };
    expect(await changeSettingAsApproved({ ...server, lenderSettings }, change, 'staff:mapalo')).toEqual({
      isDone: false,
      sentence: 'The setting has changed since this was asked for. Ask again.',
    });
    expect((await read('float_reserve')).running?.version).toBe(3);
  });

  test('is saved by the program only with a request that another person approved, and stays', async () => {
    const row = `insert into setting_version (setting, version, content, effective_from, saved_by, approved_by, saved_at,
      request_id) select 'waiver_alone', 1, '{"ngwee": 1}', now(), 'staff:taonga', 'staff:mapalo', now(), request_id
      from staff_request where kind = 'setting_change' and state <> 'approved' limit 1`;
    await expect(server.db.pool.query(row)).rejects.toThrow('a request that a second person approved');
    await expect(server.db.pool.query('delete from setting_version')).rejects.toThrow();
    await expect(server.query('delete from setting_version')).rejects.toThrow();
  });
});

describe('a new version', () => {
  test('counts in every process within five seconds', async () => {
    const other = await startAppServer({ besides: server, settings: { SMS_PART_NGWEE: '25' } });
    // The clock of this file has moved on.
    other.clock.advance({ minutes: 1 });
    try {
      const there = newStaffClient(other);
      for (const [cookie, value] of taonga.client.cookies) there.cookies.set(cookie, value);
      const costThere = async () => (await there.call('listTexts', {})).data.partCost;
      expect(await costThere()).toBe(0.25);
      await changeSetting(people(), 'sms_part_price', { price: '0.4' });
      expect((await taonga.client.call('listTexts', {})).data.partCost).toBe(0.4);
      await expect.poll(costThere, PATIENCE).toBe(0.4);
    } finally {
      await other.leave();
    }
  });

  test('of the price of an SMS part is in the report of what messages cost, also where there is none', async () => {
    const query = { from: server.today(), to: server.today() };
    const price = async () => (await mapalo.client.call('getMessageCost', { query })).data.pricePerPart;
    expect(await price()).toBe(0.4);
    await changeSetting(people(), 'sms_part_price', { price: '' });
    expect(await price()).toBeNull();
    expect((await taonga.client.call('listTexts', {})).data.partCost).toBeNull();
  });

  test('of unused credit is in the list of what was due', async () => {
    const due = async () => (await mapalo.client.call('listUnusedCredit', { query: {} })).data.unusedDays;
    expect(await due()).toBe(7);
    await changeSetting(people(), 'unused_credit', { days: '14' });
    expect(await due()).toBe(14);
  });

  test('of the prefixes says which operator a number most likely has', async () => {
    const operatorsOf = async () => {
      const borrower = await signUp(server, { mobile: server.newMobile('mtn') });
      const [account] = await server.query('select operator from repay_account where borrower_id = $1', [
        borrower.borrowerId,
      ]);
      const query = { from: server.today(), to: server.today() };
      const { data } = await mapalo.client.call('getCodesReport', { query });
      const prefix = borrower.mobile.slice(0, 3);
      return [account.operator, data.prefixes.find((one) => one.prefix === prefix)!.operator];
    };
    expect(await operatorsOf()).toEqual(['mtn', 'mtn']);
    await changeSetting(people(), 'operator_prefixes', {
      mtn: '',
      airtel: '97, 77, 57, 96, 76',
      zamtel: '95',
    });
    expect(await operatorsOf()).toEqual(['airtel', 'airtel']);
  });

  // The clock moves on: it is the last test of this file.
  test('of the hold makes an application free after its minutes', async () => {
    await changeSetting(people(), 'application_hold', { minutes: '3' });
    const one = await applicant(server);
    expect((await take(natasha, one)).code).toBe(200);
    server.clock.advance({ minutes: 2 });
    expect((await take(mulenga, one)).code).toBe(409);
    server.clock.advance({ minutes: 1 });
    expect((await take(mulenga, one)).code).toBe(200);
  });
});
