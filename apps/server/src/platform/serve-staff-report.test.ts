import { STAFF_API_BASE, STAFF_HEADER, staffCalls } from '@thumba/contract/staff/calls';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { refused } from './reply.ts';
import { handlerOf, type StaffServer } from './serve-staff.ts';
import { serveStaffReport } from './serve-staff-report.ts';

const HOST = 'console.test';

/** What PostgreSQL answers where a statement took longer than it may. */
const TIME_IS_OVER = Object.assign(new Error('canceling statement due to statement timeout'), {
  code: '57014',
});

type Handler = Parameters<typeof serveStaffReport<'getFlows'>>[2];
type WhyTooLong = Parameters<typeof serveStaffReport<'getFlows'>>[3];

/** The answer of a report whose handler is given, and how many places were left before it began. */
async function answerOf(handler: Handler, whyTooLong?: WhyTooLong) {
  const app = fastify();
  let left = 0;
  app.decorateRequest('leavePlace', () => {
    left += 1;
  });
  const server: StaffServer = {
    app,
    consoleOrigin: `https://${HOST}`,
    authenticate: async () => ({
      ...{ staffId: 1, userName: 'mary', name: 'Mary', sessionId: '', roles: [] },
      permissions: [staffCalls.getFlows.access],
    }),
    findRecord: async () => undefined,
    isRelated: async () => false,
    writeAudit: async () => undefined,
    wasShown: async () => false,
    handlers: new Map(),
  };
  let leftBefore = 0;
  const seen: Handler = (input, caller) => {
    leftBefore = left;
    return handler(input, caller);
  };
  serveStaffReport(server, 'getFlows', seen, whyTooLong);
  const answer = await app.inject({
    url: `${STAFF_API_BASE}${staffCalls.getFlows.path}?period=month`,
    headers: { host: HOST, [STAFF_HEADER]: 'person' },
  });
  await app.close();
  const readPage = async () => {
    left = 0;
    try {
      return { page: await handlerOf(server, 'getFlows')({} as never, {} as never), left };
    } catch {
      return { page: 'failed', left };
    }
  };
  return { ...answer.json(), leftBefore, page: await readPage() };
}

test('a report leaves its place among the requests before it is read', async () => {
  const answer = await answerOf(async () => refused(409, 'read'));
  expect(answer).toMatchObject({ code: 409, msg: 'read', leftBefore: 1 });
});

test('a file of a list reads its pages without turns', async () => {
  const { page } = await answerOf(async () => refused(409, 'read'));
  expect(page).toMatchObject({ page: { code: 409, msg: 'read' }, left: 0 });
  const late = await answerOf(async () => Promise.reject(TIME_IS_OVER));
  expect(late.page).toMatchObject({ page: { data: { reason: 'takes_too_long' } }, left: 0 });
});

test('a report that the database gave up is a refusal in words', async () => {
  const handler: Handler = async () => Promise.reject(TIME_IS_OVER);
  expect(await answerOf(handler)).toMatchObject({ code: 409, data: { reason: 'takes_too_long' } });
  const msg = 'The figures of 12 November are still being counted.';
  const why = async () => refused(409, msg, { reason: 'still_counted' });
  expect(await answerOf(handler, why)).toMatchObject({ code: 409, msg });
});

test('another failure of a report stays a failure', async () => {
  const answer = await answerOf(
    async () => Promise.reject(new Error('broken')),
    async () => refused(409, 'not asked'),
  );
  expect(answer).not.toMatchObject({ code: 409 });
});
