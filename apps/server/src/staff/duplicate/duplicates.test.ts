import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AppBorrower, addAccount, apply, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { hire, openOffice, type StaffMember } from '../../../test/staff-client.ts';
import { findDuplicates, SHARED_TITLES } from '../../people/duplicate/find-duplicates.ts';

type Page = StaffAnswer<'listDuplicates'>;

let server: AppServer;
let natasha: StaffMember;
let support: StaffMember;
let first: AppBorrower;
let second: AppBorrower;
let relative: AppBorrower;
beforeAll(async () => {
  server = await startAppServer();
  const { first: maker, second: checker } = await openOffice(server);
  natasha = await hire(server, { maker, checker }, { userName: 'natasha', roles: ['underwriter'] });
  support = await hire(server, { maker, checker }, { userName: 'thandiwe', roles: ['support'] });
  const idNumber = '712345/10/1';
  first = await signUp(server, { idNumber, firstName: 'Mutinta', lastName: 'Hamoonga' });
  second = await signUp(server, { idNumber, firstName: 'Mutinta', lastName: 'Hamoonga' });
  relative = await signIn(server);
  await addAccount(server, relative, { mobile: first.mobile });
});
afterAll(() => server.stop());

async function list(query: { before?: number } = {}, { client }: StaffMember = natasha): Promise<Page> {
  const { code, msg, data } = await client.call('listDuplicates', { query });
  expect(code, msg).toBe(200);
  return data;
}

/** Every page of the book, from the newest borrower on. */
async function allPages(): Promise<Page[]> {
  const pages = [await list()];
  for (let next = pages[0]!.next; next !== null; next = pages.at(-1)!.next)
    pages.push(await list({ before: next }));
  return pages;
}

const numbersOf = ({ newer, older }: Page['items'][number]) => [newer.borrowerId, older.borrowerId];

/** Borrowers who gave nothing but a number. Answers the first and the last of them. */
async function addNewcomers(count: number): Promise<[number, number]> {
  const rows = await server.query(
    `insert into borrower (mobile_sealed, registered_at, registered_on)
     select '', '2026-11-02T10:00:00Z', '2026-11-02' from generate_series(1, $1) returning borrower_id`,
    [count],
  );
  const numbers = rows.map((row) => Number(row.borrower_id));
  return [Math.min(...numbers), Math.max(...numbers)];
}

