import { day } from '@thumba/lending/day';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { drawnCard } from '../../demo/drawn-card.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { readPictureForStaff } from '../../people/authentication/staff-looks.ts';
import { toDate } from '../../platform/clock.ts';
import { statement } from '../../platform/database.ts';
import { filesFolder } from '../../platform/files.ts';
import { folderStorage } from '../../platform/storage.ts';
import { askForEvidence, lapseEvidence } from './evidence.ts';
import { isWaitingForBorrower, readAskedEvidence } from './read-evidence.ts';
import { type Applicant, applicant, reviewDeps } from './review.test-support.ts';
import { reviewApplication } from './review.ts';
import { readEvidence } from './shown-to-staff.ts';

let server: AppServer;
let image: string;
beforeAll(async () => {
  server = await startAppServer();
  image = await drawnCard({ firstName: 'Chipo', lastName: 'Lungu', idNumber: '111111/10/1' });
});
afterAll(() => server.stop());

type Kind = 'payslip' | 'mobile_money_statement';

async function ask({ orderId }: Applicant, kind: Kind = 'payslip', shown?: object) {
  const request = { loanId: orderId, kind, reason: 'the income is not clear', staffName: 'mary' };
  return askForEvidence(await reviewDeps(server), { ...request, ...(shown as object) });
}

async function asked(kind?: Kind): Promise<Applicant> {
  const one = await applicant(server);
  expect(await ask(one, kind)).toMatchObject({ ok: true });
  return one;
}

const homeOf = ({ borrower }: Applicant) => borrower.ask('getMyLoanInfo', {});

async function upload({ borrower }: Applicant, purpose: 'evidence' | 'avatar' = 'evidence') {
  return (await borrower.ask('uploadBase64', { body: { image, purpose } })).fileId;
}

const give = ({ borrower, orderId }: Applicant, ...fileIds: string[]) =>
  borrower.call('giveEvidence', { body: { orderId, fileIds } });

async function requestsOf({ borrower: { borrowerId }, orderId: loanId }: Applicant) {
  return readAskedEvidence(server.db, { borrowerId, loanId });
}

const statesOf = async (one: Applicant) => (await requestsOf(one)).map(({ state }) => state);

const reviewsOf = ({ orderId }: Applicant) =>
  server.query('select outcome, actor from application_review where loan_id = $1 order by loan_version', [
    orderId,
  ]);

const waitingStatement = statement<{ is_waiting: boolean }, { loanId: number }>(
  'test: waits for the borrower',
  `select ${isWaitingForBorrower('l.borrower_id', 'l.loan_id')} as is_waiting from loan l where loan_id = $loanId`,
);
const waitsForBorrower = async ({ orderId }: Applicant) =>
  (await server.db.row(waitingStatement, { loanId: orderId }))!.is_waiting;

const decide = async ({ orderId }: Applicant, outcome: 'approve' | 'decline') =>
  reviewApplication(await reviewDeps(server), {
    loanId: orderId,
    ...(outcome === 'approve' ? { outcome } : { outcome, reasonCode: 'not_reached' }),
    reason: 'looked at it',
    staffName: 'mary',
  });

const lapse = () =>
  lapseEvidence({
    db: server.db,
    line: server.app.line,
    clock: server.clock,
    today: () => day(server.today()),
  });

const timelineOf = async ({ borrower, orderId }: Applicant) =>
  (await borrower.ask('queryLoanDetail', { params: { id: orderId } })).timeline.map(({ title }) => title);

