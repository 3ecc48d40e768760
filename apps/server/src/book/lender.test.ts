import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lenderOfConfig } from './lender.ts';
import { readConfig } from './settings/config.ts';

test('the years that the privacy policy names are those of the setting', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-lender-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = readConfig({ DATA_DIR: folder, RETENTION_YEARS: '7' });
  expect(lenderOfConfig(config).keptYears).toBe(7);
});
