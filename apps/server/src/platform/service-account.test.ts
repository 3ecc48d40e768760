import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { serviceAccountOf } from './service-account.ts';

const pem = (privateKey: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
  privateKey.export({ type: 'pkcs8', format: 'pem' });

const file = {
  type: 'service_account',
  project_id: 'lender-example',
  private_key_id: '9f3a0c5d',
  private_key: pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
  client_email: 'notifications@lender-example.iam.gserviceaccount.com',
  client_id: '1',
  token_uri: 'https://oauth2.googleapis.com/token',
};

test('the file of a service account is read', () => {
  expect(serviceAccountOf(JSON.stringify(file), 'FCM_SERVICE_ACCOUNT')).toMatchObject({
    projectId: 'lender-example',
    clientEmail: file.client_email,
    privateKeyId: '9f3a0c5d',
    tokenUrl: 'https://oauth2.googleapis.com/token',
  });
});

test.each([
  ['/run/secrets/firebase.json', 'is not the JSON file of a service account.'],
  ['{}', 'type is missing or wrong'],
  [JSON.stringify({ ...file, type: 'authorized_user' }), 'type is missing or wrong'],
  [JSON.stringify({ ...file, project_id: '../elsewhere' }), 'project_id is missing or wrong'],
  [JSON.stringify({ ...file, token_uri: 'file:///etc/passwd' }), 'token_uri is missing or wrong'],
  [JSON.stringify({ ...file, private_key: 'secret text' }), 'has a private_key that is no RSA key.'],
  [
    JSON.stringify({ ...file, private_key: pem(generateKeyPairSync('ed25519').privateKey) }),
    'has a private_key that is no RSA key.',
  ],
])('what is no such file is refused without repeating it: %#', (json, message) => {
  expect(() => serviceAccountOf(json, 'FCM_SERVICE_ACCOUNT')).toThrow(message);
  expect(() => serviceAccountOf(json, 'FCM_SERVICE_ACCOUNT')).not.toThrow(/secret|passwd|elsewhere/);
});