test.each([
  ['payslip', 'your last payslip'],
  ['mobile_money_statement', 'your mobile-money statement'],
] as const)(
  'evidence of the kind %s is asked for by SMS and on home, and its pictures come to staff',
  async (kind, what) => {
    const one = await asked(kind);
    const { evidence, userStatus } = await homeOf(one);
    expect(userStatus).toBe(2);
    const until = toDate(server.clock.nowMs() + 48 * 3_600_000).toISOString();
    expect(evidence).toEqual({ orderId: one.orderId, kind, until });
    const { items } = await one.borrower.ask('listMessages', { query: {} });
    expect(items[0]!.text).toBe(
      `Please send pictures of ${what} within 48 hours, so that we can go on with your application for K300.00. Open the app to do it.`,
    );
    expect(await waitsForBorrower(one)).toBe(true);

    const fileIds = [await upload(one), await upload(one)];
    expect(await give(one, ...fileIds)).toMatchObject({ code: 200, data: null });
    expect(await homeOf(one)).not.toHaveProperty('evidence');
    expect(await waitsForBorrower(one)).toBe(false);
    expect(await requestsOf(one)).toMatchObject([{ evidence: kind, state: 'given', fileIds }]);
    expect(await reviewsOf(one)).toEqual([
      { outcome: 'ask_evidence', actor: 'staff:mary' },
      { outcome: 'evidence_given', actor: 'borrower' },
    ]);
    expect(await timelineOf(one)).toEqual(
      expect.arrayContaining(['We asked you for pictures', 'We have your pictures']),
    );
    const files = openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir)));
    const look = { fileId: fileIds[0]!, staffName: 'mary', reason: 'review', now: new Date() };
    const picture = await readPictureForStaff({ db: server.db, files }, look);
    expect(picture.ok && picture.value.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
    expect(await decide(one, 'approve')).toMatchObject({ ok: true, value: { state: 'paying_out' } });
  },
);

test('the note of staff and their name reach neither the app nor the download', async () => {
  const one = await asked();
  const everything = JSON.stringify([
    await homeOf(one),
    await one.borrower.ask('queryLoanDetail', { params: { id: one.orderId } }),
    await one.borrower.ask('listMessages', { query: {} }),
  ]);
  expect(everything).not.toMatch(/the income is not clear|mary/);
});

test('pictures that are sent again are answered as before, and other ones after them are refused', async () => {
  const one = await asked();
  const first = await upload(one);
  expect(await Promise.all([give(one, first), give(one, first)])).toMatchObject([
    { code: 200 },
    { code: 200 },
  ]);
  expect(await give(one, first)).toMatchObject({ code: 200 });
  expect(await give(one, await upload(one))).toMatchObject({
    code: 409,
    msg: 'We do not need pictures for this application at the moment',
    data: { reason: 'evidence_not_asked' },
  });
  expect(await requestsOf(one)).toMatchObject([{ state: 'given', fileIds: [first] }]);
  expect(await reviewsOf(one)).toHaveLength(2);
});

test('of two tabs with different pictures one is taken', async () => {
  const one = await asked();
  const [first, second] = [await upload(one), await upload(one)];
  const answers = await Promise.all([give(one, first), give(one, second)]);
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  expect(await statesOf(one)).toEqual(['given']);
});

describe('what is no evidence is refused, and the request stands:', () => {
  test('no picture, a fourth one, and one that is sent twice', async () => {
    const one = await asked();
    const fileIds = [await upload(one), await upload(one), await upload(one), await upload(one)];
    expect(await give(one)).toMatchObject({
      code: 400,
      data: { fields: { fileIds: 'Please take a picture' } },
    });
    expect(await give(one, ...fileIds)).toMatchObject({
      code: 400,
      msg: 'Please send at most three pictures',
    });
    const [first] = fileIds;
    expect(await give(one, first!, first!)).toMatchObject({
      code: 400,
      msg: 'Please send each picture once',
    });
    expect(await statesOf(one)).toEqual(['asked']);
    const kept = await server.query('select 1 from stored_file where borrower_id = $1 and purpose = $2', [
      one.borrower.borrowerId,
      'evidence',
    ]);
    expect(kept).toEqual([]);
  });

  test.each<[string, (one: Applicant) => Promise<string>]>([
    ['a file that there is not', async () => 'A'.repeat(32)],
    ['what is the id of no file', async () => '../../etc/passwd'],
    ['a picture of another purpose', (one) => upload(one, 'avatar')],
  ])('%s', async (_what, fileOf) => {
    const one = await asked();
    expect(await give(one, await fileOf(one))).toMatchObject({
      code: 404,
      msg: 'We could not find this picture. Please take it again.',
    });
    expect(await statesOf(one)).toEqual(['asked']);
  });

  test('a picture that another borrower gave', async () => {
    const other = await asked();
    const fileId = await upload(other);
    await give(other, fileId);
    const one = await asked();
    expect(await give(one, fileId)).toMatchObject({ code: 404 });
  });

  test('pictures for the loan of another borrower', async () => {
    const one = await asked();
    const other = await applicant(server);
    const fileId = await upload(other);
    expect(await give({ ...other, orderId: one.orderId }, fileId)).toMatchObject({ code: 404 });
    expect(await statesOf(one)).toEqual(['asked']);
  });

  test('pictures that staff did not ask for', async () => {
    const one = await applicant(server);
    expect(await give(one, await upload(one))).toMatchObject({
      code: 409,
      data: { reason: 'evidence_not_asked' },
    });
  });
});

