import { day } from '@thumba/lending/day';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, signIn, signUp, stepUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { giveOne } from '../../../test/borrower-coupons.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { standingVersion } from '../../people/consent/consent-wordings.ts';
import { MAX_DOWNLOADS_A_DAY, mayDownload } from './downloads.ts';
import { deleteAccount, rowCountsOf, settledBorrower } from './personal-data.test-support.ts';
import { tableRules } from './tables.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function download(borrower: AppBorrower, format: 'json' | 'pdf', options = {}): Promise<Buffer> {
  const stepUpCode = await stepUp(server, borrower, 'download');
  const { url } = await borrower.ask('downloadMyData', { body: { format, stepUpCode } }, options);
  expect(url).toMatch(/^\/my-data\/[A-Za-z0-9_-]{43}$/);
  const response = await fetch(server.url + url);
  expect(response.headers.get('content-disposition')).toContain(`thumba-my-data.${format}`);
  return Buffer.from(await response.arrayBuffer());
}

describe('downloading my data', () => {
  test('gives all data as JSON and as PDF, with sealed values in plain text', async () => {
    const borrower = await settledBorrower(server);
    await borrower.ask('saveConsent', { body: { kind: 'marketing', given: true, wordingVersion: 1 } });
    const text = (await download(borrower, 'json')).toString('utf8');
    const record = JSON.parse(text);
    expect(record).toMatchObject({
      about: { amountsIn: 'kwacha' },
      profile: [{ mobile: borrower.mobile }],
      identity: [{ identity: { firstName: 'Chipo', lastName: 'Lungu', birthDate: '1992-04-17' } }],
      accounts: [{ mobile: borrower.mobile, operator: 'mtn', isDefault: true }],
      loans: [{ loanId: borrower.orderId, state: 'settled', principal: 200 }],
      instalments: [{ loanId: borrower.orderId, principal: 200, principalPaid: 200 }],
      payments: [
        { purpose: 'loan_payout', amount: 200, msisdn: borrower.mobile },
        { purpose: 'settlement', state: 'succeeded', msisdn: borrower.mobile },
      ],
      decisions: [{ outcome: 'approve', inputs: { monthlyIncome: 5000, ageYears: 34 } }],
      signIns: [{ createdAt: expect.any(String) }],
    });
    expect(record.consents.map(({ kind }: { kind: string }) => kind)).toEqual(['privacy', 'marketing']);
    expect(record.messages.map((message: { text: string }) => message.text).join(' ')).toContain('K200');
    expect(record.forms.flatMap((form: { inWords: unknown[] }) => form.inWords)).toEqual(
      expect.arrayContaining([
        { question: 'Marital status', answer: 'Married' },
        { question: 'District', answer: 'Chilanga' },
        { question: 'First contact: Relation', answer: 'Brother or sister' },
      ]),
    );
    expect(record.files[0].picture).toMatch(/^data:image\/jpeg;base64,\/9j\//);
    expect(text).not.toMatch(/_hash|Sealed|Hash"|Ngwee"/);

    const { text: printed, pages } = await readPdf(await download(borrower, 'pdf'));
    expect(pages.length).toBeGreaterThan(2);
    for (const expected of [
      'Your data',
      'Chipo',
      'Grace Tembo',
      '12 Independence Avenue',
      borrower.mobile,
      'K200',
      'Married',
    ]) {
      expect(printed).toContain(expected);
    }
  });

  test('contains the rows of every table that has some of the borrower, unless its rule says why not', async () => {
    const borrower = await settledBorrower(server);
    await server.app.securityLog.flush();
    // The download itself writes a message, which the file cannot hold, and events of its second code.
    const counts = await rowCountsOf(server, borrower.borrowerId);
    const record = JSON.parse((await download(borrower, 'json')).toString('utf8'));
    record.securityEvents = record.securityEvents.filter(
      ({ kind }: { kind: string }) => !kind.startsWith('step_up_'),
    );
    for (const [table, count] of Object.entries(counts)) {
      const { download: rule } = tableRules[table]!;
      if ('part' in rule) expect(record[rule.part], table).toHaveLength(count);
      else expect(rule.why, table).toMatch(/\w+ \w+/);
    }
  });

  test('contains the reason for which staff gave a coupon, and not their name', async () => {
    const borrower = await signIn(server);
    await giveOne(server, borrower);
    const text = (await download(borrower, 'json')).toString('utf8');
    expect(JSON.parse(text)).toMatchObject({
      coupons: [{ source: 'registration' }, { source: 'staff', givenReason: 'for a test' }],
    });
    expect(text).not.toContain('staff:mary');
  });

  test.each(['[Urgent] the fee was too high', '{please} look at it'])(
    'contains the text of the complaint "%s"',
    async (text) => {
      const borrower = await signIn(server);
      await borrower.ask('writeComplaint', { body: { topic: 'cost', text } });
      expect(JSON.parse((await download(borrower, 'json')).toString('utf8'))).toMatchObject({
        complaints: [{ text }],
      });
    },
  );

  test('contains the device data as JSON and as PDF, and deleting the account erases it', async () => {
    const borrower = await signUp(server);
    const userId = borrower.borrowerId;
    for (const kind of ['device', 'location'] as const) {
      await borrower.ask('saveConsent', {
        body: { kind, given: true, wordingVersion: standingVersion(kind) },
      });
    }
    const info = {
      deviceid: 'a-phone-of-a-test',
      appNameDevice: 'Thumba',
      appVersionDevice: '1016',
      deviceTypeDevice: 'Android' as const,
      language: 'en',
      model: 'itel A16',
    };
    await borrower.ask('addDeviceInfo', { body: { userId, type: 2, info } });
    await borrower.ask('addUserGrabInfoToRisk', {
      body: {
        kind: 'location',
        info: {
          latitudeLocation: -15.41669,
          longitudeLocation: 28.28137,
          northOrSouthLocation: 'S',
          eastOrWestLocation: 'E',
        },
      },
    });
    const toldAt = expect.stringMatching(/^2026-11-/);
    const record = JSON.parse((await download(borrower, 'json')).toString('utf8'));
    expect(record.phones).toEqual([{ occasion: 'sign_in', phone: info, toldAt }]);
    expect(record.location).toEqual([{ location: { latitude: -15.42, longitude: 28.28 }, toldAt }]);
    const { text } = await readPdf(await download(borrower, 'pdf'));
    for (const expected of ['Your phones, as they describe themselves', 'itel A16', '-15.42', '28.28']) {
      expect(text).toContain(expected);
    }
    expect(await rowCountsOf(server, userId)).toMatchObject({
      consent_given: 2,
      phone_record: 1,
      rough_location: 1,
    });
    expect(await deleteAccount(server, borrower)).toMatchObject({ code: 200 });
    const tablesWithRows = Object.keys(await rowCountsOf(server, userId));
    for (const table of ['consent_given', 'phone_record', 'rough_location'])
      expect(tablesWithRows).not.toContain(table);
  });

  test('is limited to some times a day, and each address expires', async () => {
    const borrower = await signIn(server);
    const stepUpCode = await stepUp(server, borrower, 'download');
    const { url } = await borrower.ask('downloadMyData', { body: { format: 'json', stepUpCode } });
    const counted = await Promise.all(
      Array.from({ length: 20 }, () => mayDownload(server.db, borrower.borrowerId, day(server.today()))),
    );
    expect(counted.filter((isCounted) => isCounted)).toHaveLength(MAX_DOWNLOADS_A_DAY - 1);
    const another = await stepUp(server, borrower, 'download');
    expect(
      await borrower.call('downloadMyData', { body: { format: 'json', stepUpCode: another } }),
    ).toMatchObject({
      code: 429,
      msg: expect.stringMatching(
        /^You can download your data 6 times a day\. Please try again in \d+ (hours|minutes)\.$/,
      ),
    });
    server.clock.advance({ minutes: 11 });
    const expired = await fetch(server.url + url);
    expect(expired.status).toBe(404);
    expect(await expired.text()).toContain('This download has ended');
  });
});

test('the record as PDF, and what is said of it, is in the language of the request', async () => {
  const borrower = await signUp(server);
  const { text } = await readPdf(await download(borrower, 'pdf', { lang: 'en-XA' }));
  for (const said of ['Your data', 'Mobile-money accounts', 'First choice', 'Yes', 'Nothing is kept.'])
    expect(text).toContain(marked(said));
  const english = await readPdf(await download(borrower, 'pdf', { lang: 'en' }));
  expect(english.text).toContain('Mobile-money accounts Number Operator First choice Since');
  await apply(borrower);
  const ask = (lang: string) => borrower.ask('getAccountDeletion', {}, { lang });
  const refusal = 'Your loan is still open. You can delete your account once it is paid off.';
  expect((await ask('en')).refusal?.message).toBe(refusal);
  expect((await ask('en-XA')).refusal?.message).toBe(marked(refusal));
  const ended = await fetch(`${server.url}/my-data/none?lang=en-XA`);
  expect(await ended.text()).toContain(marked('This download has ended.').slice(1, -1));
});
