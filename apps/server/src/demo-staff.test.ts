import { ROLES } from '@thumba/contract/staff/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../test/app-server.ts';
import { newStaffClient } from '../test/staff-client.ts';
import { demoStaff, hireDemoStaff, listDemoStaff } from './demo-staff.ts';
import { systemRandomness } from './platform/randomness.ts';

const PASSWORD = 'maize copper lake forty';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const partsOf = () => ({ ...server, random: systemRandomness });

test('a demo has a person of staff in each role, and a second start hires no one', async () => {
  const hired = await hireDemoStaff(partsOf(), PASSWORD);
  expect(hired!.size).toBe(demoStaff.length);
  const people = await listDemoStaff(server);
  expect(people.map(({ userName }) => userName)).toEqual(demoStaff.map(({ userName }) => userName));
  expect(new Set(demoStaff.map(({ role }) => role))).toEqual(new Set(ROLES));
  expect(await hireDemoStaff(partsOf(), PASSWORD)).toBeUndefined();
});

test('each role of the demo was asked for, approved by another person and given', async () => {
  const requests = await server.query(
    `select state, made_by <> checked_by as is_by_two, count(*)::integer as count
     from staff_request where kind = 'role_grant' group by 1, 2`,
  );
  // The first administrator has the role from the terminal.
  expect(requests).toEqual([{ state: 'done', is_by_two: true, count: demoStaff.length - 1 }]);
});

test.each(demoStaff)(
  '$userName of the demo signs in with the password and the code that is shown',
  async (person) => {
    const { userName, name, role } = person;
    const client = newStaffClient(server);
    expect((await client.call('staffPassword', { body: { userName, password: PASSWORD } })).code).toBe(200);
    const { code } = (await listDemoStaff(server)).find((one) => one.userName === userName)!;
    const { data } = await client.call('staffCode', { body: { code } });
    expect(data.person).toMatchObject({ userName, name, roles: [role] });
  },
);
