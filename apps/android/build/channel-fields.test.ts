import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/project.mjs';
import { channelFieldsOf } from './channel-fields.ts';

const [, ...fields] = channelFieldsOf(8, 'ab'.repeat(32)).map((line) => line.trim().split(/ {2,}/));

test('the build prints the version code and the SHA-256 in lines of their own', () => {
  expect(fields.map(([, value]) => value)).toEqual(['8', 'ab'.repeat(32)]);
});

test('the fields have the names that they have in the console and in its preview', () => {
  const dialog = readFileSync(join(root, 'apps/console/src/features/channels/channel-dialog.tsx'), 'utf8');
  const rows = readFileSync(join(root, 'apps/server/src/contact/channel/staff-channels.ts'), 'utf8');
  for (const [name] of fields) {
    expect(dialog).toContain(`label="${name}"`);
    expect(rows).toContain(`'${name}'`);
  }
});
