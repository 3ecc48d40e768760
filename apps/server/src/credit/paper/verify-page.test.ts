import { marked } from '@thumba/words/en-xa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrow, pay, signUp } from '../../../test/app-borrower.ts';
import { type AppServer, startAppServer } from '../../../test/app-server.ts';
import { paperDesk } from './paper-desk.test-support.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer();
});
afterAll(() => server.stop());

const { bill, download, receivables, takeBack, verify } = paperDesk(() => server);

const CODE = /^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/;

describe('a code', () => {
  test('is the same for the same paper, and new for a statement whose figures changed', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const contract = await download(borrower, { orderId, kind: 'contract' });
    const statement = await download(borrower, { orderId, kind: 'statement' });
    expect(contract.code).toMatch(CODE);
    expect((await download(borrower, { orderId, kind: 'contract' })).code).toBe(contract.code);
    expect((await download(borrower, { orderId, kind: 'statement' })).code).toBe(statement.code);
    await pay(server, borrower, orderId, { amount: 100 });
    expect((await download(borrower, { orderId, kind: 'contract' })).code).toBe(contract.code);
    expect((await download(borrower, { orderId, kind: 'statement' })).code).not.toBe(statement.code);
    expect((await verify(statement.code)).text).toContain('K1,150.00');
  });

  test('asked for many times at once is one code', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => borrower.ask('issuePaper', { body: { orderId, kind: 'contract' } })),
    );
    expect(new Set(answers.map(({ code }) => code)).size).toBe(1);
    expect(new Set(answers.map(({ url }) => url)).size).toBe(8);
  });

  test('tells anybody what the paper says and nothing more of its borrower', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId, { amount: 500 });
    const { payments } = await bill(borrower, orderId);
    const receiptNo = payments[0]!.receiptNo;
    for (const kind of ['contract', 'receipt', 'statement'] as const) {
      const { code } = await download(borrower, { orderId, kind, receiptNo });
      const { status, html, text, headers } = await verify(code);
      expect(status).toBe(200);
      expect(text).toContain('This paper is ours');
      expect(text).toContain('Lender Thumba Demo Lender');
      expect(text).toContain(`Loan number ${String(orderId).replace(/(\d{3})$/, ' $1')}`);
      expect(text).toContain('Borrower C**** L****');
      expect(text).toContain('Issued on');
      for (const secret of ['Chipo', 'Lungu', '/10/1', borrower.mobile, '096 ****']) {
        expect(html).not.toContain(secret);
      }
      expect(html).not.toContain('<script');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+';/,
      );
      expect(headers.get('cache-control')).toBe('no-store');
    }
    const receipt = await download(borrower, { orderId, kind: 'receipt', receiptNo });
    const { text } = await verify(receipt.code);
    expect(text).toContain(`Receipt number ${receiptNo}`);
    expect(text).toContain('Received K500.00');
    expect(text).toContain('Owed on the loan after it K650.00');
  });

  test('is read however it was typed', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const { code } = await download(borrower, { orderId, kind: 'contract' });
    expect((await verify(code.toLowerCase())).status).toBe(200);
    expect((await verify(code.replaceAll('-', ''))).status).toBe(200);
    const typed = `${server.url}/verify?code=${encodeURIComponent(` ${code.replaceAll('-', ' ').toLowerCase()} `)}`;
    const response = await fetch(typed);
    expect([response.status, response.url]).toEqual([200, `${server.url}/verify/${code}`]);
  });

  test('is checked in the language of the address, or else of the browser', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    const { code } = await download(borrower, { orderId, kind: 'statement' });
    const page = async (path: string, accepted = '') => {
      const headers = accepted === '' ? {} : { 'accept-language': accepted };
      const response = await fetch(server.url + path, { headers });
      return { url: response.url, html: await response.text() };
    };
    const other = [
      `<html lang="en-XA">`,
      marked('This paper is ours'),
      marked(
        'Compare every line with the paper in your hand. If a line differs, the paper was changed. Only the name is different: this page shows its first letters.',
      ),
    ];
    const english = [`<html lang="en">`, 'This paper is ours', 'Owed on 21 November 2026'];
    for (const [path, accepted, said] of [
      [`/verify/${code}?lang=en-XA`, 'en', other],
      [`/verify/${code}`, 'xx, en-XA;q=0.8, en;q=0.5', other],
      [`/verify/${code}`, 'en-GB;q=0.9, en-XA;q=0.5', english],
      [`/verify/${code}?lang=xx`, '', english],
      [`/verify/${code}`, '', english],
    ] as const) {
      const { html } = await page(path, accepted);
      for (const text of said) expect(html).toContain(text);
    }
    const asked = await page('/verify?lang=en-XA');
    expect(asked.html).toContain('<input type="hidden" name="lang" value="en-XA">');
    expect(asked.html).toContain('<a href="tel:0211000000">');
    expect((await page('/verify', 'en-XA')).html).not.toContain('name="lang"');
    const found = await page(`/verify?lang=en-XA&code=${code}`);
    expect(found.url).toBe(`${server.url}/verify/${code}?lang=en-XA`);
    expect(found.html).toContain(marked('This paper is ours'));
  });

  test.each([
    ['that nobody gave out', 'K7QM-2XWD-9RTP'],
    ['that is none', 'hello'],
    ['with a letter we never use', 'K7QM-2XWD-9RT0'],
    ['that is far too long', 'K7QM-'.repeat(80)],
    ['that is a path', 'K7QM/2XWD/9RTP'],
    ['that is markup', encodeURIComponent('<b>x</b>')],
  ])('%s is not one of ours', async (_, code) => {
    const { status, text, html, headers } = await verify(code);
    expect(status).toBe(404);
    expect(text).toContain('This code is not one of ours');
    expect(text).toContain('Call Thumba Demo Lender on 0211 000 000');
    expect(html).not.toContain('<b>x');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await fetch(`${server.url}/verify?code=${code}`)).status).toBe(404);
  });
});

