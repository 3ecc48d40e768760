import { newKeys } from './key-settings.ts';

/** Settings with which production starts. */
export const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://thumba@127.0.0.1/thumba',
  PUBLIC_URL: 'https://loans.example',
  ...newKeys(),
  MTN_BASE_URL: 'https://mtn.example',
  MTN_API_USER: 'a user',
  MTN_API_KEY: 'a key',
  MTN_COLLECTION_KEY: 'a key',
  MTN_DISBURSEMENT_KEY: 'a key',
  AIRTEL_BASE_URL: 'https://airtel.example',
  AIRTEL_CLIENT_ID: 'a client',
  AIRTEL_CLIENT_SECRET: 'a secret',
  AIRTEL_PIN: '1234',
  AFRICAS_TALKING_USERNAME: 'lender',
  AFRICAS_TALKING_API_KEY: 'a key',
  LENDER_NAME: 'A Lender',
  LENDER_LICENCE: 'Licence 1',
  LENDER_PHONE: '0211 000 000',
  LENDER_HOURS: 'Monday to Friday 08:00–17:00',
  SECURITY_CONTACT: 'mailto:security@lender.example',
};
