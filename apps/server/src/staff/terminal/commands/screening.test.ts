import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { USER_STATUS } from '@thumba/contract/codes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type AppBorrower,
  addAccount,
  apply,
  borrow,
  earnCredit,
  giveIdentity,
  PATIENCE,
  pay,
  signUp,
  wishOf,
} from '../../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../../test/app-server.ts';
import { sampleUnList } from '../../../people/screening/lists.test-support.ts';
import { fileOfList, importPeople, importText } from '../imported-list.test-support.ts';
import { deskBeside, runOf } from '../staff-desk.test-support.ts';
import { command as blocked } from './blocked.ts';
import { command as decide } from './decide.ts';
import { runScreening, command as screening } from './screening.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const run = (command: typeof screening, ...words: string[]) => runOf(server, command, ...words);

let lastSuspect = 0;
const borrowerNames = new Map<AppBorrower, string>();

/** A borrower whom the list of exposed persons has, by name and birth date. */
async function suspect(): Promise<{ borrower: AppBorrower; hitId: string; line: string }> {
  const lastName = ['Nyirongo', 'Muzyamba', 'Sichone', 'Kaluba', 'Zimba', 'Mwenya', 'Hachipuka'][
    lastSuspect++
  ]!;
  const borrower = await signUp(server, { firstName: 'Wezi', lastName, birthDate: '1980-05-06' });
  borrowerNames.set(borrower, lastName);
  await importPeople(server, 'pep', `P${lastSuspect},Wezi ${lastName},1980-05-06`);
  return { borrower, ...(await hitOf(borrower)) };
}

async function hitOf({ borrowerId }: AppBorrower): Promise<{ hitId: string; line: string }> {
  const { text } = await run(screening, 'hits');
  const line = text.split('\n').find((one) => one.includes(`borrower ${borrowerId} `)) ?? '';
  return { hitId: line.split(':')[0]!, line };
}

const payoutsOf = ({ borrowerId }: AppBorrower) =>
  server.query('select state, held_reason from payment_attempt where borrower_id = $1 order by created_at', [
    borrowerId,
  ]);
const reasonsOf = async ({ borrowerId }: AppBorrower) =>
  (
    await server.query(
      'select reasons from loan_decision where borrower_id = $1 order by loan_id desc limit 1',
      [borrowerId],
    )
  )[0]?.reasons;

