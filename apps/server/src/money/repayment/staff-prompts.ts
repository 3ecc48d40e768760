import type { StaffBody } from '@thumba/contract/staff/wire';
import type { Day } from '@thumba/lending/day';
import { type ExtensionRefusal, quoteExtension, submitExtension } from '@thumba/lending/extension';
import type { Change, Loan } from '@thumba/lending/loan';
import { formatKwacha, type Ngwee, parseKwacha, toKwacha } from '@thumba/lending/money';
import { type Outcome, refuse } from '@thumba/lending/outcome';
import { firstOwedInstalment } from '@thumba/lending/owed';
import type { StaleQuoteRefusal } from '@thumba/lending/pending';
import { type RepaymentRefusal, submitRepayment } from '@thumba/lending/repayment';
import { staffActor } from '../../book/actor.ts';
import { isContactStopped, isWithAgency } from '../../book/loan/contact-holds.ts';
import { loanToday } from '../../book/loan/loan-view.ts';
import { findBorrowerOfLoan } from '../../book/loan/queries.ts';
import { replyToRefusal } from '../../book/loan/refusal-reply.ts';
import { hasMovedOn, type SeenLoan } from '../../book/loan/seen-loan.ts';
import { readShownLoan, shownLoan } from '../../book/loan/shown-loan.ts';
import { effectOf, type SmsOf, smsText } from '../../book/loan/staff-preview.ts';
import type { PostingRefusal } from '../../book/posting-line/posting.ts';
import type { EffectLine } from '../../book/staff-request.ts';
import { type Account, accountTitle, findAccount } from '../../people/borrower/accounts.ts';
import { type Database, statement } from '../../platform/database.ts';
import { done, NOT_FOUND, type Reply, refused } from '../../platform/reply.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { type StaffServer, serveStaff } from '../../platform/serve-staff.ts';
import {
  type AccountRefusal,
  type CollectionDeps,
  type CollectionRequest,
  previewCollection,
  submitCollection,
} from '../payment/submit-collection.ts';

export type PromptDeps = CollectionDeps & { db: Database; sealing: Sealing; smsOf: SmsOf };

/** The amount of an extension is what it costs today, where no page showed one yet. */
type Prompt = {
  kind: 'payment' | 'extension';
  amountNgwee: Ngwee | undefined;
  accountId: number | undefined;
};

type PromptRefusal =
  | RepaymentRefusal
  | ExtensionRefusal
  | StaleQuoteRefusal
  | { kind: 'contact_stopped' }
  | { kind: 'with_agency' }
  | { kind: 'loan_moved_on' }
  | { kind: 'too_many_prompts' }
  | { kind: 'account_not_named' };

/** As many prompts staff send for one loan in a day. Each rings the phone of a person. */
const PROMPTS_A_DAY = 3;

/**
 * Payments and extensions for which staff send the prompt. The borrower agrees with the PIN, so no second person does,
 * and until then nothing moves.
 */
export function registerPromptRoutes(server: StaffServer, deps: PromptDeps): void {
  serveStaff(server, 'previewPrompt', async ({ params: { loanId }, body }, { person }) => {
    const asked = promptOf(body.prompt);
    const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
    if (borrowerId === undefined) return NOT_FOUND;
    const account = await findAccount(deps.db, deps.sealing, borrowerId, asked.accountId);
    const prompt = account ? { ...asked, accountId: account.accountId } : asked;
    const previewed = await previewCollection(
      deps,
      await requestOf(deps, { borrowerId, loanId, prompt, staffName: person.userName }),
    );
    if (!previewed.ok) return refusedPrompt(previewed.refusal);
    const { preview, amountNgwee } = previewed.value;
    // An extension at no cost sends none.
    const prompted = amountNgwee === 0 ? undefined : account;
    return done({
      title: titleOf(prompt, loanId),
      effect: [...(prompted ? promptLines(prompted, amountNgwee) : []), ...effectOf(preview)],
      message: await smsText(preview.messages, deps.smsOf),
      seen: shownLoan(preview.seen),
      amount: toKwacha(amountNgwee),
      accountId: prompted?.accountId ?? null,
    });
  });

  serveStaff(server, 'sendPrompt', async ({ params: { loanId }, body }, { person, note }) => {
    const { kind, amount } = body.prompt;
    note({ kind, amount });
    const prompt = promptOf(body.prompt);
    const borrowerId = await findBorrowerOfLoan(deps.db, loanId);
    if (borrowerId === undefined) return NOT_FOUND;
    // The default account may be another one by now than the one whose number was shown.
    if (prompt.accountId === undefined && amount > 0) return refusedPrompt({ kind: 'account_not_named' });
    const seen = readShownLoan(body.seen);
    const sent = await submitCollection(
      deps,
      await requestOf(deps, { borrowerId, loanId, prompt, seen, staffName: person.userName }),
    );
    if (!sent.ok) return refusedPrompt(sent.refusal);
    note({ paymentId: sent.value.paymentId });
    return done({ sentence: sentenceOf(prompt, loanId, sent.value.status) });
  });
}

type Wanted = {
  borrowerId: number;
  loanId: number;
  prompt: Prompt;
  staffName: string;
  /** The loan as a page showed it. No prompt is sent for a loan that changed since. */
  seen?: SeenLoan;
};

