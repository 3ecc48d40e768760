import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppBorrower, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, newStaffClient, openOffice, type StaffMember } from '../../../test/staff-client.ts';

let server: AppServer;
let first: StaffMember;
let officer: StaffMember;
let borrower: AppBorrower;
beforeAll(async () => {
  server = await startAppServer();
  const office = await openOffice(server);
  first = office.first;
  officer = await hire(
    server,
    { maker: office.first, checker: office.second },
    { userName: 'natasha', roles: ['support'] },
  );
  borrower = await signUp(server, { firstName: 'Mutinta', lastName: 'Hamoonga' });
});
afterAll(() => server.stop());

test('a person of staff finds a borrower by a name, and the audit has the look without the name', async () => {
  const { client } = officer;
  const found = await client.call('findBorrowers', { body: { text: 'hamoonga', page: 1, pageSize: 20 } });
  expect(found).toMatchObject({
    code: 200,
    data: {
      total: 1,
      isMore: false,
      items: [
        {
          borrowerId: borrower.borrowerId,
          foundBy: [{ kind: 'name', number: null }],
          maskedName: 'M**** H****',
          openLoan: null,
        },
      ],
    },
  });
  const entries = await server.query(`select * from staff_audit where call = 'findBorrowers'`);
  expect(entries).toMatchObject([{ actor: 'staff:natasha', outcome: 'shown' }]);
  expect(JSON.stringify(entries).toLowerCase()).not.toContain('hamoonga');
  expect(server.logLines.join('\n').toLowerCase()).not.toContain('hamoonga');
});

test('a text that names nothing is refused with a sentence', async () => {
  for (const [text, reason] of [
    ['b', 'search_too_short'],
    ['x'.repeat(10_000), 'search_too_long'],
  ] as const) {
    const refused = await officer.client.call('findBorrowers', { body: { text, page: 1, pageSize: 20 } });
    expect(refused).toMatchObject({ code: 400, reason });
    expect(refused.msg).toMatch(/^Type at (least|most) /);
  }
});

test('a person without the permission, and a person who is not signed in, find nothing', async () => {
  const body = { text: 'hamoonga', page: 1, pageSize: 20 };
  expect(await first.client.call('findBorrowers', { body })).toMatchObject({
    code: 403,
    reason: 'not_permitted',
  });
  expect(await newStaffClient(server).call('findBorrowers', { body })).toMatchObject({ code: 401 });
});
