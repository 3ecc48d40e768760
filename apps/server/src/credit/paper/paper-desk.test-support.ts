import type { Request } from '@thumba/contract/wire';
import { day } from '@thumba/lending/day';
import { demoLadder } from '@thumba/lending/ladder';
import { reversePosting } from '@thumba/lending/reversal';
import { expect } from 'vitest';
import { type AppBorrower, answerPrompt, waitForPayment } from '../../../test/app-borrower.ts';
import type { AppServer } from '../../../test/app-server.ts';
import { type PaperFile, readPdf } from '../../../test/read-pdf.ts';
import { readHistory } from '../../book/loan/queries.ts';

type Wanted = Request<'issuePaper'>['body'];
type Downloaded = PaperFile & { code: string; fileName: string };

/** What tests do with papers at a server under test. */
export function paperDesk(serverNow: () => AppServer) {
  return {
    async download(borrower: AppBorrower, wanted: Wanted, options = {}): Promise<Downloaded> {
      const { code, fileName, url } = await borrower.ask('issuePaper', { body: wanted }, options);
      const response = await fetch(serverNow().url + url);
      expect(response.status).toBe(200);
      return { code, fileName, ...(await readPdf(Buffer.from(await response.arrayBuffer()))) };
    },

    async verify(code: string) {
      const response = await fetch(`${serverNow().url}/verify/${code}`);
      const html = await response.text();
      const text = html
        .replace(/<style>.*<\/style>/s, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/&#(\d+);/g, (_, point) => String.fromCodePoint(Number(point)))
        .replace(/\s+/g, ' ');
      return { status: response.status, html, text, headers: response.headers };
    },

    bill: (borrower: AppBorrower, orderId: number) =>
      borrower.ask('queryLoanDetail', { params: { id: orderId } }),

    async approve(borrower: AppBorrower, body: Request<'submitRepayApplyV2'>['body']): Promise<void> {
      const { paymentId } = await borrower.ask('submitRepayApplyV2', { body });
      await answerPrompt(serverNow(), borrower);
      await waitForPayment(borrower, paymentId);
    },

    /** What the book holds as owed on a loan, in kwacha. */
    async receivables(orderId: number): Promise<number> {
      const [row] = await serverNow().query(
        `select sum(case when debit_account like '%_receivable' then amount_ngwee else 0 end)
           - sum(case when credit_account like '%_receivable' then amount_ngwee else 0 end) as owed
         from ledger_transfer where loan_id = $1`,
        [orderId],
      );
      return Number(row.owed) / 100;
    },

    /** Takes the last payment of a loan back, as staff do. */
    async takeBack(borrower: AppBorrower, orderId: number): Promise<string> {
      const server = serverNow();
      const history = await readHistory(server.db, borrower.borrowerId, orderId);
      const { event } = history.findLast((entry) => entry.event.kind === 'repaid')!;
      const on = day(server.today());
      const outcome = await server.app.line.post({
        borrowerId: borrower.borrowerId,
        loanId: orderId,
        actor: 'staff:mary',
        decide: ({ loan, walletNgwee, ladder }) => {
          const reversed = reversePosting(loan, {
            event,
            cause: 'our_mistake',
            reason: 'entered twice',
            on,
            ...{ walletNgwee, ladderPlace: ladder },
            hasOtherOpenLoan: false,
            ladderRule: demoLadder,
            history: history.map((past) => past.event),
            walletMovements: [],
          });
          return reversed.ok ? { ok: true, value: { change: reversed.value, on, answer: null } } : reversed;
        },
      });
      expect(outcome.ok).toBe(true);
      return 'receiptNo' in event ? event.receiptNo : '';
    },
  };
}
