import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { day } from '@thumba/lending/day';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, apply, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { openCatalogue } from '../../book/catalogue/catalogue.ts';
import { openFiles } from '../../people/authentication/file-rows.ts';
import { filesFolder } from '../../platform/files.ts';
import { systemRandomness } from '../../platform/randomness.ts';
import { folderStorage } from '../../platform/storage.ts';
import { command } from '../terminal/commands/review.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import { reviewDesk } from './review-desk.ts';
import { type OpenReview, openReview, REVIEW_MS } from './review-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const opened: OpenReview[] = [];
afterEach(async () => {
  for (const review of opened.splice(0)) await review.close();
});

type Answered = { status: number; headers: Record<string, unknown>; body: string };
type Asked = { method?: string; headers?: Record<string, string>; body?: string };

/** One request as it stands, with any Host header, without following a redirect. */
function ask(address: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (piece) => (text += piece));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: text }),
      );
    });
    asked.on('error', reject).end(body);
  });
}

type Applicant = { borrower: AppBorrower; orderId: number };

async function applicant(): Promise<Applicant> {
  const borrower = await signUp(server, { monthlyIncome: 1500 });
  return { borrower, orderId: (await apply(borrower, { amount: 300 })).orderId };
}

async function openFor(orderId: number): Promise<OpenReview> {
  const deps = {
    db: server.db,
    clock: server.clock,
    sealing: server.sealing,
    line: server.app.line,
    operators: { mtn: {} as never },
    today: () => day(server.today()),
    newAttemptId: () => randomUUID(),
    catalogue: await openCatalogue(server.db, server.clock),
    files: openFiles(server.db, server.sealing, folderStorage(filesFolder(server.dataDir))),
    random: systemRandomness,
    staffName: 'mary',
  };
  const review = await openReview(reviewDesk(deps, orderId));
  opened.push(review);
  return review;
}

/** The first browser exchanges the token: the address of the page, and its cookie. */
async function enter(review: OpenReview): Promise<{ page: string; headers: { cookie: string } }> {
  const exchanged = await ask(review.address);
  expect(exchanged.status).toBe(303);
  const [cookie] = exchanged.headers['set-cookie'] as string[];
  expect(cookie).toMatch(/^review=[\w-]{43}; Path=\/[\w-]{43}\/; HttpOnly; SameSite=Strict$/);
  const page = new URL(String(exchanged.headers.location), review.address).href;
  return { page, headers: { cookie: cookie!.split(';')[0]! } };
}

