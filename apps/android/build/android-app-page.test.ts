import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { consentWordings } from '../../server/src/people/consent/consent-wordings.ts';
import { appUpdateWords } from '../../web/src/words/app-update.ts';
import { settingsWords } from '../../web/src/words/settings.ts';
import { androidFolder } from './folders.ts';
import { permissionsOf } from './manifest.ts';
import { checkedSettings } from './settings.ts';

const page = readFileSync(join(root, 'docs/android-app.md'), 'utf8');
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.slice(2, -2).split(' | '));
const demo = JSON.parse(readFileSync(join(androidFolder, 'lender.json'), 'utf8'));
const { settings } = checkedSettings({ ...demo, readsMessages: true });
if (settings === undefined) throw new Error('The settings of this test are not complete.');

const rowOf = (permission: string) => rows.find(([names = '']) => names.includes(`\`${permission}\``)) ?? [];
const permissionNames = (flavour: 'store' | 'direct') =>
  permissionsOf(settings, flavour).map((name) => name.replace('android.permission.', ''));

test('the page says of each permission in which flavour it is', () => {
  const inStore = permissionNames('store');
  for (const permission of permissionNames('direct')) {
    const [, flavour = ''] = rowOf(permission);
    expect(flavour, permission).toContain(inStore.includes(permission) ? 'both' : '`direct`');
  }
});

test.each([
  ['ACCESS_COARSE_LOCATION', consentWordings.location.at(-1)],
  ['READ_SMS', consentWordings.messages.at(-1)],
  ['CAMERA', consentWordings.face.at(-1)],
  ['CAMERA', settingsWords.permissions.names.camera],
  ['READ_CALENDAR', settingsWords.permissions.names.calendar],
  ['REQUEST_INSTALL_PACKAGES', appUpdateWords.title],
])('the page gives the words that the borrower reads for %s', (permission, words) => {
  expect(rowOf(permission).at(-1)).toContain(`“${words}”`);
});

test('the page describes every field of the settings file', () => {
  const described = rows.map(([names = '']) => names).join();
  const fields = Object.keys({ ...settings, google: {} }).filter((field) => field !== 'colours');
  for (const field of fields) expect(described).toMatch(new RegExp(`\`${field}(\\.clientId)?\``));
  for (const colour of Object.keys(settings.colours)) expect(described).toContain(`\`colours.${colour}\``);
});
