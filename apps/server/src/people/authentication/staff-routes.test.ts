import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type AppBorrower, apply, borrow, PATIENCE, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { maskIdNumber } from '../../platform/sealing.ts';
import { importPeople } from '../../staff/terminal/imported-list.test-support.ts';
import { keepReading } from '../card/card-readings.ts';

let server: AppServer;
let taonga: StaffMember;
let monde: StaffMember;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  taonga = await hire(server, { maker, checker }, { userName: 'taonga', roles: ['support'] });
  monde = await hire(server, { maker, checker }, { userName: 'monde', roles: ['compliance'] });
});
afterAll(() => server.stop());

const of = ({ borrowerId }: AppBorrower) => ({ params: { borrowerId } });

async function identityOf(borrower: AppBorrower) {
  const [{ data: page }, { data: full }] = await Promise.all([
    taonga.client.call('getBorrower', of(borrower)),
    taonga.client.call('unmaskBorrower', of(borrower)),
  ]);
  return {
    firstName: full.firstName!,
    lastName: full.lastName!,
    idNumber: full.idNumber!,
    birthDate: full.birthDate!,
    confirmedAt: page.identityConfirmedAt!,
  };
}

async function correct(borrower: AppBorrower, changed: Record<string, unknown>) {
  server.clock.advance({ seconds: 1 });
  const body = { ...(await identityOf(borrower)), reason: 'a wrong letter, seen on the card', ...changed };
  return taonga.client.call('correctIdentity', { ...of(borrower), body });
}

describe('the identity of a borrower', () => {
  test('is corrected, told to the borrower in words, and noted with the reason', async () => {
    const borrower = await signUp(server, { firstName: 'Mutale', lastName: 'Phri' });
    expect(await correct(borrower, { lastName: 'Phiri' })).toMatchObject({ code: 200 });
    expect(await identityOf(borrower)).toMatchObject({ firstName: 'Mutale', lastName: 'Phiri' });
    await vi.waitFor(async () => {
      const { messages } = await server.handset.phone(borrower.mobile);
      expect(messages.map(({ text }) => text).join()).toContain(
        'We corrected your name, birth date or identity number in your account.',
      );
    }, PATIENCE);
    const { data } = await taonga.client.call('listBorrowerNotes', of(borrower));
    expect(data.items).toMatchObject([
      {
        text: 'The identity was corrected: a wrong letter, seen on the card (before: Mutale Phri)',
        by: 'Person taonga',
      },
    ]);
    const events = await taonga.client.call('listBorrowerEvents', of(borrower));
    expect(events.data.items).toContainEqual(
      expect.objectContaining({ kind: 'identity_confirmed', by: 'Person taonga' }),
    );
  });

  test('that is corrected is compared with the lists and other borrowers again', async () => {
    await importPeople(server, 'pep', 'P1,Wezi Nyirongo,1980-05-06');
    const other = await signUp(server);
    const { idNumber } = await identityOf(other);
    const borrower = await signUp(server, { firstName: 'Wezi', lastName: 'Zimba', birthDate: '1980-05-06' });
    const { idNumber: earlierNumber } = await identityOf(borrower);
    await correct(borrower, { lastName: 'Nyirongo', idNumber });
    const notes = await taonga.client.call('listBorrowerNotes', of(borrower));
    expect(notes.data.items[0]!.text).toContain(`(before: Wezi Zimba, NRC ${maskIdNumber(earlierNumber)})`);
    const { data } = await monde.client.call('listCases', { query: {} });
    expect(data.items.map(({ borrowerId }) => borrowerId)).toContain(borrower.borrowerId);
    await apply(borrower, { amount: 300 });
    const [decision] = await server.query('select reasons from loan_decision where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    expect(decision.reasons).toEqual(expect.arrayContaining(['screening_to_check', 'identity_to_check']));
  });

  test('is not corrected against what was read on the card', async () => {
    const borrower = await signUp(server, { firstName: 'Mutale', lastName: 'Phiri' });
    const [{ front_file_id: frontFileId, back_file_id: backFileId }] = await server.query(
      'select front_file_id, back_file_id from borrower_identity where borrower_id = $1',
      [borrower.borrowerId],
    );
    const field = (text: string) => ({ text, confidence: 1 });
    const fields = { firstName: field('MUTALE'), lastName: field('PHIRI') };
    await keepReading(
      { db: server.db, sealing: server.sealing },
      { borrowerId: borrower.borrowerId, frontFileId, backFileId },
      { fields } as never,
      new Date(server.clock.nowMs()),
    );
    expect(await correct(borrower, { lastName: 'Banda' })).toMatchObject({
      code: 409,
      reason: 'card_differs',
      msg: expect.stringContaining('the name'),
    });
    expect(await identityOf(borrower)).toMatchObject({ lastName: 'Phiri' });
  });

  test('is not corrected while a loan rests on it, or where it changed since it was looked at', async () => {
    const borrower = await signUp(server);
    expect(
      await correct(borrower, { confirmedAt: '2026-01-01T00:00:00.000Z', lastName: 'Banda' }),
    ).toMatchObject({
      code: 409,
      reason: 'moved_on',
    });
    expect(await correct(borrower, {})).toMatchObject({ code: 400, reason: 'nothing_changed' });
    expect(await correct(borrower, { birthDate: '2999-01-01' })).toMatchObject({ code: 400 });
    await borrow(borrower);
    expect(await correct(borrower, { lastName: 'Banda' })).toMatchObject({ code: 409, reason: 'loan_open' });
  });

  test('is not corrected by a person without the permission', async () => {
    const borrower = await signUp(server);
    const body = { ...(await identityOf(borrower)), lastName: 'Banda', reason: 'because' };
    expect(await monde.client.call('correctIdentity', { ...of(borrower), body })).toMatchObject({
      code: 403,
      reason: 'not_permitted',
    });
  });
});

test('a borrower may apply without a picture of the face, once, with a note', async () => {
  const borrower = await signUp(server);
  await server.query('delete from face_check where borrower_id = $1', [borrower.borrowerId]);
  const allow = () =>
    taonga.client.call('allowWithoutFace', { ...of(borrower), body: { reason: 'the camera is broken' } });
  expect(await allow()).toMatchObject({ code: 200 });
  expect(await allow()).toMatchObject({ code: 409, reason: 'checked_already' });
  const { data } = await taonga.client.call('listBorrowerNotes', of(borrower));
  expect(data.items).toMatchObject([
    { text: 'May apply without a picture of the face: the camera is broken' },
  ]);
});
