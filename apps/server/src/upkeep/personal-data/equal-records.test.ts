import { afterAll, beforeAll, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import {
  type AppBorrower,
  apply,
  downloadRecord,
  giveContacts,
  giveIdentity,
  givePersonal,
  signIn,
  signUp,
  untilMessagesAreSent,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';

let server: AppServer;
let ordinary: Seen;
beforeAll(async () => {
  // As a lender has it: names in common are referred, and so is every first application.
  server = await startAppServer({ settings: { DEMO: 'false', UNCHECKED_IDENTITY_IS_VALID: 'false' } });
  ordinary = comparable(
    await everythingOf(await signUp(server, { ...BORN, lastName: 'Ordinary' })),
    'Ordinary',
  );
});
afterAll(() => server.stop());

type Seen = Record<string, unknown>;

async function download(borrower: AppBorrower): Promise<Seen> {
  const record = (await (await downloadRecord(server, borrower)).json()) as Seen & {
    securityEvents: { kind: string }[];
  };
  // Those of the download itself are written a moment later.
  const events = record.securityEvents.filter(({ kind }) => !kind.startsWith('step_up_'));
  return { ...record, securityEvents: events };
}

/** What a borrower who applied can read of it, in every answer and in the download. */
async function everythingOf(borrower: AppBorrower): Promise<Seen> {
  const { orderId } = await apply(borrower);
  await untilMessagesAreSent(server, borrower);
  await server.app.securityLog.flush();
  return {
    home: await borrower.ask('getMyLoanInfo', {}),
    order: await borrower.ask('queryLoanDetail', { params: { id: orderId } }),
    messages: await borrower.ask('listMessages', { query: {} }),
    wallet: await borrower.ask('getWallet', { query: {} }),
    deletion: await borrower.ask('getAccountDeletion', {}),
    sms: (await server.handset.phone(borrower.mobile)).messages.map(({ text }) => text),
    record: await download(borrower),
  };
}

/** The answers without what differs between any two borrowers: numbers, times, ids and codes. */
function comparable(seen: Seen, lastName: string): Seen {
  const text = JSON.stringify(seen)
    .replaceAll(lastName, 'name')
    .replaceAll(/data:image[^"]+/g, 'picture')
    .replaceAll(/("requestReference":)"[^"]+"/g, '$1"id"')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/"[A-Za-z0-9+/_-]{22,}={0,2}"/g, '"code"')
    .replaceAll(/\d+/g, '0');
  return JSON.parse(text);
}

const BORN = { birthDate: '1966-06-06' };

async function listed(): Promise<Seen> {
  const borrower = await signUp(server, { ...BORN, lastName: 'Listed' });
  await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at)
     select $1, 987654, '', 'open', now()`,
    [borrower.borrowerId],
  );
  const seen = await everythingOf(borrower);
  await server.query('delete from screening_hit where hit_id = 987654');
  return comparable(seen, 'Listed');
}

async function duplicate(): Promise<Seen> {
  await signUp(server, { ...BORN, lastName: 'Twice' });
  return comparable(await everythingOf(await signUp(server, { ...BORN, lastName: 'Twice' })), 'Twice');
}

async function sameCard(): Promise<Seen> {
  const idNumber = '555777/10/1';
  await signUp(server, { birthDate: '1971-01-01', lastName: 'Another', idNumber });
  const borrower = await signUp(server, { ...BORN, lastName: 'Shared', idNumber });
  return comparable(await everythingOf(borrower), 'Shared');
}

async function onSharedPhone(): Promise<Seen> {
  const secret = deviceSecretOf('one phone of five people');
  let borrower: AppBorrower | undefined;
  for (const lastName of ['Aone', 'Btwo', 'Cthree', 'Dfour', 'Phoned']) {
    borrower = await signIn(server, server.newMobile(), secret);
    await giveIdentity(borrower, { ...BORN, lastName });
    await givePersonal(borrower);
    await giveContacts(borrower);
  }
  return comparable(await everythingOf(borrower!), 'Phoned');
}

async function inAnotherName(): Promise<Seen> {
  const mobile = server.newMobile();
  await setHolder(server, mobile, 'Joseph', 'Zulu');
  return comparable(
    await everythingOf(await signUp(server, { ...BORN, mobile, lastName: 'Other' })),
    'Other',
  );
}

test.each([
  ['who may be on a list', listed, 'screening_to_check'],
  ['who may have another account', duplicate, 'duplicate_to_check'],
  ['whose number of a card another borrower has', sameCard, 'identity_to_check'],
  ['whose phone many accounts use', onSharedPhone, 'device_to_check'],
  ['whose account is in another name', inAnotherName, 'name_to_check'],
])(
  'a borrower %s reads and downloads the same as any other whom a person looks at',
  async (_who, seenOf, reason) => {
    const seen = await seenOf();
    const found = 'select reasons from loan_decision order by loan_id desc limit 1';
    expect((await server.query(found))[0].reasons).toContain(reason);
    expect(seen).toEqual(ordinary);
  },
);
