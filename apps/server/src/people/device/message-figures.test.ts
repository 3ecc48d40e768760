import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallServer, startCallServer } from '../../../test/call-server.ts';
import { registerConsentRoutes } from '../consent/routes.ts';
import { type Kind, received, signInBorrower } from './device-borrower.test-support.ts';
import { REPORTS_PER_HOUR } from './device-data.ts';
import { registerDeviceRoutes } from './routes.ts';

/* Figures that the Android wrapper read from SMS on the phone. The clock of the server stands in November 2026. */

let server: CallServer;
let readsMessages = true;
beforeAll(async () => {
  const messageSenders = () => (readsMessages ? ['MTN MoMo'] : null);
  server = await startCallServer({
    register: (wire, parts) => {
      registerConsentRoutes(wire, { ...parts, messageSenders, sendsPush: true });
      registerDeviceRoutes(wire, { ...parts, messageSenders });
    },
  });
});
afterAll(() => server.stop());

const today = () => new Date(server.clock.nowMs() + 2 * 60 * 60 * 1000);
/** A day in Lusaka, counted from today. */
const dayAt = (offset: number) =>
  new Date(today().getTime() + offset * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
const figures = (more: object = {}) => ({
  windowDays: 90,
  readCount: 3,
  receivedCount: 1,
  receivedNgwee: 234_500,
  spentCount: 2,
  firstOn: dayAt(-60),
  lastOn: dayAt(-1),
  ...more,
});
const NO_MOVEMENT = { receivedCount: 0, receivedNgwee: 0, spentCount: 0, firstOn: null, lastOn: null };
const borrower = (consents: Kind[] = ['messages']) => signInBorrower(server, consents);
const PLACE = 'money_message_figures.figures_sealed';

test('figures of the phone are kept as the figures of SMS are, and the next ones take their place', async () => {
  const { figures: tell, messages, opened } = await borrower();
  expect(await tell(figures())).toEqual({ status: 200, code: 200, msg: 'OK', data: null });
  const { readCount: _, ...kept } = figures();
  expect(await opened(PLACE)).toEqual([kept]);
  expect(await messages([received()])).toMatchObject({ code: 200 });
  expect(await opened(PLACE)).toMatchObject([{ receivedNgwee: 50_000 }]);
  expect(await tell(figures({ ...NO_MOVEMENT, texts: ['You have received K5'] }))).toMatchObject({
    code: 200,
  });
  expect(await opened(PLACE)).toEqual([{ windowDays: 90, ...NO_MOVEMENT }]);
});

test('figures need the consent for SMS and a lender that reads them', async () => {
  const { figures: tell, rows } = await borrower(['device', 'location']);
  expect(await tell('of no form')).toMatchObject({ code: 501, data: { reason: 'consent_missing' } });
  expect(await tell(figures())).toMatchObject({ code: 501, data: { reason: 'consent_missing' } });
  const allowed = await borrower();
  readsMessages = false;
  expect(await allowed.figures(figures())).toMatchObject({
    code: 501,
    data: { reason: 'messages_not_read' },
  });
  readsMessages = true;
  expect(await rows('money_message_figures')).toEqual([]);
  expect(await allowed.rows('money_message_figures')).toEqual([]);
});

test('figures of another borrower are not found', async () => {
  const other = await borrower();
  const { figures: tell } = await borrower();
  expect(await tell(figures(), other.id)).toMatchObject({ code: 404 });
  expect(await other.rows('money_message_figures')).toEqual([]);
});

test('figures that come too often have to wait until the next hour', async () => {
  const { figures: tell } = await borrower();
  await Promise.all(Array.from({ length: REPORTS_PER_HOUR }, () => tell(figures())));
  expect(await tell(figures())).toMatchObject({ code: 429 });
});

test.each([
  ['of 91 days ago', { firstOn: -91 }],
  ['of tomorrow by the clock of the phone', { lastOn: 1 }],
  ['of one day alone', { firstOn: -5, lastOn: -5 }],
])(
  'days %s are kept',
  async (_what, { firstOn = -60, lastOn = -1 }: { firstOn?: number; lastOn?: number }) => {
    const { figures: tell } = await borrower();
    expect(await tell(figures({ firstOn: dayAt(firstOn), lastOn: dayAt(lastOn) }))).toMatchObject({
      code: 200,
    });
  },
);

test.each([
  ['of 92 days ago', { firstOn: -92 }],
  ['of the day after tomorrow', { lastOn: 2 }],
])(
  'days %s are refused',
  async (_what, { firstOn = -60, lastOn = -1 }: { firstOn?: number; lastOn?: number }) => {
    const { figures: tell, rows } = await borrower();
    expect(await tell(figures({ firstOn: dayAt(firstOn), lastOn: dayAt(lastOn) }))).toMatchObject({
      code: 400,
      msg: 'These SMS are not of the last 90 days',
      data: { reason: 'days' },
    });
    expect(await rows('money_message_figures')).toEqual([]);
  },
);

test.each([
  ['another window', { windowDays: 30 }],
  ['a count below zero', { readCount: -1 }],
  ['a count of more than ten thousand', { readCount: 10_001 }],
  ['half an SMS', { spentCount: 1.5 }],
  ['a count in words', { receivedCount: '1' }],
  ['more movements than SMS', { readCount: 2 }],
  ['a sum below zero', { receivedNgwee: -1 }],
  ['a sum of ten billion kwacha', { receivedNgwee: 1_000_000_000_000 }],
  ['a sum in parts of a ngwee', { receivedNgwee: 0.5 }],
  ['a sum without an SMS that money came in', { receivedCount: 0 }],
  ['a day that does not exist', { firstOn: '2026-09-31' }],
  ['an instant for a day', { lastOn: '2026-11-01T00:00:00Z' }],
  ['the last day before the first', { firstOn: '2026-11-02', lastOn: '2026-11-01' }],
  ['movements without days', { firstOn: null, lastOn: null }],
  ['movements without a last day', { lastOn: null }],
  ['days without movements', { receivedCount: 0, receivedNgwee: 0, spentCount: 0 }],
  ['a missing count', { readCount: undefined }],
])('figures with %s are refused', async (_what, wrong) => {
  const { figures: tell, rows } = await borrower();
  expect(await tell(figures(wrong))).toMatchObject({ status: 200, code: 400 });
  expect(await rows('money_message_figures')).toEqual([]);
});
