import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { applicant } from '../../credit/application/review.test-support.ts';
import { command } from '../terminal/commands/review.ts';
import { deskBeside } from '../terminal/staff-desk.test-support.ts';
import {
  ask,
  closeReviews,
  decide,
  enter,
  holdLoan,
  openFor,
  send,
  shownOn,
  untilConnectionCloses,
} from './review-page.test-support.ts';
import { REVIEW_MS } from './review-server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());
afterEach(closeReviews);

describe('the page of an application', () => {
  test('shows what the rules found, what was entered and the pictures, and records the look once', async () => {
    const one = await applicant(server);
    const review = await openFor(server, one.orderId);
    const { page, headers } = await enter(review);
    const shown = await ask(page, { headers });
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'referrer-policy': 'same-origin' },
    });
    expect(String(shown.headers['content-security-policy'])).toMatch(
      /^default-src 'none';.* frame-ancestors 'none'$/,
    );
    for (const sentence of ['Chipo Lungu', 'The income is below what is approved by itself', 'K300.00'])
      expect(shown.body).toContain(sentence);
    expect(shown.body).not.toContain('<script');
    const [source] = /picture\/[^"]+/.exec(shown.body)!;
    const front = await ask(page + source, { headers });
    expect(front).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      },
    });
    expect(front.body.startsWith('\u00ff\u00d8')).toBe(true);
    await ask(page + source, { headers });
    await ask(page, { headers });
    const other = await applicant(server);
    const [{ front_file_id: otherFile }] = await server.query(
      'select front_file_id from borrower_identity where borrower_id = $1',
      [other.borrower.borrowerId],
    );
    for (const unknown of [otherFile, '__proto__', ''])
      expect((await ask(`${page}picture/${unknown}`, { headers })).status).toBe(404);
    const looks = await server.query(
      'select looked_by, reason, subject from staff_look where borrower_id = $1 order by look_id',
      [one.borrower.borrowerId],
    );
    const look = { looked_by: 'staff:mary', reason: `review of order ${one.orderId}` };
    expect(looks).toEqual([
      { ...look, subject: 'application' },
      { ...look, subject: 'nrc_front' },
    ]);
  });

  test('shows what a borrower wrote as text', async () => {
    const one = await applicant(server);
    await server.query(`update loan_decision set inputs = $2 where loan_id = $1`, [
      one.orderId,
      JSON.stringify({ '<b>x</b>': '<img src=x>' }),
    ]);
    const { page, headers } = await enter(await openFor(server, one.orderId));
    const { body } = await ask(page, { headers });
    expect(body).not.toMatch(/<b>x|<img src=x>/i);
  });
});