test('after 48 hours the application is back with staff, the borrower is told, and late pictures are refused', async () => {
  const one = await asked();
  server.clock.advance({ hours: 47, minutes: 59 });
  expect(await lapse()).toBe(0);
  expect((await homeOf(one)).evidence).toBeDefined();
  server.clock.advance({ minutes: 1 });
  const fileId = await upload(one);
  const over = { code: 409, data: { reason: 'evidence_over' } };
  expect(await give(one, fileId)).toMatchObject(over);
  expect(await homeOf(one)).not.toHaveProperty('evidence');
  expect(await lapse()).toBeGreaterThan(0);
  expect(await lapse()).toBe(0);
  expect(await give(one, fileId)).toMatchObject(over);
  expect(await waitsForBorrower(one)).toBe(false);
  expect(await statesOf(one)).toEqual(['lapsed']);
  expect(await reviewsOf(one)).toEqual([
    { outcome: 'ask_evidence', actor: 'staff:mary' },
    { outcome: 'evidence_lapsed', actor: 'deadline' },
  ]);
  const { items } = await one.borrower.ask('listMessages', { query: {} });
  expect(items[0]!.text).toBe(
    'The time to send pictures for your application for K300.00 is over. A person goes on with it and you will get an answer by SMS.',
  );
  expect(await timelineOf(one)).toContain('The time for pictures is over');
  expect(await decide(one, 'decline')).toMatchObject({ ok: true });
});

test.each(['approve', 'decline'] as const)('a request ends when staff %s meanwhile', async (outcome) => {
  const one = await asked();
  expect(await decide(one, outcome)).toMatchObject({ ok: true });
  expect(await statesOf(one)).toEqual(['ended']);
  expect(await homeOf(one)).not.toHaveProperty('evidence');
  expect(await give(one, await upload(one))).toMatchObject({ code: 409 });
  server.clock.advance({ hours: 49 });
  expect(await lapse()).toBe(0);
});

test('a second request takes the place of the first', async () => {
  const one = await asked();
  expect(await ask(one, 'mobile_money_statement')).toMatchObject({ ok: true });
  expect((await homeOf(one)).evidence).toMatchObject({ kind: 'mobile_money_statement' });
  expect(await statesOf(one)).toEqual(['ended', 'asked']);
});

test('a page that shows what was before the pictures came asks and decides nothing', async () => {
  const one = await asked();
  const [{ version }] = await server.query('select version from loan where loan_id = $1', [one.orderId]);
  const evidence = await readEvidence(server.db, one.borrower.borrowerId);
  const shown = { shown: { loanVersion: version, evidence, otherHolder: null } };
  await give(one, await upload(one));
  expect(await ask(one, 'payslip', shown)).toEqual({ ok: false, refusal: { kind: 'order_changed' } });
});

test('the database keeps one request at a time, and a request that is over does not open again', async () => {
  const one = await asked();
  await give(one, await upload(one));
  const again = server.query(
    `update evidence_request set state = 'asked', ended_at = null where loan_id = $1`,
    [one.orderId],
  );
  await expect(again).rejects.toThrow(/evidence_request_pictures/);
});