describe('the list of duplicates', () => {
  test('has each pair once, masked, at the newer one, with what they have in common and their state', async () => {
    const { orderId } = await apply(first);
    await server.query('update borrower set blocked_at = now() where borrower_id = $1', [second.borrowerId]);
    const page = await list();
    expect(page.items.map(numbersOf)).toEqual([
      [relative.borrowerId, first.borrowerId],
      [second.borrowerId, first.borrowerId],
    ]);
    const [ofRelative, ofSecond] = page.items;
    expect(ofRelative).toMatchObject({ newer: { maskedName: null, openLoan: null, isBlocked: false } });
    expect(ofRelative!.shared).toEqual(['a mobile-money number']);
    expect(ofSecond).toMatchObject({
      newer: { maskedName: 'M**** H****', isBlocked: true, openLoan: null, isDeleted: false },
      older: {
        maskedName: 'M**** H****',
        isBlocked: false,
        openLoan: { loanId: orderId, state: 'applied' },
      },
      isMore: false,
    });
    expect(ofSecond!.shared).toEqual(
      expect.arrayContaining(['the number of the identity card', 'the name and the birth date']),
    );
    expect(Date.parse(ofSecond!.newer.registeredAt)).toBeGreaterThanOrEqual(
      Date.parse(ofSecond!.older.registeredAt),
    );
    expect(page).toMatchObject({ lookedAt: 3, next: null });
    expect(JSON.stringify(page)).not.toMatch(/Mutinta|Hamoonga|712345/);
  });

  test('has the pairs that the terminal lists, also of faces that were found in either direction', async () => {
    const face = `insert into duplicate_find (borrower_id, other_borrower_id, kind, similarity, found_at)
      values ($1, $2, 'face', 0.9, now())`;
    await server.query(face, [first.borrowerId, second.borrowerId]);
    await server.query(face, [relative.borrowerId, second.borrowerId]);
    const found = await findDuplicates(server.db);
    const listed = (await allPages()).flatMap(({ items }) => items);
    const inOrder = (pairs: { numbers: number[]; shared: string[] }[]) =>
      pairs.sort((a, b) => a.numbers[0]! - b.numbers[0]! || a.numbers[1]! - b.numbers[1]!);
    expect(
      inOrder(listed.map((pair) => ({ numbers: numbersOf(pair).reverse(), shared: pair.shared }))),
    ).toEqual(
      inOrder(
        found.map(({ borrowerId, otherBorrowerId, shared }) => ({
          numbers: [borrowerId, otherBorrowerId],
          shared: shared.map((kind) => SHARED_TITLES[kind]),
        })),
      ),
    );
    expect(found).toHaveLength(3);
  });

  test('leaves out a person who declared the account of a borrower as that of a relative', async () => {
    await natasha.client.call('declareRelation', { body: { relation: 'relative', mobile: second.mobile } });
    const page = await list();
    expect(page.items.map(numbersOf)).toEqual([[relative.borrowerId, first.borrowerId]]);
    await server.query('delete from staff_relation');
  });

  test('is a look in the audit, and a recorded look at each borrower that is on it', async () => {
    const entries = () =>
      server.query(`select actor, outcome from staff_audit where call = 'listDuplicates'`);
    const before = await entries();
    const [{ last }] = await server.query('select max(look_id) as last from staff_look');
    await list();
    expect(await entries()).toEqual([...before, { actor: 'staff:natasha', outcome: 'shown' }]);
    const looks = await server.query(
      `select borrower_id::integer as id, subject, looked_by, reason from staff_look where look_id > $1 order by 1`,
      [last],
    );
    const look = { subject: 'duplicate', looked_by: 'staff:natasha', reason: 'the list of duplicates' };
    expect(looks).toEqual([first, second, relative].map(({ borrowerId }) => ({ id: borrowerId, ...look })));
  });

  test('is closed to a person who only helps borrowers', async () => {
    expect(await support.client.call('listDuplicates', { query: {} })).toMatchObject({
      ...{ code: 403, reason: 'not_permitted' },
    });
  });
});

describe('a long book', () => {
  test('is looked through five hundred borrowers at a time, and each page says how far it came', async () => {
    const [oldest, newest] = await addNewcomers(550);
    const page = await list();
    expect(page).toEqual({
      ...{ items: [], lookedAt: 500, next: newest - 499 },
      lookedBackTo: '2026-11-02T10:00:00.000Z',
    });
    const following = await list({ before: page.next! });
    expect(following).toMatchObject({ lookedAt: 53, next: null });
    expect(following.items).toHaveLength(3);
    expect(await list({ before: oldest })).toMatchObject({ lookedAt: 3 });
    expect(await list({ before: 1 })).toEqual({ items: [], lookedAt: 0, lookedBackTo: null, next: null });
  });

  test('with a phone of forty borrowers lists each beside ten earlier ones, the newest of them, and says that there are more', async () => {
    const [oldest, newest] = await addNewcomers(40);
    await server.query(
      `insert into known_device (borrower_id, device_hash, trusted_at)
       select n, '\\xabcd', now() from generate_series($1::bigint, $2::bigint) n`,
      [oldest, newest],
    );
    const page = await list();
    expect(page.items.map(numbersOf)).toEqual(
      [newest, newest - 1].flatMap((newer) => Array.from({ length: 10 }, (_, at) => [newer, newer - 1 - at])),
    );
    expect(page.items.every(({ isMore, shared }) => isMore && shared[0] === 'a phone')).toBe(true);
    expect(page).toMatchObject({ lookedAt: 2, next: newest - 1 });
    const listed = (await allPages()).flatMap(({ items }) => items);
    const newerOnes = new Set(listed.map(({ newer }) => newer.borrowerId));
    for (let number = oldest + 1; number <= newest; number += 1) expect(newerOnes).toContain(number);
    const ofEleventh = listed.filter(({ newer }) => newer.borrowerId === oldest + 10);
    expect(ofEleventh).toHaveLength(10);
    expect(ofEleventh.some(({ isMore }) => isMore)).toBe(false);
    expect(listed.filter(({ newer }) => newer.borrowerId === oldest)).toEqual([]);
  });
});
