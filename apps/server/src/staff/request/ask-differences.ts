import { createHash } from 'node:crypto';
import type { EndOfMany } from '@thumba/contract/staff/difference-kinds';
import { formatCount } from '@thumba/lending/count';
import { formatKwacha, ngwee } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { Actor } from '../../book/actor.ts';
import type { AskedRequest, EffectLine } from '../../book/staff-request.ts';
import { digestOfRequest } from '../../book/staff-request-preview.ts';
import { isOwnDifference } from '../../money/reconciliation/difference-owners.ts';
import { factsOf } from '../../money/reconciliation/difference-pages.ts';
import { isLeftByOne, possibleEnds } from '../../money/reconciliation/probable.ts';
import { readDifference } from '../../money/reconciliation/read-difference.ts';
import { describeResolutionRefusal } from './difference-refusal-text.ts';
import {
  askForDifference,
  type DifferenceDeps,
  type DifferenceMatch,
  type DifferencePayload,
} from './match-difference.ts';

export type DifferencesPayload = {
  thing: 'differences';
  to: EndOfMany;
  items: Pick<DifferencePayload, 'match' | 'seen'>[];
};

export type WantedDifferences = { to: EndOfMany; differenceIds: readonly number[] };

/** A difference that is left out, and why. */
export type LeftOut = { differenceId: number; sentence: string };

export type AskedDifferences = {
  title: string;
  effect: EffectLine[];
  /** Those that are resolved. */
  differenceIds: number[];
  leftOut: LeftOut[];
  /** Whether one person may do it. */
  isAlone: boolean;
  payload: DifferencesPayload;
};

type AskDeps = DifferenceDeps & {
  /** Whether the person who asks is related to the borrower. */
  isOwn(borrowerId: number): Promise<boolean>;
};

const WORDS: Readonly<Record<EndOfMany, { title: string; after: string }>> = {
  loan: { title: 'Post to the loans that they probably are for', after: 'posted to loan' },
  suspense: { title: 'Put into suspense', after: 'in suspense' },
  taken_back: { title: 'Take payments back that the operator took back', after: 'taken back from loan' },
  leave: { title: 'Leave both books as they are', after: 'left as it is' },
};

type Item = Pick<DifferencePayload, 'match' | 'seen'> & { loanId: number | null };
type Looked = { differenceId: number; operatorNgwee: number; ourNgwee: number; isAlone: boolean; item: Item };

/** What resolving many differences in the same way would do today. Those for which it cannot be done are left out. */
export async function askForDifferences(
  deps: AskDeps,
  { to, differenceIds }: WantedDifferences,
  by: { actor: Actor; reason: string },
): Promise<AskedDifferences> {
  const looked: Looked[] = [];
  const leftOut: LeftOut[] = [];
  const loans = new Set<number>();
  for (const differenceId of [...new Set(differenceIds)].toSorted((one, other) => one - other)) {
    const look = await lookAt(deps, { differenceId, to }, by);
    const loanId = look.ok ? look.value.item.loanId : null;
    if (!look.ok) leftOut.push({ differenceId, sentence: look.refusal });
    // What the first one does to the loan would be unlike what is shown for the second one.
    else if (loanId !== null && loans.has(loanId))
      leftOut.push({
        differenceId,
        sentence: `Another one of these is for loan ${loanId}. Ask for it afterwards.`,
      });
    else {
      looked.push(look.value);
      if (loanId !== null) loans.add(loanId);
    }
  }
  return {
    title: `${WORDS[to].title}: ${countText(looked.length)}, ${moneyText(sumOf(looked, 'operatorNgwee'))} at the operator`,
    effect: effectOf(to, looked),
    differenceIds: looked.map(({ differenceId }) => differenceId),
    leftOut,
    isAlone: looked.length > 0 && looked.every(({ isAlone }) => isAlone),
    payload: { thing: 'differences', to, items: looked.map(({ item }) => itemOf(item)) },
  };
}

