import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setHolder } from '../../../test/account-holder.ts';
import {
  type AppBorrower,
  addAccount,
  apply,
  borrow,
  type Details,
  downloadRecord,
  giveIdentity,
  settle,
  signIn,
  signUp,
  untilMessagesAreSent,
} from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { deviceSecretOf } from '../../../test/call-server.ts';
import { giveContacts } from '../../demo/borrower-steps.ts';
import { command as duplicates } from '../../staff/terminal/commands/duplicates.ts';
import { deskBeside } from '../../staff/terminal/staff-desk.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const reasonsOf = async (of: AppServer, { borrowerId }: AppBorrower): Promise<string[]> =>
  (
    await of.query('select reasons from loan_decision where borrower_id = $1 order by loan_id desc limit 1', [
      borrowerId,
    ])
  )[0].reasons;

async function download(borrower: AppBorrower): Promise<Record<string, Record<string, unknown>[]>> {
  return (await (await downloadRecord(server, borrower)).json()) as Record<string, Record<string, unknown>[]>;
}

async function signUpAt(
  operator: 'mtn' | 'airtel',
  holder: [string, string] | undefined,
  details: Details = {},
) {
  const mobile = server.newMobile(operator);
  if (holder) await setHolder(server, mobile, ...holder);
  return signUp(server, { mobile, firstName: 'Mutale', lastName: 'Chanda Phiri', ...details });
}

describe.each(['mtn', 'airtel'] as const)('the name that %s has for the account', (operator) => {
  test('refers an application where it is another one, in words that say nothing', async () => {
    const borrower = await signUpAt(operator, ['Joseph', 'Zulu']);
    await apply(borrower);
    expect(await reasonsOf(server, borrower)).toEqual(['name_to_check']);
    const home = await borrower.ask('getMyLoanInfo', {});
    expect(JSON.stringify(home)).not.toMatch(/Joseph|Zulu/);
  });

  test.each([
    ['the same in another order and spelling', ['Firi', 'Mtale']],
    ['similar', ['M.', 'Phiri']],
    ['not told', undefined],
  ] as [string, [string, string] | undefined][])('is no matter where it is %s', async (_what, holder) => {
    const borrower = await signUpAt(operator, holder);
    await borrow(borrower);
    expect(await reasonsOf(server, borrower)).toEqual([]);
  });
});

