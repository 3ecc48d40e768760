import { expect, onTestFinished, test, vi } from 'vitest';
import { borrow, giveIdentity, givePersonal, PATIENCE, signIn } from '../../../test/app-borrower.ts';
import { startAppServer } from '../../../test/app-server.ts';
import { giveContacts } from '../../demo/borrower-steps.ts';

test('emergency contacts get no message about a loan that is late', async () => {
  const server = await startAppServer();
  onTestFinished(() => server.stop());
  const contacts = [server.newMobile('mtn'), server.newMobile('airtel')] as const;
  const borrower = await signIn(server);
  await giveIdentity(borrower);
  await givePersonal(borrower);
  await giveContacts(borrower, contacts);
  await borrow(borrower);
  await server.passDays(45);
  await vi.waitFor(async () => {
    const [{ waiting }] = await server.query(
      'select count(*) as waiting from message where sent_at is null and dropped_at is null',
    );
    expect(waiting).toBe(0);
  }, PATIENCE);
  const textsOn = async (mobile: string) => (await server.handset.phone(mobile)).messages;
  expect((await textsOn(borrower.mobile)).filter(({ text }) => text.includes('was due on'))).not.toEqual([]);
  for (const contact of contacts) expect(await textsOn(contact)).toEqual([]);
});
