import { afterAll, beforeAll, expect, test } from 'vitest';
import { toDate } from '../../platform/clock.ts';
import {
  type AuthenticationServer,
  identity,
  startAuthenticationServer,
} from './authentication-server.test-support.ts';
import { readPictureForStaff, readStaffLooks } from './staff-looks.ts';

let server: AuthenticationServer;
beforeAll(async () => {
  server = await startAuthenticationServer();
});
afterAll(() => server.stop());

async function borrowerWithCard(idNumber: string): Promise<{ borrowerId: number; fileId: string }> {
  const { token, id } = await server.signIn(server.newMobile());
  const fileId = await server.uploadCard();
  expect(await server.identify(token, { ...identity(idNumber), frontFileId: fileId })).toMatchObject({
    code: 200,
  });
  return { borrowerId: id, fileId };
}

const look = (fileId: string, reason = 'The number differs') =>
  readPictureForStaff(server, { fileId, staffName: 'mary', reason, now: toDate(server.clock.nowMs()) });

test('a look at a picture shows it, and is kept with who, why, when, whose and what', async () => {
  const { borrowerId, fileId } = await borrowerWithCard('310001/10/1');
  const picture = await look(fileId);
  expect(picture.ok && picture.value.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  expect(await readStaffLooks(server.db, borrowerId)).toEqual([
    {
      lookId: expect.any(Number),
      lookedAt: toDate(server.clock.nowMs()),
      lookedBy: 'staff:mary',
      reason: 'The number differs',
      borrowerId,
      subject: 'nrc_front',
    },
  ]);
  await borrowerWithCard('310002/10/1').then((other) => look(other.fileId));
  expect(await readStaffLooks(server.db, borrowerId)).toHaveLength(1);
  expect((await readStaffLooks(server.db, null)).length).toBeGreaterThan(1);
});

test('a picture is not shown without a reason, and one that no borrower has is not shown at all', async () => {
  const { borrowerId, fileId } = await borrowerWithCard('310003/10/1');
  expect(await look(fileId, '  ')).toEqual({ ok: false, refusal: { kind: 'reason_needed' } });
  for (const unknown of [await server.uploadCard(), 'x'.repeat(32)])
    expect(await look(unknown)).toEqual({ ok: false, refusal: { kind: 'no_such_picture' } });
  expect(await readStaffLooks(server.db, borrowerId)).toEqual([]);
});

test('a look is kept also where the picture then cannot be read, and no look is changed or removed', async () => {
  const { borrowerId, fileId } = await borrowerWithCard('310004/10/1');
  await server.files.remove(fileId);
  await expect(look(fileId)).rejects.toThrow('has a row and no file');
  expect(await readStaffLooks(server.db, borrowerId)).toHaveLength(1);
  for (const change of [`update staff_look set reason = 'other'`, 'delete from staff_look']) {
    await expect(server.owner.pool.query(change)).rejects.toThrow('append-only');
    await expect(server.db.pool.query(change)).rejects.toThrow(/permission denied/);
  }
});