function itemOf({ match, seen }: Item): Pick<DifferencePayload, 'match' | 'seen'> {
  return { match, seen };
}

async function lookAt(
  deps: AskDeps,
  { differenceId, to }: { differenceId: number; to: EndOfMany },
  { actor, reason }: { actor: Actor; reason: string },
): Promise<Outcome<Looked, string>> {
  const whole = await readDifference(deps, differenceId);
  if (!whole) return refuse(describeResolutionRefusal({ kind: 'no_such_difference' }));
  const { row, probable } = whole;
  if (row.state !== 'open') return refuse(describeResolutionRefusal({ kind: 'already_resolved' }));
  const amounts = { operatorNgwee: row.statement_ngwee ?? 0, ourNgwee: row.attempt_ngwee ?? 0 };
  if (await isOwnDifference(deps.db, differenceId, deps.isOwn)) return refuse(RELATED);
  if (!possibleEnds({ ...factsOf(row), state: row.state }).includes(to))
    return refuse('This kind of difference cannot be resolved so.');
  const loan = row.loans.find(({ loanId }) => loanId === probable?.loanId);
  if (to === 'loan' && !loan) return refuse('No single loan is probable for it.');
  const match: DifferenceMatch =
    to === 'loan'
      ? { to, differenceId, borrowerId: loan!.borrowerId, loanId: loan!.loanId }
      : { to, differenceId };
  const asked = await askForDifference(deps, match, { actor, reason });
  if (!asked.ok) return refuse(describeResolutionRefusal(asked.refusal));
  const { borrowerId, loanId, payload } = asked.value;
  if (borrowerId !== null && (await deps.isOwn(borrowerId))) return refuse(RELATED);
  const { seen } = payload as DifferencePayload;
  const isAlone = to === 'leave' && isLeftByOne(factsOf(row));
  return allow({ differenceId, ...amounts, isAlone, item: { match, seen, loanId } });
}

const RELATED = 'This is about your own account or that of a relative. Another person has to do it.';

function effectOf(to: EndOfMany, looked: readonly Looked[]): EffectLine[] {
  return [
    { title: 'Differences', before: countText(looked.length), after: 'resolved, one after the other' },
    { title: 'The operator has', before: moneyText(sumOf(looked, 'operatorNgwee')), after: null },
    { title: 'Our payments have', before: moneyText(sumOf(looked, 'ourNgwee')), after: null },
    ...looked.map(({ differenceId, operatorNgwee, ourNgwee, item }) => ({
      title: `Difference ${differenceId}`,
      before: moneyText(operatorNgwee || ourNgwee),
      after: [WORDS[to].after, item.loanId].filter(Boolean).join(' '),
    })),
  ];
}

function countText(count: number): string {
  return count === 1 ? '1 difference' : `${formatCount(count)} differences`;
}

function sumOf(looked: readonly Looked[], amount: 'operatorNgwee' | 'ourNgwee'): number {
  return looked.reduce((sum, one) => sum + one[amount], 0);
}

function moneyText(amountNgwee: number): string {
  return formatKwacha(ngwee(amountNgwee));
}

/** Names what was shown, with those that are left out. */
export function digestOfDifferences(asked: AskedDifferences): string {
  return digestOfRequest(requestOfDifferences(asked, ''), asked.leftOut, asked.isAlone);
}

/** The request for a second person. The same differences are asked for once at a time. */
export function requestOfDifferences(
  { title, effect, differenceIds, payload }: AskedDifferences,
  reason: string,
): AskedRequest {
  const named = createHash('sha256').update(differenceIds.join(' ')).digest('hex').slice(0, 16);
  return {
    kind: 'manual_match',
    ...{ title, effect, payload, reason: reason.trim() },
    subject: `differences ${named}`,
    ...{ borrowerId: null, loanId: null, ofStaffId: null, message: null },
  };
}
