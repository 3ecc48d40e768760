import { day } from '@thumba/lending/day';
import { expect, test } from 'vitest';
import {
  confirmedIdentity,
  fieldsAsRead,
  fillFromCard,
  identityMessages,
  readFields,
} from './identity-form.ts';

const today = day('2026-11-21');
const whole = {
  frontFileId: 'front',
  backFileId: 'back',
  idNumber: '123456/10/1',
  firstName: ' Chanda ',
  lastName: 'Mwansabombwe',
  birthDate: '1994-2-28',
  gender: 'F',
};

test('a whole form has nothing wrong and is sent as the card says it', () => {
  expect(identityMessages(whole, today)).toEqual({});
  expect(confirmedIdentity(whole)).toEqual({
    ...whole,
    confirm: true,
    firstName: 'Chanda',
    birthDate: '1994-02-28',
  });
});

test('an empty form says of every field what is missing', () => {
  expect(Object.keys(identityMessages({}, today))).toEqual([
    'frontFileId',
    'backFileId',
    'idNumber',
    'firstName',
    'lastName',
    'birthDate',
    'gender',
  ]);
});

test('nobody is born today or later', () => {
  const message = { birthDate: 'Please enter your date of birth' };
  expect(identityMessages({ ...whole, birthDate: '2026-11-21' }, today)).toEqual(message);
  expect(identityMessages({ ...whole, birthDate: '2026-11-20' }, today)).toEqual({});
});

const reading = { confidence: 0, picture: 'unread', message: '' } as const;

test('what was read from the card fills empty fields only', () => {
  const found = readFields({ ...reading, idNumber: '123456/10/1', firstName: 'CHANDA', confidence: 0.8 });
  const filled = fillFromCard({ values: { firstName: 'Chanda', lastName: '' }, read: {} }, found, false);
  expect(filled.values).toMatchObject({ firstName: 'Chanda', lastName: '', idNumber: '123456/10/1' });
});

test('a reading that found nothing leaves the fields as an earlier one filled them', () => {
  const read = { idNumber: '123456/10/1', firstName: 'CHANDA' };
  const busy = readFields({ ...reading, picture: 'busy' });
  expect(fillFromCard({ values: { ...read, lastName: '' }, read }, busy, false)).toEqual({
    values: { ...read, lastName: '' },
    read,
  });
});

test('a further reading replaces what was read, and keeps what the borrower changed or emptied', () => {
  const before = { idNumber: '123456/10/1', firstName: 'CHANDA', lastName: 'MWALE', gender: 'F' };
  const typed = { ...before, firstName: 'Chanda', lastName: '' };
  const found = { idNumber: '654321/10/1', firstName: 'BWALYA', lastName: 'PHIRI' };
  const another = fillFromCard({ values: typed, read: before }, found, false);
  expect(another.values).toMatchObject({
    idNumber: '654321/10/1',
    firstName: 'Chanda',
    lastName: '',
    gender: '',
  });
  const shown = { ...another.values, frontFileId: 'front' };
  expect([...fieldsAsRead(shown, { read: another.read, frontFileId: 'front' })]).toEqual(['idNumber']);
  // With the back, the same front is read again.
  expect(fillFromCard({ values: typed, read: before }, found, true).values.gender).toBe('F');
  const third = fillFromCard(another, { lastName: 'PHIRI' }, true);
  expect(third.values).toMatchObject({ firstName: 'Chanda', lastName: '' });
});

test('a card that could not be read fills nothing', () => {
  expect(readFields(reading)).toEqual({});
});

test('a field is marked as read until another text is typed', () => {
  const read = { idNumber: '123456/10/1', firstName: 'CHANDA' };
  const values = { ...read, frontFileId: 'front', firstName: 'Chanda', lastName: 'MUSO' };
  expect([...fieldsAsRead(values, { read, frontFileId: 'front' })]).toEqual(['idNumber']);
});

test('no field is marked as read from the card while the picture of another front is shown', () => {
  const read = { idNumber: '123456/10/1', firstName: 'CHANDA' };
  expect(fieldsAsRead({ ...read, frontFileId: 'another' }, { read, frontFileId: 'front' }).size).toBe(0);
});
