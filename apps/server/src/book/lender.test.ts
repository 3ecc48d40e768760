import { expect, test } from 'vitest';
import { lenderOfConfig } from './lender.ts';
import { type Config, readConfig } from './settings/config.ts';

const lenderOf = (settings: Partial<Config>) => lenderOfConfig(settings as Config);

const airtel = { AIRTEL_PAY_MENU: '*115#', AIRTEL_PAY_MERCHANT: '778899' };
const everything = { ...airtel, PAY_MENU_REFERENCE: 'bill_number' } as const;

test('the menu of an operator is offered with all that is typed into it', () => {
  expect(lenderOf(everything).payMenus).toEqual([
    { operator: 'airtel', dial: '*115#', merchant: '778899', reference: 'bill_number' },
  ]);
});

test.each([
  ['nothing', {}],
  ['no reference', airtel],
  ['an empty reference', { ...airtel, PAY_MENU_REFERENCE: '' as const }],
  ['no merchant', { ...everything, AIRTEL_PAY_MERCHANT: undefined }],
  ['an empty code', { ...everything, AIRTEL_PAY_MENU: '' }],
])('no menu is offered where %s is set', (_, settings) => {
  expect(lenderOf(settings).payMenus).toEqual([]);
});

test('an empty WhatsApp number is none', () => {
  expect(lenderOf({ LENDER_WHATSAPP: '' }).whatsApp).toBeUndefined();
  expect(lenderOf({ LENDER_WHATSAPP: '260977123456' }).whatsApp).toBe('260977123456');
});

test('the years that the privacy policy names are those of the setting', () => {
  expect(lenderOf({ RETENTION_YEARS: 7 }).keptYears).toBe(7);
});

test('the credit bureau that the privacy policy names is that of the settings', () => {
  expect(lenderOf({ BUREAU_NAME: 'Bureau Ltd' }).creditBureau).toBeUndefined();
  const named = { BUREAU_URL: 'https://bureau.example', BUREAU_NAME: 'Bureau Ltd' };
  expect(lenderOf(named).creditBureau).toBe('Bureau Ltd');
  expect(lenderOf({ BUREAU_SIMULATED: true }).creditBureau).toBe('Demo Credit Bureau');
});

test('the agencies that the privacy policy names are those of the setting', () => {
  const { COLLECTION_AGENCIES } = readConfig({
    NODE_ENV: 'test',
    COLLECTION_AGENCIES: ' Collect Fair Ltd, ,Second Ltd',
  });
  expect(lenderOf({ COLLECTION_AGENCIES }).collectionAgencies).toEqual(['Collect Fair Ltd', 'Second Ltd']);
});

test('a demo with a history has an agency and a price of an SMS where its settings say nothing', () => {
  const read = (settings: Record<string, string>) => {
    const { COLLECTION_AGENCIES, SMS_PART_NGWEE } = readConfig({ NODE_ENV: 'test', ...settings });
    return { COLLECTION_AGENCIES, SMS_PART_NGWEE };
  };
  const history = { DEMO: 'true', DEMO_HISTORY: 'year' };
  const none = { COLLECTION_AGENCIES: [], SMS_PART_NGWEE: undefined };
  expect(read(history)).toEqual({
    COLLECTION_AGENCIES: ['Demo Collection Agency Ltd'],
    SMS_PART_NGWEE: 35,
  });
  expect(read({ DEMO: 'true' })).toEqual(none);
  expect(read({ ...history, DEMO: 'false', FACE_REQUIRED: 'true' })).toEqual(none);
  expect(read({ ...history, COLLECTION_AGENCIES: '', SMS_PART_NGWEE: '25' })).toEqual({
    COLLECTION_AGENCIES: [],
    SMS_PART_NGWEE: 25,
  });
});
