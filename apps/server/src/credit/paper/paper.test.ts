import { day } from '@thumba/lending/day';
import { writeOff } from '@thumba/lending/write-off';
import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apply, borrow, pay, signIn, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { planIdOf } from '../../book/loan/plan-id.ts';
import { dayText } from '../../platform/date-text.ts';
import { paperDesk } from './paper-desk.test-support.ts';

type Kind = 'contract' | 'receipt' | 'statement' | 'paid_up_letter';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const { approve, bill, download, receivables, verify } = paperDesk(() => server);

describe('a borrower downloads', () => {
  test('the contract with the text and the figures that were agreed to', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    const { text, pages, code } = await download(borrower, { orderId, kind: 'contract' });
    const shown = await borrower.ask('getLoanContract', { params: { id: orderId } });
    for (const clause of shown.clauses) {
      expect(text).toContain(clause.heading);
      expect(text).toContain(clause.text);
    }
    const [kept] = await server.query('select * from loan_acceptance where loan_id = $1', [orderId]);
    expect(text).toContain(kept.shown_hash);
    expect(kept.shown.effectiveAnnualRate).toBe(685.6);
    expect(text).toContain('Effective annual rate 685.6%');
    expect(text).toContain(`Wording ${kept.contract_version}`);
    for (const { totalNgwee } of kept.shown.instalments) {
      expect(text).toContain(`K${(totalNgwee / 100).toFixed(2)}`);
    }
    expect(text).toContain(
      'agreed to this in the Thumba app on 21 November 2026 (21 November 2026, 10:00 in Lusaka)',
    );
    expect(text).toContain(code);
    expect(text).toContain(`${server.url}/verify/${code}`);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
      expect(page).toContain('Thumba Demo Lender · phone 0211 000 000');
    }
  });

  test('a receipt for each payment', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId, { amount: 500 });
    await pay(server, borrower, orderId, { amount: 100.5 });
    const { payments } = await bill(borrower, orderId);
    const [first, second] = payments;
    const one = await download(borrower, { orderId, kind: 'receipt', receiptNo: first!.receiptNo });
    expect(one.text).toContain(`Receipt ${first!.receiptNo}`);
    expect(one.text).toContain('Received K500.00');
    expect(one.text).toMatch(/MTN · 096 \*\*\*\* \d{3}/);
    expect(one.text).not.toContain(borrower.mobile);
    expect(one.text).toMatch(/Service fee K30\.00.*Interest K120\.00.*The loan itself K350\.00/);
    expect(one.text).toContain('Owed on the loan after it K650.00');
    const two = await download(borrower, { orderId, kind: 'receipt', receiptNo: second!.receiptNo });
    expect(two.text).toContain('Received K100.50');
    expect(two.text).toContain('Owed on the loan after it K549.50');
    expect(two.code).not.toBe(one.code);
  });

  test('a receipt for an extension and for money given back', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const planId = planIdOf(orderId, 1);
    const { extensionFee, extensionRepayDate } = await borrower.ask('extensionDetail', { body: { planId } });
    await approve(borrower, { bizType: 2, planId, payAmount: extensionFee });
    const [extension] = (await bill(borrower, orderId)).payments;
    const bought = await download(borrower, { orderId, kind: 'receipt', receiptNo: extension!.receiptNo });
    expect(bought.text).toContain('For Extension: more time to pay');
    expect(bought.text).toContain(`New due date ${dayText(day(extensionRepayDate))}`);
    expect(bought.text).toContain('Extension fee K50.00 Received K50.00 Owed on the loan after it K1,150.00');
    const { quoteId, amount } = await borrower.ask('cancelLoan', { body: { orderId } });
    await approve(borrower, { bizType: 1, planId, payAmount: amount, quoteId });
    const [, returned] = (await bill(borrower, orderId)).payments;
    const gone = await download(borrower, { orderId, kind: 'receipt', receiptNo: returned!.receiptNo });
    expect(gone.text).toContain('For Money returned within the cooling-off time');
    expect(gone.text).toContain(`Received K${amount.toFixed(2)} Owed on the loan after it K0.00`);
    const statement = await download(borrower, { orderId, kind: 'statement' });
    expect(statement.text).toMatch(/Extension fee, paid.*Charges taken back.*Money returned/);
    expect(statement.text).toContain('Owed K0.00');
    expect(await borrower.call('issuePaper', { body: { orderId, kind: 'paid_up_letter' } })).toMatchObject({
      code: 409,
      msg: 'The paid-up letter is for a loan that was repaid. This one was cancelled.',
    });
  });

  test('a statement that ends in what is owed, by the bill and by the book', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 3 });
    await pay(server, borrower, orderId, { amount: 263.33 });
    await server.passDays(40);
    await pay(server, borrower, orderId, { amount: 80.07 });
    const { remaining } = await bill(borrower, orderId);
    const { text } = await download(borrower, { orderId, kind: 'statement' });
    expect(await receivables(orderId)).toBe(remaining);
    const owed = `K${remaining.toFixed(2).replace(/\B(?=(\d{3})+\.)/, ',')}`;
    expect(text).toContain(`Owed ${owed} What clears the loan on`);
    expect(text).toMatch(/Loan paid out to you.*Interest.*Service fee.*Payment.*Late charge.*Payment/);
    expect(text.match(/Together (.*?) The day is/)![1]).toMatch(new RegExp(`${owed.replace('.', '\\.')}$`));
  });

  test('a statement with what days have added and nobody has written yet', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower, { termId: 2 });
    await server.query('update business_calendar set offset_days = offset_days + 20');
    await server.app.calendar.refresh();
    const { remaining } = await bill(borrower, orderId);
    const { text } = await download(borrower, { orderId, kind: 'statement' });
    expect(remaining).toBeGreaterThan(await receivables(orderId));
    expect(text).toContain('Not in the book yet');
    expect(text).toContain(`Owed K${remaining.toFixed(2).replace(/\B(?=(\d{3})+\.)/, ',')}`);
    await server.endTheDay();
    expect(await receivables(orderId)).toBe(remaining);
  });

  test('a paid-up letter when all is paid, and not before', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId, { amount: 1000 });
    expect(await borrower.call('issuePaper', { body: { orderId, kind: 'paid_up_letter' } })).toMatchObject({
      code: 409,
      msg: 'K150.00 is still owed. The paid-up letter is for a loan that is paid off.',
    });
    await pay(server, borrower, orderId);
    const { text, code } = await download(borrower, { orderId, kind: 'paid_up_letter' });
    expect(text).toContain('has repaid loan');
    expect(text).toContain('Owed K0.00');
    expect(text).toContain('Paid by the borrower K1,150.00');
    const page = await verify(code);
    expect(page.text).toContain('Paid out K1,000.00');
    expect(page.text).toContain('Paid by the borrower K1,150.00');
    expect(page.text).toContain('Owed K0.00');
  });

  test('nothing of an application that was not approved', async () => {
    const borrower = await signUp(server, { monthlyIncome: 900 });
    const { orderId } = await apply(borrower, { amount: 100 });
    const ask = (kind: Kind) => borrower.call('issuePaper', { body: { orderId, kind } });
    expect((await ask('contract')).msg).toBe(
      'There is no contract for this application: it was not approved',
    );
    expect((await ask('contract')).code).toBe(409);
    expect((await ask('statement')).code).toBe(409);
    expect((await ask('paid_up_letter')).code).toBe(409);
  });
});

