import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from './config.ts';
import { production } from './production.test-support.ts';

const account = {
  type: 'service_account',
  project_id: 'lender-example',
  private_key_id: '9f3a0c5d',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  }),
  client_email: 'notifications@lender-example.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
};

test('the service account of Firebase is read from the file that the setting names, and unset there is none', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'thumba-firebase-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'firebase.json');
  await writeFile(file, JSON.stringify(account, null, 2));
  const config = readConfig({ ...production, FCM_SERVICE_ACCOUNT_FILE: file });
  expect(config.serviceAccount).toMatchObject({ projectId: 'lender-example', privateKeyId: '9f3a0c5d' });
  expect(config.FCM_URL).toBe('https://fcm.googleapis.com');
  expect(readConfig(production).serviceAccount).toBeNull();
});

test('a server does not start with a service account that cannot be used', () => {
  const startWith = (json: string) => () => readConfig({ ...production, FCM_SERVICE_ACCOUNT: json });
  expect(startWith('/run/secrets/firebase.json')).toThrow('FCM_SERVICE_ACCOUNT is not the JSON file');
  const spokenTo = { ...account, token_uri: 'http://oauth2.example/token' };
  expect(startWith(JSON.stringify(spokenTo))).toThrow('whose token_uri begins with https://');
});