describe('a decision on the page', () => {
  test('approves, ends the review, and is not taken a second time', async () => {
    const one = await applicant(server);
    const review = await openFor(server, one.orderId);
    const { page, headers } = await enter(review);
    const fields = { outcome: 'approve', note: 'payslip seen' };
    const shown = shownOn((await ask(page, { headers })).body);
    const sent = { ...fields, shown };
    const answers = await Promise.all([send(page, headers, sent), send(page, headers, sent)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await review.ended).toBe(`Order ${one.orderId} is approved: K300.00 is on its way.`);
    expect((await decide(page, headers, fields)).status).toBe(409);
    expect(
      await server.query('select outcome, actor from application_review where loan_id = $1', [one.orderId]),
    ).toEqual([{ outcome: 'approve', actor: 'staff:mary' }]);
  });

  test('declines with a reason from the list, and with no other', async () => {
    const one = await applicant(server);
    const { page, headers } = await enter(await openFor(server, one.orderId));
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
    const one = await applicant(server);
    const first = await enter(await openFor(server, one.orderId));
    const fields = { outcome: 'send_back', picture: 'identity', note: 'the number is not sharp' };
    expect((await decide(first.page, first.headers, fields)).status).toBe(200);
    expect((await one.borrower.ask('getMyLoanInfo', {})).pictureAgain).toBe('identity');
    const next = await enter(await openFor(server, one.orderId));
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
    const one = await applicant(server);
    const { page, headers } = await enter(await openFor(server, one.orderId));
    expect(await decide(page, headers, fields as Record<string, string>)).toMatchObject({ status });
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
    expect((await ask(page, { headers })).status).toBe(200);
  });

  test('that is being written when the review ends is waited for, and told as done', async () => {
    const one = await applicant(server);
    const review = await openFor(server, one.orderId);
    const { page, headers } = await enter(review);
    const shown = shownOn((await ask(page, { headers })).body);
    const held = await holdLoan(server, one.orderId);
    const sent = send(page, headers, { outcome: 'approve', note: 'payslip seen', shown });
    await held.untilDecisionWaits();
    const closed = review.close();
    await held.letGo();
    expect(await review.ended).toBe(`Order ${one.orderId} is approved: K300.00 is on its way.`);
    await Promise.allSettled([sent, closed]);
  });

  test('ends the review also where the browser went away before it was written', async () => {
    const one = await applicant(server);
    const review = await openFor(server, one.orderId);
    const { page, headers } = await enter(review);
    const shown = shownOn((await ask(page, { headers })).body);
    const held = await holdLoan(server, one.orderId);
    const leaving = new AbortController();
    const answerCloses = untilConnectionCloses('/decision');
    const fields = { outcome: 'approve', note: 'payslip seen', shown };
    const sent = send(page, headers, fields, leaving.signal);
    await held.untilDecisionWaits();
    leaving.abort();
    await expect(sent).rejects.toThrow();
    await answerCloses;
    await held.letGo();
    expect(await review.ended).toBe(`Order ${one.orderId} is approved: K300.00 is on its way.`);
  });

  test('that another person took meanwhile is said', async () => {
    const one = await applicant(server);
    const [mine, theirs] = [
      await enter(await openFor(server, one.orderId)),
      await enter(await openFor(server, one.orderId)),
    ];
    await decide(theirs.page, theirs.headers, { outcome: 'decline', reasonCode: 'other', note: 'seen' });
    const late = await decide(mine.page, mine.headers, { outcome: 'approve', note: 'payslip seen' });
    expect(late).toMatchObject({ status: 409, body: expect.stringContaining('waits no longer') });
    expect(await server.query('select from payment_attempt where loan_id = $1', [one.orderId])).toEqual([]);
  });
});

test('the command lists the applications that wait, those for which a borrower has to send pictures last', async () => {
  const [first, second] = [await applicant(server), await applicant(server)];
  const { page, headers } = await enter(await openFor(server, first.orderId));
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
    const review = await openFor(server, (await applicant(server)).orderId);
    const { origin, pathname } = new URL(review.address);
    const [, place] = pathname.split('/');
    expect((await ask(`${origin}/`)).status).toBe(404);
    expect((await ask(`${origin}/${'x'.repeat(43)}/`)).status).toBe(404);
    expect((await ask(`${origin}/${place}/`)).status).toBe(403);
    expect((await ask(`${origin}/${place}/${'x'.repeat(43)}`)).status).toBe(403);
    for (const method of ['HEAD', 'OPTIONS', 'POST'])
      expect((await ask(review.address, { method })).headers).not.toHaveProperty('set-cookie');
    const { page, headers } = await enter(review);
    const second = await ask(review.address);
    expect(second).toMatchObject({ status: 403, body: expect.stringContaining('open in another browser') });
    expect(second.headers).not.toHaveProperty('set-cookie');
    expect((await ask(page, { headers: { cookie: `review=${'x'.repeat(43)}` } })).status).toBe(403);
    expect((await ask(review.address, { headers })).status).toBe(303);
  });

  test('under another name, also with the cookie', async () => {
    const { page, headers } = await enter(await openFor(server, (await applicant(server)).orderId));
    for (const host of ['thumba.example', `localhost:${new URL(page).port}`]) {
      const answered = await ask(page, { headers: { ...headers, host } });
      expect(answered.status).toBe(421);
      expect(answered.body).not.toContain('Chipo');
    }
  });

  test('to a form of another page', async () => {
    const one = await applicant(server);
    const { page, headers } = await enter(await openFor(server, one.orderId));
    const body = 'outcome=approve&note=payslip+seen';
    for (const origin of ['http://127.0.0.1:1', 'null', undefined]) {
      const asked = { ...headers, ...(origin === undefined ? {} : { origin }) };
      expect((await ask(`${page}decision`, { method: 'POST', headers: asked, body })).status).toBe(403);
    }
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
  });

  test('after ten minutes, which end the review without a decision', async () => {
    const one = await applicant(server);
    const review = await openFor(server, one.orderId);
    const { page, headers } = await enter(review);
    server.clock.advance({ minutes: REVIEW_MS / 60_000 });
    expect((await ask(`${page}picture/front`, { headers })).status).toBe(410);
    expect((await decide(page, headers, { outcome: 'approve', note: 'seen' })).status).toBe(410);
    expect(await review.ended).toBeUndefined();
    expect((await one.borrower.ask('getMyLoanInfo', {})).userStatus).toBe(2);
  });
});