test('a loan that was written off is owed on its statement until its money has come', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower, { termId: 2, amount: 100 });
  await server.passDays(30);
  const on = day(server.today());
  await server.app.line.post({
    borrowerId: borrower.borrowerId,
    loanId: orderId,
    actor: 'staff:mary',
    decide: ({ loan }) => {
      const outcome = writeOff(loan, { on, reason: 'cannot be found' });
      return outcome.ok ? { ok: true, value: { change: outcome.value, on, answer: null } } : outcome;
    },
  });
  const { status, remaining } = await bill(borrower, orderId);
  expect(status).toBe('written_off');
  const before = await download(borrower, { orderId, kind: 'statement' });
  expect(before.text).toContain(`Owed K${remaining.toFixed(2)}`);
  expect(before.text).toContain('Written off');
  await pay(server, borrower, orderId);
  const after = await download(borrower, { orderId, kind: 'statement' });
  expect(after.text).toContain('Owed K0.00');
  const letter = await download(borrower, { orderId, kind: 'paid_up_letter' });
  expect(letter.text).toContain('had been written off in our books before');
});

describe('a download', () => {
  test('is the same file each time, for ten minutes', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const { url, fileName } = await borrower.ask('issuePaper', { body: { orderId, kind: 'contract' } });
    const first = await fetch(server.url + url);
    expect(first.headers.get('content-type')).toBe('application/pdf');
    expect(first.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
    expect(fileName).toBe(`thumba-loan-contract-${orderId}.pdf`);
    const second = await fetch(server.url + url);
    expect(Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true);
    server.clock.advance({ minutes: 11 });
    const late = await fetch(server.url + url);
    expect(late.status).toBe(404);
    expect(await late.text()).toContain('This download has ended');
    expect((await fetch(`${server.url}/paper/${'a'.repeat(43)}`)).status).toBe(404);
  });

  test('is one of thirty in that time', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const ask = () => borrower.call('issuePaper', { body: { orderId, kind: 'contract' } });
    for (let count = 0; count < 30; count += 1) expect((await ask()).code).toBe(200);
    expect(await ask()).toMatchObject({ code: 429, data: { retryAfterSeconds: 600 } });
    server.clock.advance({ minutes: 11 });
    expect((await ask()).code).toBe(200);
  });
});