describe('a list', () => {
  test('is imported, compared with the book, and replaced by the next one', async () => {
    const borrower = await signUp(server, {
      firstName: 'Muhammad',
      lastName: 'Invented',
      birthDate: '1971-02-03',
    });
    const unList = sampleUnList([
      { reference: 'INi.001', names: ['MOHAMED', 'INVENTED'], birth: { date: '1971-02-03' } },
      { reference: 'INi.002', names: ['SIBESO', 'MWANGELWA'] },
    ]);
    expect((await importText(server, 'un', unList)).text).toMatch(
      /^The United Nations' list has 2 people now\.\n\d+ borrowers were compared\. 1 hits wait for a person\.$/,
    );
    const { line } = await hitOf(borrower);
    expect(line).toContain('may be MOHAMED INVENTED (INi.001)');
    expect(line).toContain('distance 0.03, birth date agrees');
    const next = sampleUnList(
      [{ reference: 'INi.002', names: ['SIBESO', 'MWANGELWA'] }],
      '2026-11-22T08:00:00Z',
    );
    await importText(server, 'un', next);
    expect((await hitOf(borrower)).line).toBe('');
    expect((await run(screening)).text).toContain("The United Nations' list: 1 people");
    expect((await importText(server, 'un', next)).text).toMatch(
      /^This file is the list that is in use already\.\n0 bor/,
    );
  });

  test('that is older than the one in use is declined, until the word for it is added', async () => {
    const madeAt = (instant: string) =>
      sampleUnList([{ reference: instant, names: ['SIBESO', 'MWANGELWA'] }], instant);
    await importText(server, 'un', madeAt('2026-11-24T08:00:00Z'));
    const old = madeAt('2026-11-23T23:00:00-05:00');
    const { done, text } = await importText(server, 'un', old);
    expect({ done, text }).toEqual({
      done: false,
      text: expect.stringContaining('is older than the list that is in use'),
    });
    const next = madeAt('2026-11-24T09:00:00Z');
    await importText(server, 'un', next);
    await importPeople(server, 'pep', 'P1,Sibeso Mwangelwa,');
    await importPeople(server, 'pep', 'P2,Sibeso Mwangelwa,');
    expect((await importPeople(server, 'pep', 'P1,Sibeso Mwangelwa,')).done).toBe(false);
    const file = fileOfList(server, 'un');
    await writeFile(file, old);
    expect((await run(screening, 'import', 'un', file, 'anyway')).done).toBe(false);
    expect((await run(screening, 'import', 'un', file, 'older')).text).toContain('has 1 people now');
    // The date in the file says that it is newer than the one that was gone back to.
    expect((await importText(server, 'un', next)).text).toContain('has 1 people now');
  });

  test.each([
    [
      'is not in UTF-8',
      Buffer.from('reference,name\nD1,Jos\u00e9 N\u00fa\u00f1ez\n', 'latin1'),
      'not in UTF-8',
    ],
    ['is in UTF-16', Buffer.from('\ufeffreference,name\nD1,Ruth Soko\n', 'utf16le'), 'not in UTF-8'],
    ['has no people', Buffer.from('reference,name\n'), 'it has no people'],
  ])('that %s is declined', async (_what, bytes, why) => {
    const file = fileOfList(server, 'domestic');
    await writeFile(file, bytes);
    const { done, lines } = await screening.atDesk(await deskBeside(server), ['import', 'domestic', file]);
    expect({ done, text: lines.join() }).toEqual({ done: false, text: expect.stringContaining(why) });
  });

  test('of 200 MB is declined before it is read, and so is what is no file', async () => {
    const file = path.join(server.dataDir, 'large.xml');
    await writeFile(file, '<CONSOLIDATED_LIST>');
    await truncate(file, 200 * 1024 * 1024);
    for (const one of [file, server.dataDir, '/dev/zero'])
      expect((await run(screening, 'import', 'un', one)).text).toContain(
        'cannot be read, or is larger than 64 MB',
      );
  });

  test('tells how far its comparison has come', async () => {
    await signUp(server, { firstName: 'One', lastName: 'Borrower' });
    await signUp(server, { firstName: 'Another', lastName: 'Borrower' });
    const lines: string[] = [];
    await importPeople(server, 'domestic', `D9,Mwiza Sakala,`);
    await server.query('update borrower_screening set revision = 0');
    const to = { write: (line: string) => lines.push(line) > 0 };
    await runScreening(await deskBeside(server), ['again'], { to, batchSize: 1 });
    expect(lines.slice(0, 2)).toEqual(['1 borrowers compared\n', '2 borrowers compared\n']);
  });

  test('that cannot be read leaves the list as it was', async () => {
    await importText(
      server,
      'un',
      sampleUnList([{ reference: 'INi.003', names: ['RUTH', 'SOKO'] }], '2026-11-25T08:00:00Z'),
    );
    const before = await run(screening);
    expect(before.text).toContain("The United Nations' list: 1 people");
    const { text } = await importText(server, 'un', '<!DOCTYPE x><CONSOLIDATED_LIST/>');
    expect(text).toContain('is no list: it has a document type, and a list has none.');
    expect((await run(screening, 'import', 'un', path.join(server.dataDir, 'nowhere'))).done).toBe(false);
    expect((await run(screening, 'import', 'other', 'x')).done).toBe(false);
    expect(await run(screening)).toEqual(before);
  });

  test('finds who confirms an identity after the import, and not a borrower with another birth date', async () => {
    await importPeople(server, 'domestic', 'D1,Tamara Found,1977-07-07');
    const details = { firstName: 'Tamara', lastName: 'Found' };
    const found = await signUp(server, { ...details, birthDate: '1977-07-07' });
    const other = await signUp(server, { ...details, birthDate: '1997-07-07' });
    expect((await hitOf(found)).line).toContain('the domestic list');
    expect((await hitOf(other)).line).toBe('');
    await importPeople(server, 'domestic', 'D2,Mwiza Sakala,');
  });

  test('that is newer than the last comparison is compared before an application', async () => {
    const borrower = await signUp(server, { firstName: 'Late', lastName: 'Listed', birthDate: '1980-01-01' });
    // The import committed, and its comparison broke off before this borrower.
    await importPeople(server, 'domestic', 'D3,Late Listed,1980-01-01');
    await server.query('delete from screening_hit where borrower_id = $1', [borrower.borrowerId]);
    await server.query('update borrower_screening set revision = 0 where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    await apply(borrower);
    expect(await reasonsOf(borrower)).toEqual(['screening_to_check']);
    await importPeople(server, 'domestic', 'D2,Mwiza Sakala,');
  });
});

describe('a hit', () => {
  test('refers an application, and lets it through once a person cleared it, for this identity', async () => {
    const { borrower, hitId } = await suspect();
    const { orderId } = await apply(borrower);
    expect(await reasonsOf(borrower)).toEqual(['screening_to_check']);
    expect((await run(decide, String(orderId), 'decline', 'looked at it')).done).toBe(true);
    expect((await run(screening, 'clear', hitId)).text).toContain('Please give a reason');
    expect((await run(screening, 'clear', hitId, 'another card')).text).toContain('is cleared');
    expect((await run(screening, 'clear', hitId, 'once more')).text).toBe(
      'This hit is cleared. An open hit is cleared or confirmed, and a confirmed one is released.',
    );
    expect((await run(screening, 'again')).done).toBe(true);
    expect((await hitOf(borrower)).line).toBe('');
    server.clock.advance({ seconds: 1 });
    await giveIdentity(borrower, {
      ...(await identityOf(borrower)),
    });
    expect((await hitOf(borrower)).line).toContain('open');
  });

  test('stays as a person decided when the same list comes again, and opens again when the entry changed', async () => {
    const { borrower, hitId } = await suspect();
    const again = (names: string) =>
      importText(server, 'domestic', `reference,name,other_names,birth_date\nD7,${names},1980-05-06`);
    await run(screening, 'clear', hitId, 'another card');
    await importPeople(server, 'pep', 'P0,Mwiza Sakala,');
    const own = `Wezi ${borrowerNames.get(borrower)}`;
    await again(`${own},Wezi B.; W. Banda`);
    const { hitId: second } = await hitOf(borrower);
    await run(screening, 'clear', second, 'another card');
    await again(`${own},W. Banda; Wezi B.`);
    expect((await hitOf(borrower)).line).toBe('');
    await again(`${own},W. Banda; Wezi B.; Wezi Bandah`);
    expect((await hitOf(borrower)).line).toContain('open');
    await run(screening, 'confirm', second, 'same passport');
    await importPeople(server, 'domestic', 'D8,Mwiza Sakala,');
    expect((await hitOf(borrower)).line).toContain('confirmed');
    await run(screening, 'release', second, 'it was a mistake');
  });

  test('keeps what was found and why a person decided sealed', async () => {
    const { borrower, hitId } = await suspect();
    await run(screening, 'clear', hitId, 'seen with passport');
    const [row] = await server.query(
      'select row_to_json(h)::text as row from screening_hit h where hit_id = $1',
      [hitId],
    );
    expect(row.row).not.toMatch(/Sichone|passport|P\d/);
    const stored = await server.query('select decided_by, state from screening_hit where borrower_id = $1', [
      borrower.borrowerId,
    ]);
    expect(stored).toEqual([{ decided_by: 'staff:mary', state: 'cleared' }]);
  });
});

async function identityOf({ borrowerId }: AppBorrower) {
  const [row] = await server.query('select identity_sealed from borrower_identity where borrower_id = $1', [
    borrowerId,
  ]);
  return JSON.parse(
    server.sealing.open(
      'borrower_identity.identity_sealed',
      { borrower_id: borrowerId },
      row.identity_sealed,
    ),
  ) as { idNumber: string; firstName: string; lastName: string; birthDate: string };
}

describe('a confirmed hit', () => {
  test('lets no person approve an application until another decision releases it', async () => {
    const { borrower, hitId } = await suspect();
    const { orderId } = await apply(borrower);
    expect((await run(screening, 'confirm', hitId, 'same passport')).text).toContain(
      'frozen. Do not tell them why',
    );
    expect((await run(decide, String(orderId), 'approve', 'payslip seen')).text).toBe(
      'Money that goes out to this borrower is frozen: see npm run screening. Release it first, or decline.',
    );
    await run(screening, 'release', hitId, 'it was a mistake');
    expect((await run(decide, String(orderId), 'approve', 'payslip seen')).done).toBe(true);
  });

  test('holds a payout in the step that sends it, without a message, until a person releases it', async () => {
    const { borrower, hitId } = await suspect();
    await run(screening, 'clear', hitId, 'another card');
    // The hit is confirmed in the moment in which the payout is opened.
    await server.query(`create function freeze_now() returns trigger language plpgsql security definer as $$ begin
      update screening_hit set state = 'confirmed' where borrower_id = new.borrower_id; return new; end $$`);
    await server.query(
      'create trigger freeze_now after insert on payment_attempt for each row execute function freeze_now()',
    );
    const { orderId } = await apply(borrower);
    await server.query('drop trigger freeze_now on payment_attempt');
    await vi.waitFor(
      async () =>
        expect(await payoutsOf(borrower)).toEqual([{ state: 'created', held_reason: 'under_review' }]),
      PATIENCE,
    );
    const { userStatus, ...home } = await borrower.ask('getMyLoanInfo', {});
    expect(userStatus).toBe(USER_STATUS.payingOut);
    expect(JSON.stringify(home)).toContain('A person is looking at it. This takes up to 4 hours');
    expect(
      (await server.handset.phone(borrower.mobile)).messages.map(({ text }) => text).join(' '),
    ).not.toMatch(/looking|wait/);
    expect((await run(screening, 'release', hitId, 'another card after all')).done).toBe(true);
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 5 });
      expect((await borrower.ask('queryLoanDetail', { params: { id: orderId } })).status).toBe('active');
    }, PATIENCE);
  });

  test('pays no wallet credit out, and repayments go on', async () => {
    const { borrower, hitId } = await suspect();
    await run(screening, 'clear', hitId, 'another card');
    await earnCredit(server, borrower);
    const orderId = await borrow(borrower, { amount: 200 });
    await server.query(`update screening_hit set state = 'open' where hit_id = $1`, [hitId]);
    await run(screening, 'confirm', hitId, 'same passport');
    // The borrower gets the answer that everybody gets, and the payout waits as one to an account in another name does.
    const { paymentId } = await borrower.ask('payOutWallet', { body: {} });
    const payout = 'select state, held_reason from payment_attempt where attempt_id = $1';
    const held = [{ state: 'created', held_reason: 'under_review' }];
    await vi.waitFor(async () => expect(await server.query(payout, [paymentId])).toEqual(held), PATIENCE);
    await server.passDays(8);
    await pay(server, borrower, orderId);
    expect(await server.query(payout, [paymentId])).toEqual(held);
    await run(screening, 'release', hitId, 'it was a mistake');
    await vi.waitFor(async () => {
      server.clock.advance({ seconds: 5 });
      expect(await server.query(payout, [paymentId])).toMatchObject([{ state: 'succeeded' }]);
    }, PATIENCE);
  });
});

