import { userInfo } from 'node:os';
import { expect, test } from 'vitest';
import { staffNameOf } from './staff-name.ts';

const { username, uid } = userInfo();
const bySudo = { SUDO_USER: 'mutale', SUDO_UID: String(uid + 1) };

test('a command that a person runs by sudo on the own PostgreSQL of the program has the name of the person', () => {
  expect(staffNameOf(bySudo)).toBe('mutale');
});

test.each([
  ['nobody ran sudo', {}],
  ['the database is elsewhere', { ...bySudo, DATABASE_URL: 'postgres://thumba@127.0.0.1/thumba' }],
  ['sudo changed no user', { ...bySudo, SUDO_UID: String(uid) }],
  ['the number of the user is missing', { SUDO_USER: 'mutale' }],
  ['the number of the user is none', { ...bySudo, SUDO_UID: 'x' }],
  ['the name is empty', { ...bySudo, SUDO_USER: '' }],
  ['the name is no name of a user', { ...bySudo, SUDO_USER: 'mutale\nstaff:mary' }],
])('a command has the name of the user of the machine where %s', (_what, variables) => {
  expect(staffNameOf(variables)).toBe(username);
});