describe('nobody else', () => {
  test("gets a paper of another borrower's loan, or learns that there is one", async () => {
    const owner = await signUp(server);
    const orderId = await borrow(owner);
    await pay(server, owner, orderId, { amount: 100 });
    const { receiptNo } = (await bill(owner, orderId)).payments[0]!;
    const stranger = await signIn(server);
    for (const kind of ['contract', 'receipt', 'statement', 'paid_up_letter'] as const) {
      const theirs = await stranger.call('issuePaper', { body: { orderId, kind, receiptNo } });
      const nobodys = await stranger.call('issuePaper', { body: { orderId: 987_654_321, kind, receiptNo } });
      expect(theirs).toEqual(nobodys);
      expect(theirs).toEqual({ code: 404, msg: 'We could not find that', data: null });
    }
    const other = await owner.call('issuePaper', { body: { orderId, kind: 'receipt', receiptNo: '1-1' } });
    expect(other.code).toBe(404);
    expect((await owner.call('issuePaper', { body: { orderId, kind: 'receipt' } })).code).toBe(400);
  });

  test('reads a name in a copy of the database', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await download(borrower, { orderId, kind: 'contract' });
    const rows = await server.query(
      'select paper::text from paper union all select d::text from paper_download d',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('Lungu').toString('hex'));
  });
});

test('a paper is in the language of the request, with one code in every language, and a contract in English', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await pay(server, borrower, orderId, { amount: 500 });
  const { receiptNo } = (await bill(borrower, orderId)).payments[0]!;
  const inBoth = async (kind: Kind) => {
    const wanted = { orderId, kind, receiptNo };
    const other = await download(borrower, wanted, { lang: 'en-XA' });
    const english = await download(borrower, wanted, { lang: 'en' });
    expect(other.code).toBe(english.code);
    expect(other.fileName).toBe(english.fileName);
    return { other: other.text, english: english.text };
  };
  const receipt = await inBoth('receipt');
  expect(receipt.english).toContain('What it went to');
  for (const text of ['What it went to', 'The loan itself', 'Owed on the loan after it'])
    expect(receipt.other).toContain(marked(text));
  const statement = await inBoth('statement');
  expect(statement.english).toContain(`Payment Receipt ${receiptNo}`);
  for (const text of ['Loan paid out to you', `Receipt ${receiptNo}`, 'Taken off'])
    expect(statement.other).toContain(marked(text));
  const contract = await inBoth('contract');
  expect(contract.other).toBe(contract.english);
});