describe('an account that was added', () => {
  test('is asked for its holder at once, and its name is kept sealed', async () => {
    const borrower = await signUpAt('mtn', undefined);
    const mobile = server.newMobile('airtel');
    await setHolder(server, mobile, 'Joseph', 'Zulu');
    const { repayAccountId } = await addAccount(server, borrower, { mobile });
    const [row] = await server.query(
      'select holder_name_sealed, holder_asked_at from repay_account where borrower_id = $1 and account_id = $2',
      [borrower.borrowerId, repayAccountId],
    );
    const place = { borrower_id: borrower.borrowerId, account_id: repayAccountId };
    expect(server.sealing.open('repay_account.holder_name_sealed', place, row.holder_name_sealed)).toBe(
      'Joseph Zulu',
    );
    server.clock.advance({ hours: 24 });
    expect(JSON.stringify(await download(borrower))).not.toContain('Joseph');
  });

  test('on which the borrower was paid is not compared again', async () => {
    const borrower = await signUpAt('mtn', undefined);
    const orderId = await borrow(borrower, { amount: 200 });
    await settle(server, borrower, orderId);
    await setHolder(server, borrower.mobile, 'Joseph', 'Zulu');
    await server.query('update repay_account set holder_asked_at = null where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    server.clock.advance({ seconds: 1 });
    await borrow(borrower, { amount: 200 });
    expect(await reasonsOf(server, borrower)).toEqual([]);
  });
});

/** The texts of an answer without numbers, times and names, which differ between any two borrowers. */
function shapeOf(value: unknown, borrower: AppBorrower): string {
  const names = new RegExp(`Listed|Ordinary|${borrower.mobile.slice(1)}`, 'g');
  return JSON.stringify(value)
    .replaceAll(names, 'name')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/"[A-Za-z0-9+/_-]{22,}={0,2}"/g, '"code"')
    .replaceAll(/data:image[^"]+/g, 'picture')
    .replaceAll(/\d+/g, '0');
}

test('a borrower with a hit reads, gets and downloads the same as one whom a person looks at for another reason', async () => {
  const listed = await signUp(server, { firstName: 'Namwinga', lastName: 'Listed', birthDate: '1966-06-06' });
  const ordinary = await signUp(server, {
    firstName: 'Namwinga',
    lastName: 'Ordinary',
    birthDate: '1966-06-06',
  });
  await server.query(
    `insert into screening_hit (borrower_id, hit_id, finding_sealed, state, found_at)
     select $1, 987654, '', 'open', now()`,
    [listed.borrowerId],
  );
  const told: string[][] = [];
  for (const borrower of [listed, ordinary]) {
    // The other one has a different name at the operator.
    if (borrower === ordinary) {
      await setHolder(server, borrower.mobile, 'Joseph', 'Zulu');
      await server.query('update repay_account set holder_asked_at = null where borrower_id = $1', [
        borrower.borrowerId,
      ]);
    }
    const { orderId } = await apply(borrower);
    await untilMessagesAreSent(server, borrower);
    const { decisions, history, messages, payments } = await download(borrower);
    await untilMessagesAreSent(server, borrower);
    const answers = [
      await borrower.ask('getMyLoanInfo', {}),
      await borrower.ask('queryLoanDetail', { params: { id: orderId } }),
      await borrower.ask('listMessages', { query: {} }),
      (await server.handset.phone(borrower.mobile)).messages.map(({ text }) => text),
      { decisions, history, messages, payments },
    ];
    told.push(answers.map((answer) => shapeOf(answer, borrower)));
  }
  expect(await reasonsOf(server, listed)).toEqual(['screening_to_check']);
  expect(await reasonsOf(server, ordinary)).toEqual(['name_to_check']);
  expect(told[0]).toEqual(told[1]);
  expect(told[0]!.join()).not.toMatch(/screening|hasScreeningHit|operatorName|name_to_check/);
  await server.query('delete from screening_hit where hit_id = 987654');
});

async function sharedBy(first: AppBorrower, other: AppBorrower): Promise<string> {
  const { lines } = await duplicates.atDesk(await deskBeside(server), [String(first.borrowerId)]);
  return lines.find((line) => line.includes(` ${other.borrowerId} `)) ?? '';
}

describe('borrowers who may be one person', () => {
  test('are listed with what they have in common, and refer the application outside a demo', async () => {
    const lender = await startAppServer({
      settings: { DEMO: 'false', UNCHECKED_IDENTITY_IS_VALID: 'false' },
    });
    const names = { firstName: 'Mwila', lastName: 'Sampa', birthDate: '1988-08-08' };
    const first = await signUp(lender, { ...names, idNumber: '555111/10/1' });
    const again = await signUp(lender, { ...names, firstName: 'Mwila Grace', idNumber: '555222/10/1' });
    const other = await signUp(lender, { ...names, birthDate: '1989-08-08', idNumber: '555333/10/1' });
    await apply(again);
    await apply(other);
    expect(await reasonsOf(lender, again)).toContain('duplicate_to_check');
    expect(await reasonsOf(lender, other)).not.toContain('duplicate_to_check');
    const desk = await deskBeside(lender);
    const { lines } = await duplicates.atDesk(desk, [String(first.borrowerId)]);
    expect(lines).toContain(
      `Borrowers ${first.borrowerId} and ${again.borrowerId} have in common: the name and the birth date.`,
    );
    expect((await duplicates.atDesk(desk, [again.mobile])).lines.join()).toContain(String(first.borrowerId));
    expect((await duplicates.atDesk(desk, ['987654'])).lines).toEqual([
      'No borrowers have something in common.',
    ]);
    await lender.stop();
  });

  test('are listed in a demo too, which refers none of them: its few faces and names are used by many', async () => {
    const names = { firstName: 'Mwila', lastName: 'Sampa', birthDate: '1988-08-08' };
    const [first, again] = [await signUp(server, names), await signUp(server, names)];
    await server.query(
      `insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at, last_found_at)
       values ($1, $2, 'face', 0.9, now(), now())`,
      [again.borrowerId, first.borrowerId],
    );
    await apply(again);
    expect(await reasonsOf(server, again)).not.toContain('duplicate_to_check');
    expect(await sharedBy(first, again)).toContain('a face, the name and the birth date.');
  });

  test('are listed with the phone and the emergency contacts that they share', async () => {
    const contacts = ['0977444001', '0977444002'] as const;
    const borrowers: AppBorrower[] = [];
    for (const name of ['Kunda', 'Phiri']) {
      const borrower = await signIn(server, undefined, deviceSecretOf('one phone'));
      await giveIdentity(borrower, { firstName: name, lastName: `Of ${name}` });
      await giveContacts(borrower, contacts);
      borrowers.push(borrower);
    }
    const [first, again] = borrowers as [AppBorrower, AppBorrower];
    expect(await sharedBy(first, again)).toMatch(/have in common: an emergency contact, a phone\.$/);
    expect(await sharedBy(first, await signUp(server))).toBe('');
  });

  test('have nothing in common any more once one of them confirmed another identity', async () => {
    const names = { firstName: 'Kabwe', lastName: 'Sinkala', birthDate: '1977-07-08' };
    const [first, again] = [await signUp(server, names), await signUp(server, names)];
    expect(await sharedBy(first, again)).toContain('the name and the birth date');
    server.clock.advance({ seconds: 1 });
    await giveIdentity(again, { ...names, lastName: 'Otherwise' });
    expect(await sharedBy(first, again)).not.toContain('the name and the birth date');
  });
});
