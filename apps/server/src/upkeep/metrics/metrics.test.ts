import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerPrompt,
  apply,
  borrow,
  signUp,
  submitPayment,
  waitForPayment,
  waitForPending,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { refusingBaseUrl } from '../../money/payment/operators/stub-operator.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

async function metricsOf(of: AppServer = server): Promise<{ status: number; type: string; text: string }> {
  const response = await fetch(`${of.url}/metrics`);
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

/** The value of one series, or undefined when there is none. */
function figureOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('shows the memory of the process', async () => {
  const { status, type, text } = await metricsOf();
  expect(status).toBe(200);
  expect(type).toContain('text/plain');
  expect(figureOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
});

test('counts calls by route and status, not by the ids in their path', async () => {
  const borrower = await signUp(server);
  const known = await borrow(borrower);
  await borrower.call('queryRepaymentPlan', { params: { id: known } });
  for (const id of [1, 2, 3]) await borrower.call('queryRepaymentPlan', { params: { id } });
  const { text } = await metricsOf();
  const count = (code: number) =>
    figureOf(
      text,
      `thumba_request_seconds_count{route="/api/api/v3/order/queryLoanDetail/:id",code="${code}"}`,
    );
  expect([count(200), count(404)]).toEqual([1, 3]);
});

test('counts pages, files and unknown paths in one series, so that requests cannot create more', async () => {
  for (const path of ['/home', '/x/y', '/nothing.js', '/api/nothing/1', '/api/nothing/2']) {
    await fetch(server.url + path, { headers: { accept: 'text/html' } });
  }
  const { text } = await metricsOf();
  expect(text).not.toContain('nothing');
  expect(figureOf(text, 'thumba_request_seconds_count{route="other",code="404"}')).toBeGreaterThan(0);
});

test('counts open payments by state at each request', async () => {
  const borrower = await signUp(server);
  const paymentId = await submitPayment(borrower, await borrow(borrower));
  await waitForPending(server, paymentId);
  await server.query(`update payment_attempt set state = 'unknown' where attempt_id = $1`, [paymentId]);
  const series = 'thumba_open_payment_attempts{state="unknown"}';
  expect(figureOf((await metricsOf()).text, series)).toBe(1);
  await answerPrompt(server, borrower, 'refuse');
  await server.sendCallback('mtn', { externalId: paymentId, status: 'FAILED' });
  await waitForPayment(borrower, paymentId, 'refuse');
  expect(figureOf((await metricsOf()).text, series)).toBeUndefined();
});

test('shows how many loans the posting line decides at once', async () => {
  // No payment ends at an operator that cannot be reached, so the line decides only what the test posts.
  const own = await startAppServer({ settings: { MTN_BASE_URL: await refusingBaseUrl() } });
  const borrower = await signUp(own);
  const { orderId } = await apply(borrower);
  const decided = async () => figureOf((await metricsOf(own)).text, 'thumba_posting_batch_size_sum');
  const before = (await decided()) ?? 0;
  const { borrowerId } = borrower;
  const decide = () => ({ ok: true, unchanged: true, answer: null }) as const;
  await own.app.line.post({ borrowerId, loanId: orderId, actor: 'staff:mary', decide });
  expect(await decided()).toBe(before + 1);
  await own.stop();
});

test('contains no name and no mobile number', async () => {
  const borrower = await signUp(server);
  await apply(borrower);
  const { text } = await metricsOf();
  for (const secret of [borrower.mobile, borrower.mobile.slice(1), 'Chipo', 'Lungu']) {
    expect(text).not.toContain(secret);
  }
});

test('answers 404 to those whom the setting does not name', async () => {
  const withoutMetrics = await startAppServer({ settings: { METRICS_FOR: 'none' } });
  expect(await metricsOf(withoutMetrics)).toMatchObject({ status: 404 });
  await withoutMetrics.stop();
});

test('shows the last ended day', async () => {
  const own = await startAppServer();
  await own.passDays(3);
  const { text } = await metricsOf(own);
  await own.stop();
  expect(figureOf(text, 'thumba_last_ended_day_timestamp_seconds')).toBe(Date.parse('2026-11-24') / 1000);
});
