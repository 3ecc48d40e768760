import { type Day, formatDay } from '@thumba/lending/day';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import type { ApprovedRequest, AskedRequest, EffectLine, Execution } from '../../book/staff-request.ts';
import { toDate } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { readAccounts } from '../chart/accounts.ts';
import { faultOfLines, type LayoutFault } from './layout-fault.ts';
import { listLayouts, type ReturnLayout, type ReturnLine, saveLayout } from './layouts.ts';

type WantedLayout = Pick<ReturnLayout, 'source' | 'isConfirmed' | 'startsOn' | 'lines'>;

/** So many changed lines are named in a request. Further ones are counted. */
const MOST_EFFECT_LINES = 40;

/** What a second person is asked for: another layout of the return. Refuses with a sentence. */
export async function askForLayout(
  { db, today }: { db: Database; today(): Day },
  wanted: WantedLayout,
  reason: string,
): Promise<Outcome<AskedRequest, string>> {
  const fault = faultOfLines(wanted.lines, await readAccounts(db));
  if (fault) return refuse(sentenceOf(fault));
  if (wanted.startsOn < today())
    return refuse('A layout counts from today or a later day on. Returns of before keep theirs.');
  const [latest] = await listLayouts(db);
  const seenVersion = latest?.version ?? 0;
  const changed = changedLines(latest?.lines ?? [], wanted.lines);
  const further = changed.length - MOST_EFFECT_LINES;
  return allow({
    kind: 'return_layout',
    title: `Layout ${seenVersion + 1} of the return`,
    subject: 'layout of the return',
    borrowerId: null,
    loanId: null,
    ofStaffId: null,
    payload: { wanted, seenVersion },
    effect: [
      { title: 'Counts from', before: null, after: formatDay(wanted.startsOn) },
      { title: 'Taken from', before: latest?.source ?? null, after: wanted.source },
      {
        title: 'Compared with the form of the regulator',
        before: latest ? yesOrNo(latest.isConfirmed) : null,
        after: yesOrNo(wanted.isConfirmed),
      },
      ...changed.slice(0, MOST_EFFECT_LINES),
      ...(further > 0 ? [{ title: 'Further lines that change', before: null, after: String(further) }] : []),
    ],
    message: null,
    reason,
  });
}

const yesOrNo = (is: boolean) => (is ? 'yes' : 'no');

function changedLines(before: readonly ReturnLine[], after: readonly ReturnLine[]): EffectLine[] {
  const codes = [...new Set([...before, ...after].map(({ code }) => code))];
  const textIn = (lines: readonly ReturnLine[], code: string) => {
    const line = lines.find((candidate) => candidate.code === code);
    return line ? textOf(line) : null;
  };
  return codes
    .map((code) => ({ title: `Line ${code}`, before: textIn(before, code), after: textIn(after, code) }))
    .filter((line) => line.before !== line.after);
}

function textOf(line: ReturnLine): string {
  const name = `${line.part}: ${line.title}`;
  switch (line.is) {
    case 'accounts':
      return `${name} = ${line.accounts.join(' + ')}`;
    case 'result':
      return `${name} = result that is not closed yet`;
    case 'class':
      return `${name} = ${line.figure} of ${line.loanClass}`;
    case 'sum':
      return `${name} = ${line.of.join(' + ')}`;
  }
}

function sentenceOf(fault: LayoutFault): string {
  switch (fault.kind) {
    case 'code_twice':
      return `The code ${fault.code} stands twice.`;
    case 'unknown_account':
      return `The chart has no account ${fault.account}.`;
    case 'account_twice':
      return `The account “${fault.account}” stands in two lines, so it would count twice.`;
    case 'accounts_of_two_types':
      return `Line ${fault.code} adds accounts of two types, for example assets and liabilities.`;
    case 'unknown_line':
      return `Line ${fault.code} adds line ${fault.of}, which does not stand above it.`;
    case 'account_missing':
      return `The account “${fault.account}” stands in no line.`;
  }
}

/** Saves the layout that was approved, unless another one was saved since. */
export async function saveLayoutAsApproved(
  { db, nowMs }: { db: Database; nowMs: number },
  { requestId, madeBy, payload }: ApprovedRequest,
): Promise<Execution> {
  const { wanted, seenVersion } = payload as { wanted: WantedLayout; seenVersion: number };
  const version = await saveLayout(db, {
    ...wanted,
    ...{ version: seenVersion + 1, savedBy: madeBy, now: toDate(nowMs), requestId },
  });
  return version === undefined
    ? { isDone: false, sentence: 'Another layout was saved since this was asked for. Ask again.' }
    : { isDone: true, sentence: `Layout ${version} counts from ${formatDay(wanted.startsOn)} on.` };
}