const decide = (page: string, headers: { cookie: string }, fields: Record<string, string>) =>
  ask(`${page}decision`, {
    method: 'POST',
    headers: {
      ...headers,
      origin: new URL(page).origin,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

describe('the page of an application', () => {
  test('shows what the rules found, what was entered and the pictures, and records the look once', async () => {
    const one = await applicant();
    const review = await openFor(one.orderId);
    const { page, headers } = await enter(review);
    const shown = await ask(page, { headers });
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
    });
    expect(String(shown.headers['content-security-policy'])).toMatch(/^default-src 'none';/);
    for (const sentence of ['Chipo Lungu', 'The income is below what is approved by itself', 'K300.00'])
      expect(shown.body).toContain(sentence);
    expect(shown.body).not.toContain('<script');
    const front = await ask(`${page}picture/front`, { headers });
    expect(front).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
    expect(front.body.startsWith('\u00ff\u00d8')).toBe(true);
    await ask(`${page}picture/front`, { headers });
    expect((await ask(`${page}picture/face`, { headers })).status).toBe(404);
    expect((await ask(`${page}picture/__proto__`, { headers })).status).toBe(404);
    const looks = await server.query(
      'select looked_by, reason, subject from staff_look where borrower_id = $1',
      [one.borrower.borrowerId],
    );
    expect(looks).toEqual([
      { looked_by: 'staff:mary', reason: `review of order ${one.orderId}`, subject: 'nrc_front' },
    ]);
  });

  test('shows what a borrower wrote as text', async () => {
    const one = await applicant();
    await server.query(`update loan_decision set inputs = $2 where loan_id = $1`, [
      one.orderId,
      JSON.stringify({ '<b>x</b>': '<img src=x>' }),
    ]);
    const { page, headers } = await enter(await openFor(one.orderId));
    const { body } = await ask(page, { headers });
    expect(body).not.toMatch(/<b>x|<img src=x>/i);
  });
});

describe('a decision on the page', () => {
  test('approves, ends the review, and is not taken a second time', async () => {
    const one = await applicant();
    const review = await openFor(one.orderId);
    const { page, headers } = await enter(review);
    const fields = { outcome: 'approve', note: 'payslip seen' };
    const answers = await Promise.all([decide(page, headers, fields), decide(page, headers, fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await review.ended).toBe(`Order ${one.orderId} is approved: K300.00 is on its way.`);
    expect((await decide(page, headers, fields)).status).toBe(409);
    expect(
      await server.query('select outcome, actor from application_review where loan_id = $1', [one.orderId]),
    ).toEqual([{ outcome: 'approve', actor: 'staff:mary' }]);
  });

  test('declines with a reason from the list, and with no other', async () => {
    const one = await applicant();
    const { page, headers } = await enter(await openFor(one.orderId));
    const note = 'called twice';
    const wrong = await decide(page, headers, { outcome: 'decline', reasonCode: 'constructor', note });
    expect(wrong).toMatchObject({ status: 409, body: expect.stringContaining('There is no such reason') });
    expect(
      await decide(page, headers, { outcome: 'decline', reasonCode: 'not_reached', note }),
    ).toMatchObject({
      status: 200,
    });
    expect((await one.borrower.ask('getMyLoanInfo', {})).rejectedReasons).toEqual([
      'We could not reach you by phone.',
    ]);
  });

  test('sends back, and the next page shows it with the note', async () => {
    const one = await applicant();
    const first = await enter(await openFor(one.orderId));
    const fields = { outcome: 'send_back', picture: 'identity', note: 'the number is not sharp' };
    expect((await decide(first.page, first.headers, fields)).status).toBe(200);
    expect((await one.borrower.ask('getMyLoanInfo', {})).pictureAgain).toBe('identity');
    const next = await enter(await openFor(one.orderId));
    const { body } = await ask(next.page, { headers: next.headers });
    expect(body).toContain(
      'staff:mary: sent back for the pictures of the identity card: the number is not sharp',
    );
  });

  test.each([
    ['without a note', { outcome: 'approve', note: ' ' }, 409],
    ['of no kind', { outcome: 'cancel', note: 'a note' }, 409],
    ['for a picture of no kind', { outcome: 'send_back', picture: 'avatar', note: 'a note' }, 409],
    ['that is too long', { outcome: 'approve', note: 'x'.repeat(5000) }, 413],
  ])('%s changes nothing, and another one can follow', async (_what, fields, status) => {
    const one = await applicant();
    const { page, headers } = await enter(await openFor(one.orderId));
    expect(await decide(page, headers, fields as Record<string, string>)).toMatchObject({ status });
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
    expect((await ask(page, { headers })).status).toBe(200);
  });

  test('that another person took meanwhile is said', async () => {
    const one = await applicant();
    const [mine, theirs] = [await enter(await openFor(one.orderId)), await enter(await openFor(one.orderId))];
    await decide(theirs.page, theirs.headers, { outcome: 'decline', reasonCode: 'other', note: 'seen' });
    const late = await decide(mine.page, mine.headers, { outcome: 'approve', note: 'payslip seen' });
    expect(late).toMatchObject({ status: 409, body: expect.stringContaining('waits no longer') });
    expect(await server.query('select from payment_attempt where loan_id = $1', [one.orderId])).toEqual([]);
  });
});

test('the command lists what waits, and last what waits for the borrower', async () => {
  const [first, second] = [await applicant(), await applicant()];
  const { page, headers } = await enter(await openFor(first.orderId));
  const fields = { outcome: 'send_back', picture: 'face', note: 'the eyes are closed' };
  expect(await decide(page, headers, fields)).toMatchObject({ status: 200 });
  const { lines } = await command.atDesk(await deskBeside(server), []);
  const orders = lines.map((line) => line.split(' ')[0]);
  expect(orders.indexOf(String(first.orderId))).toBeGreaterThan(orders.indexOf(String(second.orderId)));
  expect(lines.find((line) => line.startsWith(`${first.orderId} `))).toContain('the borrower (face)');
  expect(lines.find((line) => line.startsWith(`${second.orderId} `))).toMatch(/ us .*income_to_check$/);
  expect(await command.atDesk(await deskBeside(server), ['first'])).toMatchObject({ done: false });
});

describe('the page is refused', () => {
  test('without the token, with another one, and in a second browser', async () => {
    const review = await openFor((await applicant()).orderId);
    const { origin, pathname } = new URL(review.address);
    const [, place] = pathname.split('/');
    expect((await ask(`${origin}/`)).status).toBe(404);
    expect((await ask(`${origin}/${'x'.repeat(43)}/`)).status).toBe(404);
    expect((await ask(`${origin}/${place}/`)).status).toBe(403);
    expect((await ask(`${origin}/${place}/${'x'.repeat(43)}`)).status).toBe(403);
    const { page, headers } = await enter(review);
    const second = await ask(review.address);
    expect(second).toMatchObject({ status: 403, body: expect.stringContaining('open in another browser') });
    expect(second.headers).not.toHaveProperty('set-cookie');
    expect((await ask(page, { headers: { cookie: `review=${'x'.repeat(43)}` } })).status).toBe(403);
    expect((await ask(review.address, { headers })).status).toBe(303);
  });

  test('under another name, also with the cookie', async () => {
    const { page, headers } = await enter(await openFor((await applicant()).orderId));
    for (const host of ['thumba.example', `localhost:${new URL(page).port}`]) {
      const answered = await ask(page, { headers: { ...headers, host } });
      expect(answered.status).toBe(421);
      expect(answered.body).not.toContain('Chipo');
    }
  });

  test('to a form of another page', async () => {
    const one = await applicant();
    const { page, headers } = await enter(await openFor(one.orderId));
    const body = 'outcome=approve&note=payslip+seen';
    for (const origin of ['http://127.0.0.1:1', 'null', undefined]) {
      const asked = { ...headers, ...(origin === undefined ? {} : { origin }) };
      expect((await ask(`${page}decision`, { method: 'POST', headers: asked, body })).status).toBe(403);
    }
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
  });

  test('after ten minutes, which end the review without a decision', async () => {
    const one = await applicant();
    const review = await openFor(one.orderId);
    const { page, headers } = await enter(review);
    server.clock.advance({ minutes: REVIEW_MS / 60_000 });
    expect((await ask(`${page}picture/front`, { headers })).status).toBe(410);
    expect((await decide(page, headers, { outcome: 'approve', note: 'seen' })).status).toBe(410);
    expect(await review.ended).toBeUndefined();
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
  });
});