/** A borrower with a second account, to which money can go already. */
async function withSecondAccount(details: { monthlyIncome?: number }) {
  const borrower = await signUp(server, details);
  const mobile = server.newMobile('airtel');
  const { repayAccountId } = await addAccount(server, borrower, { mobile });
  server.clock.advance({ hours: 25 });
  const wish = wishOf({ amount: 300 });
  const applyThere = async () => {
    const { contractVersion } = await borrower.ask('productTrial', { body: wish });
    const body = { ...wish, repayAccountId, contractVersion, agreed: true as const };
    return borrower.call('appManualGetLoan', { body });
  };
  return { borrower, mobile, applyThere };
}

describe('the blocked list', () => {
  test('stops a card, a number, and a person by name and birth date, until the entry is lifted', async () => {
    const details = {
      firstName: 'Blocked',
      lastName: 'Chanda Mwape',
      birthDate: '1991-01-01',
      idNumber: '999111/10/1',
    };
    const borrower = await signUp(server, details);
    const subjects = [
      ['id-number', '999111/10/1'],
      ['mobile', borrower.mobile],
      ['person', 'Mwape Canda', '1991-01-01'],
    ];
    for (const subject of subjects) {
      const { text } = await run(blocked, 'add', ...subject, 'fraud in 2025');
      expect(text).toContain('is on the list');
      expect((await borrower.ask('getMyLoanInfo', {})).userStatus).toBe(USER_STATUS.blocked);
      await expect(apply(borrower)).rejects.toThrow();
      expect((await run(blocked)).text).toContain('fraud in 2025 (staff:mary, 2026-11-');
      expect((await run(blocked, 'lift', text.split(':')[0]!)).done).toBe(true);
      expect((await borrower.ask('getMyLoanInfo', {})).userStatus).toBe(USER_STATUS.mayBorrow);
    }
    await run(blocked, 'add', 'person', 'Mwape Canda', '1992-01-01', 'another birth date');
    await run(blocked, 'add', 'person', 'Mwape Zulu', '1991-01-01', 'one part in common');
    expect((await borrower.ask('getMyLoanInfo', {})).userStatus).toBe(USER_STATUS.mayBorrow);
  });

  test('refers an application if an account is on it that gets no money, and stops one whose money goes there', async () => {
    const { borrower, mobile, applyThere } = await withSecondAccount({});
    const { text } = await run(blocked, 'add', 'mobile', mobile, 'fraud in 2025');
    expect((await borrower.ask('getMyLoanInfo', {})).userStatus).toBe(USER_STATUS.mayBorrow);
    expect(await applyThere()).toMatchObject({ code: 403 });
    const { orderId } = await apply(borrower, { amount: 300 });
    expect(await reasonsOf(borrower)).toEqual(['screening_to_check']);
    expect((await run(decide, String(orderId), 'approve', 'an account of a relative')).done).toBe(true);
    await run(blocked, 'lift', text.split(':')[0]!);
  });

  test('stops the approval if the account that gets the money came on it after the application', async () => {
    const { mobile, applyThere } = await withSecondAccount({ monthlyIncome: 1500 });
    const { data } = await applyThere();
    await run(blocked, 'add', 'mobile', mobile, 'fraud in 2025');
    const { orderId } = data as { orderId: number };
    expect((await run(decide, String(orderId), 'approve', 'payslip seen')).text).toContain('blocked');
  });

  test('refuses an entry that would be too many people, or without a reason', async () => {
    expect((await run(blocked, 'add', 'person', 'Mwape', '1991-01-01', 'fraud')).text).toContain(
      'two parts of a name',
    );
    expect((await run(blocked, 'add', 'mobile', '0977123456')).text).toContain('Please give a reason');
    expect((await run(blocked, 'add', 'id-number', '123', 'fraud')).done).toBe(false);
    expect((await run(blocked, 'lift', '987654')).done).toBe(false);
  });
});