async function requestOf(
  deps: PromptDeps,
  { borrowerId, loanId, prompt, staffName, seen }: Wanted,
): Promise<CollectionRequest<PromptRefusal>> {
  const on = deps.today();
  const before = (await deps.db.row(beforePromptStatement, { borrowerId, loanId, on }))!;
  return {
    borrowerId,
    loanId,
    payer: { accountId: prompt.accountId },
    idempotency: undefined,
    actor: staffActor(staffName),
    submit(loan, { attemptId, on }) {
      if (before.is_contact_stopped) return refuse({ kind: 'contact_stopped' });
      if (before.is_with_agency) return refuse({ kind: 'with_agency' });
      if (seen && hasMovedOn(loanToday(loan, on), seen)) return refuse({ kind: 'loan_moved_on' });
      const submitted = submitPrompt(loan, prompt, { attemptId, on });
      return submitted.ok && before.sent_today >= PROMPTS_A_DAY
        ? refuse({ kind: 'too_many_prompts' })
        : submitted;
    },
  };
}

const beforePromptStatement = statement<
  { sent_today: number; is_contact_stopped: boolean; is_with_agency: boolean },
  { borrowerId: number; loanId: number; on: Day }
>(
  'staff prompts: what is known before one is sent',
  `select (select count(*)::integer from loan_event
       where borrower_id = $borrowerId and loan_id = $loanId and kind = 'repayment_submitted' and on_day = $on
         and actor like 'staff:%') as sent_today,
     ${isContactStopped('$borrowerId')} as is_contact_stopped,
     ${isWithAgency({ borrowerId: '$borrowerId', loanId: '$loanId' })} as is_with_agency`,
);

function submitPrompt(
  loan: Loan,
  { kind, amountNgwee }: Prompt,
  { attemptId, on }: { attemptId: string; on: Day },
): Outcome<Change, RepaymentRefusal | ExtensionRefusal | StaleQuoteRefusal> {
  if (kind === 'payment') {
    const period = firstOwedInstalment(loanToday(loan, on))?.period ?? 1;
    return submitRepayment(loan, { attemptId, period, amountNgwee: amountNgwee!, on });
  }
  const quote = quoteExtension(loan, on);
  if (!quote.ok) return quote;
  return submitExtension(loan, { attemptId, amountNgwee: amountNgwee ?? quote.value.amountNgwee, on });
}

function promptOf({
  kind,
  accountId,
  ...given
}: StaffBody<'previewPrompt'>['prompt'] | StaffBody<'sendPrompt'>['prompt']): Prompt {
  return {
    kind,
    amountNgwee: 'amount' in given ? parseKwacha(given.amount) : undefined,
    accountId: accountId ?? undefined,
  };
}

/** Where the prompt goes, and what it asks for. */
function promptLines(account: Account, amountNgwee: Ngwee): EffectLine[] {
  return [
    { title: 'PIN prompt on', before: null, after: accountTitle(account) },
    { title: 'The prompt asks for', before: null, after: formatKwacha(amountNgwee) },
  ];
}

function titleOf({ kind }: Prompt, loanId: number): string {
  return kind === 'payment' ? `A payment for order ${loanId}` : `Later dates for order ${loanId}`;
}

function sentenceOf({ kind }: Prompt, loanId: number, status: 'pending' | 'succeeded'): string {
  if (status === 'succeeded') return `Order ${loanId} has its later dates. They cost nothing.`;
  const what = kind === 'payment' ? 'payment' : 'extension';
  return `The prompt is on its way. The ${what} is posted once the borrower has entered the PIN.`;
}

const SENTENCES = {
  contact_stopped:
    'Contact with this borrower is stopped, so staff send no prompt. The loan can be paid in the app.',
  with_agency: 'An agency collects this loan, so staff send no prompt. The loan can be paid in the app.',
  loan_moved_on: 'The loan changed since this was shown. No prompt was sent. Please look again.',
  too_many_prompts: `Staff sent ${PROMPTS_A_DAY} prompts for this loan today. The borrower can pay in the app.`,
  account_not_named: 'Please look again, and send the prompt to the number that is shown.',
  no_such_account: 'The borrower has no such account.',
  operator_not_connected: 'We cannot collect from this operator yet. Please choose another account.',
  operator_stopped:
    'The operator of this account is stopped: see Operators. Please choose another account, or wait until it runs.',
};

/** The refusals that another amount would not meet. */
const OF_AMOUNT = ['below_minimum', 'leaves_too_little', 'above_remaining'];

function refusedPrompt(refusal: PromptRefusal | AccountRefusal | PostingRefusal): Reply<never> {
  switch (refusal.kind) {
    case 'contact_stopped':
    case 'with_agency':
    case 'loan_moved_on':
    case 'too_many_prompts':
    case 'account_not_named':
    case 'no_such_account':
    case 'operator_not_connected':
    case 'operator_stopped':
      return refused(409, SENTENCES[refusal.kind], { reason: refusal.kind });
    case 'stale_quote':
      return refused(409, `It costs ${formatKwacha(refusal.amountNgwee)} now. Please look again.`, {
        reason: refusal.kind,
      });
    default: {
      const reply = replyToRefusal(refusal);
      if (reply.code === 200 || reply.code === 404) return reply;
      const fields = OF_AMOUNT.includes(refusal.kind) ? { fields: { 'prompt.amount': reply.msg } } : {};
      return refused(reply.code, reply.msg, { reason: refusal.kind, ...fields });
    }
  }
}
