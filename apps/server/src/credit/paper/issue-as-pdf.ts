import type { Body } from '@thumba/contract/wire';
import type { Day } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { ENGLISH } from '@thumba/words/catalogue';
import type { StoredLoan } from '../../book/loan/queries.ts';
import { accountTitle } from '../../people/borrower/accounts.ts';
import { type Clock, toDate } from '../../platform/clock.ts';
import { inLanguage } from '../../platform/language.ts';
import { issuePaper, type PaperStore } from './commands.ts';
import { drawPaper, titleOf } from './draw-paper.ts';
import type { BookedPayment } from './movements.ts';
import type { LenderAddress, PaperContent } from './paper-content.ts';
import type { paperWords } from './paper-words.ts';
import { findIdentity, findPaperByCode, findPayer, readEntries } from './queries.ts';
import {
  type AgreedContract,
  findPayment,
  type PaperRefusal,
  paperHead,
  type WrittenPaper,
  writeContract,
  writePaidUpLetter,
  writeReceipt,
  writeStatement,
} from './write-paper.ts';

export type PaperDeps = PaperStore & {
  clock: Clock;
  lender: LenderAddress;
  /** The public address of this server, which papers name. */
  publicUrl: string;
  today(): Day;
  agreedContract(borrowerId: number, loanId: number): Promise<AgreedContract | undefined>;
};

type WantedPaper = Pick<Body<'issuePaper'>, 'kind' | 'receiptNo'>;

/** Issues a paper of a loan, or finds the same one that was issued before, and draws it. */
export async function issueAsPdf(
  deps: PaperDeps,
  stored: StoredLoan,
  wanted: WantedPaper,
): Promise<Outcome<{ code: string; fileName: string; pdf: Buffer }, PaperRefusal>> {
  const { db, sealing, clock } = deps;
  const written = await writePaper(deps, stored, wanted);
  if (!written.ok) return written;
  const issued = { ...written.value, issuedOn: deps.today(), issuedAt: toDate(clock.nowMs()) };
  const { code, ...paper } = await issuePaper(deps, stored.loan.borrowerId, issued);
  const standing = await findPaperByCode(db, sealing, code);
  const pdf = await drawPaper(
    { code, ...paper },
    {
      verifyUrl: new URL(`/verify/${code}`, deps.publicUrl).href,
      takenBackOn: standing?.takenBackOn ?? null,
    },
  );
  return allow({ code, fileName: fileNameOf(paper.content), pdf });
}

async function writePaper(
  deps: PaperDeps,
  stored: StoredLoan,
  wanted: WantedPaper,
): Promise<Outcome<WrittenPaper<PaperContent>, PaperRefusal>> {
  const { db, sealing } = deps;
  const { loan } = stored;
  const head = paperHead(deps.lender, await findIdentity(db, sealing, loan.borrowerId), loan);
  switch (wanted.kind) {
    case 'contract': {
      const agreed = await deps.agreedContract(loan.borrowerId, loan.loanId);
      return agreed ? writeContract(head, stored, agreed) : refuse({ kind: 'no_such_paper' });
    }
    case 'receipt': {
      const entries = await readEntries(db, loan.borrowerId, loan);
      const found = findPayment(entries, wanted.receiptNo);
      if (!found) return refuse({ kind: 'no_such_paper' });
      const { attemptId } = found.payment;
      const payer = attemptId === null ? undefined : await findPayer(db, sealing, loan.borrowerId, attemptId);
      return allow(
        writeReceipt(head, entries, found, {
          paidFrom: payer ? accountTitle(payer) : sourceOf(found.payment),
          operatorReference: payer?.operatorReference ?? null,
        }),
      );
    }
    case 'statement':
      return writeStatement(head, stored, await readEntries(db, loan.borrowerId, loan), deps.today());
    case 'paid_up_letter':
      return writePaidUpLetter(head, stored);
  }
}

/** Money that stood in suspense came by mobile money, and the payment on the loan has no attempt of its own. */
function sourceOf(payment: BookedPayment): keyof typeof paperWords.receipt.source {
  return payment.kind === 'repaid' && payment.source === 'operator' ? 'mobile_money' : 'wallet';
}

/** "thumba-receipt-100482-4.pdf": plain letters that every phone keeps. The name is in English. */
function fileNameOf(content: PaperContent): string {
  const title = inLanguage(ENGLISH.tag, () => titleOf(content));
  const words = ['thumba', title, content.kind === 'receipt' ? '' : String(content.loanId)];
  return `${words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/-$/, '')}.pdf`;
}
