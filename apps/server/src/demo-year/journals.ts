import { kwacha } from '@thumba/lending/money';
import { approveProposal } from '../accounting/journal/answer-proposal.ts';
import { proposeJournal } from '../accounting/journal/proposals.ts';
import { staffActor } from '../book/actor.ts';
import type { YearLender } from './year-lender.ts';

/** What an operator charges for the statements of a quarter. Its bill comes with that of the office. */
const STATEMENT_CHARGE_NGWEE = kwacha(75);

/** One person of finance moves a charge of the operators out of the other expenses, and another one approves. */
export async function moveStatementCharge(lender: YearLender): Promise<void> {
  const amountNgwee = STATEMENT_CHARGE_NGWEE;
  const lines = [
    { accountText: 'operator_charge_expense', debitNgwee: amountNgwee },
    { accountText: 'other_expense', creditNgwee: amountNgwee },
  ];
  const reason = 'The bill of the office has a charge of MTN for statements';
  const proposedBy = staffActor('lweendo');
  const proposed = await proposeJournal(lender, { lines }, { kind: 'manual', reason, proposedBy });
  if (!proposed.ok) throw new Error(`a journal of the year was refused: ${proposed.refusal.kind}`);
  lender.pass(40 * 60);
  const { proposalId } = proposed.value;
  const posted = await approveProposal(lender, { proposalId, approvedBy: staffActor('suwilanji') });
  if (!posted.ok) throw new Error(`a journal of the year was not posted: ${posted.refusal.kind}`);
}