describe('what is taken back', () => {
  test('is said on the receipt and on its page', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId, { amount: 300 });
    const { receiptNo } = (await bill(borrower, orderId)).payments[0]!;
    const { code, text } = await download(borrower, { orderId, kind: 'receipt', receiptNo });
    expect(text).not.toContain('no longer counts');
    expect(await takeBack(borrower, orderId)).toBe(receiptNo);
    const again = await download(borrower, { orderId, kind: 'receipt', receiptNo });
    expect(again.code).toBe(code);
    expect(again.text).toContain('The receipt no longer counts.');
    const page = await verify(code);
    expect(page.status).toBe(200);
    expect(page.text).toContain('This paper no longer counts');
    expect(page.text).toContain('The payment was taken back on');
    const statement = await download(borrower, { orderId, kind: 'statement' });
    expect(statement.text).toContain(`Receipt ${receiptNo} no longer counts`);
    expect(statement.text).toContain('Owed K1,150.00');
    expect(await receivables(orderId)).toBe(1150);
  });

  test('takes a paid-up letter with it', async () => {
    const borrower = await signUp(server);
    const orderId = await borrow(borrower);
    await pay(server, borrower, orderId);
    const { code } = await download(borrower, { orderId, kind: 'paid_up_letter' });
    expect((await verify(code)).text).toContain('This paper is ours');
    await takeBack(borrower, orderId);
    const { text } = await verify(code);
    expect(text).toContain('This paper no longer counts');
    expect(text).toContain('something is owed on the loan again');
    expect((await borrower.call('issuePaper', { body: { orderId, kind: 'paid_up_letter' } })).code).toBe(409);
  });
});

test('a page names each sum as its paper does, and counts the lines of a statement as they stand there', async () => {
  const borrower = await signUp(server);
  const orderId = await borrow(borrower);
  await server.passDays(34);
  const statement = await download(borrower, { orderId, kind: 'statement' });
  await pay(server, borrower, orderId);
  const receiptNo = (await bill(borrower, orderId)).payments[0]!.receiptNo;
  const papers = [statement];
  for (const kind of ['contract', 'receipt', 'paid_up_letter'] as const) {
    papers.push(await download(borrower, { orderId, kind, receiptNo }));
  }
  for (const { code, text } of papers) {
    const { html } = await verify(code);
    const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd>(K?[\d,.]+)<\/dd>/g)];
    expect(rows.length).toBeGreaterThan(1);
    // "Owed" is a large figure of the statement, with its day below. The loan number stands in the second line.
    for (const [, name = ''] of rows.filter(([, , value]) => value!.startsWith('K'))) {
      expect(text).toContain(name.replace(/^Owed on .*/, 'Owed'));
    }
  }
  // Paid out, interest, service fee, and all late charges in one line.
  expect((await verify(statement.code)).text).toContain('Lines in the table 4');
  expect(statement.text).toContain('Lines in the table 4');
});
