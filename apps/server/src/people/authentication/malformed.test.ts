import type { CallName } from '@thumba/contract/calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type AuthenticationServer,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';

let server: AuthenticationServer;
let token: string;

beforeAll(async () => {
  server = await startAuthenticationServer();
  token = (await server.signIn(server.newMobile())).token;
});
afterAll(() => server.stop());

/** Values that an attacker may send for a field. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    '\u0000',
    '\ud800',
    '__proto__',
    "'; drop table session; --",
    1e308,
    -1,
    null,
    true,
  ),
  fc.constantFrom<unknown>(1, 2, 3, '0977123456', '1234', '123456/10/1', 'A'.repeat(32), '2000-01-01', 'F'),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 3 }),
);

const fieldsOf: Partial<Record<CallName, string[]>> = {
  mobileLogin: ['mobile', 'captcha', 'deviceType', 'deviceBrand', 'appChannelCode'],
  logout: ['everywhere'],
  addOrUpdateUserAuthInfo: ['cerCode', 'columns'],
  addOrUpdateUserOcrInfoV3: [
    'frontFileId',
    'backFileId',
    'confirm',
    'idNumber',
    'firstName',
    'lastName',
    'birthDate',
    'gender',
  ],
  uploadBase64: ['image', 'purpose'],
  questionnaireSubmit: ['questionnaireId', 'answers'],
};

test.each(Object.entries(fieldsOf))('%s takes whatever is sent without failing', async (name, fields) => {
  const body = fc.record(Object.fromEntries(fields.map((field) => [field, odd])), { requiredKeys: [] });
  const columns = fc.array(fc.record({ columnCode: odd, value: odd }), { maxLength: 4 });
  const form = fc.record({ cerCode: fc.constantFrom(2, 3), columns });
  const nearly = name === 'addOrUpdateUserAuthInfo' ? fc.oneof(body, form) : body;
  await fc.assert(
    fc.asyncProperty(fc.oneof(nearly, odd), async (sent) => {
      const answer = await server.call(name as CallName, { token, body: sent });
      expect(answer.status).toBeLessThan(500);
      expect([200, 400, 401, 404, 409]).toContain(answer.code);
      // A try that really ended the session has shown what it could; the next need another.
      if (name === 'logout' && answer.code === 200) {
        server.clock.advance({ minutes: 30 });
        token = (await server.signIn(server.newMobile())).token;
      }
    }),
    { numRuns: 150 },
  );
});
