import { marked } from '@thumba/words/en-xa';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apply, borrow, signUp, wishOf } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';

let server: AppServer;
beforeEach(async () => {
  server = await startAppServer();
});
afterEach(() => server.stop());

const OTHER = { lang: 'en-XA' };

test('a contract is agreed to in English, and a reader of another language has its translation beside it', async () => {
  const borrower = await signUp(server);
  const english = await borrower.ask('getContractText', { body: wishOf() });
  expect(english.title).toBe('Loan Contract');
  expect(english.translation).toBeUndefined();
  const { translation, ...agreed } = await borrower.ask('getContractText', { body: wishOf() }, OTHER);
  expect(agreed).toEqual(english);
  expect(translation!.title).toBe(marked('Loan Contract'));
  expect(translation!.clauses).toHaveLength(english.clauses.length);
  expect(translation!.clauses[1]!.text).toContain(marked('The loan starts on the day that money arrives.'));

  const { orderId } = await apply(borrower);
  const params = { id: orderId };
  const signed = await borrower.ask('getLoanContract', { params }, OTHER);
  expect(signed.clauses).toEqual(english.clauses);
  expect(signed.translation).toEqual(translation);
});

test('a contract of an earlier wording has no translation', async () => {
  const borrower = await signUp(server);
  const { orderId } = await apply(borrower);
  await server.query(
    `update loan_acceptance set contract_version = '2026-11d-p1v1-microfinance1' where loan_id = $1`,
    [orderId],
  );
  const signed = await borrower.ask('getLoanContract', { params: { id: orderId } }, OTHER);
  expect(signed.translation).toBeUndefined();
  expect(signed.clauses[0]!.heading).toBe('Who we are');
  expect(signed.clauses[2]!.text).toContain('by Monday 21 December');
});

test('the loans on offer are described to each visitor in their language', async () => {
  const visitor = server.newClient();
  const english = (await visitor.ask('productPublic', {})).policy.example;
  expect(english).toMatch(/^You borrow K1,000 for .* an APR of [\d.]+%\.$/);
  const other = (await visitor.ask('productPublic', {}, OTHER)).policy.example;
  expect(other).toMatch(/^⟦Ýóú ƀóŕŕóŵ/);
  expect((await visitor.ask('productPublic', {})).policy.example).toBe(english);
});

test('a refused application says why in the language of the borrower', async () => {
  const borrower = await signUp(server);
  await borrow(borrower);
  const asked = { body: { ...wishOf(), contractVersion: 'any', agreed: true as const } };
  expect((await borrower.call('appManualGetLoan', asked)).msg).toBe('You already have an open loan');
  expect((await borrower.call('appManualGetLoan', asked, OTHER)).msg).toBe(
    marked('You already have an open loan'),
  );
});
