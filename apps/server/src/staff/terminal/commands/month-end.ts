import type { IncomePolicy } from '@thumba/accounting/effective-interest';
import { isMonth } from '@thumba/accounting/month';
import { formatKwacha } from '@thumba/lending/money';
import { listAccrualRuns } from '../../../accounting/month-end/accrual.ts';
import { readIncomePolicy, setIncomePolicy } from '../../../accounting/month-end/income-policy.ts';
import { loanCount, type MonthEndStep, runMonthEnd } from '../../../accounting/month-end/month-end.ts';
import { staffActor } from '../../../book/actor.ts';
import { impairmentStep } from '../../closing/impairment-step.ts';
import { answerTables, IMPAIRMENT_USAGE, showRun } from '../impairment-desk.ts';
import { type StaffDesk, staffCommand } from '../staff-desk.ts';
import { type CommandAnswer, declined, told } from '../terminal-command.ts';

const USAGE = [
  'npm run month-end                                      the months that were run, and the income policy',
  'npm run month-end -- <month>                           runs the end of a month, such as 2026-12, or continues it',
  'npm run month-end -- policy straight-line|effective    how income is shown from the next run on',
  ...IMPAIRMENT_USAGE,
];

/** The words of the terminal for the policies. */
const POLICIES: Readonly<Record<string, IncomePolicy>> = {
  'straight-line': 'straight_line',
  effective: 'effective',
};

export const command = staffCommand({
  purpose:
    'brings income and expected losses of a month into the book, and keeps the tables that they follow',
  recorded: {
    command: 'month-end',
    actions: ['policy', 'save'],
    actionOfValue: { isValue: isMonth, action: 'run' },
  },
  async atDesk(desk, [verb, ...words]): Promise<CommandAnswer> {
    if (verb === undefined) return told(...(await listLines(desk)));
    if (verb === 'policy' && words.length === 1) return choosePolicy(desk, words[0]!);
    if (verb === 'tables') return answerTables(desk, words);
    if (verb === 'show' && words.length === 1 && isMonth(words[0]!)) return showRun(desk, words[0]!);
    if (isMonth(verb) && words.length === 0) {
      return runMonthEnd(
        { ...desk, steps: stepsOf(desk) },
        { month: verb, actor: staffActor(desk.staffName()) },
      );
    }
    return declined(...USAGE);
  },
});

/** What follows after the income of a month, in this order. */
function stepsOf(desk: StaffDesk): MonthEndStep[] {
  return [impairmentStep(desk)];
}

async function choosePolicy(desk: StaffDesk, word: string): Promise<CommandAnswer> {
  const policy = Object.hasOwn(POLICIES, word) ? POLICIES[word] : undefined;
  if (policy === undefined) return declined(...USAGE);
  const { isChanged } = await setIncomePolicy(desk, { policy, actor: staffActor(desk.staffName()) });
  return isChanged
    ? told(`Income is shown by the policy ${word} from the next month-end run on.`)
    : declined(`Nothing was changed. The policy ${word} is in force.`);
}

async function listLines({ db }: StaffDesk): Promise<string[]> {
  const { policy, setBy } = await readIncomePolicy(db);
  const word = Object.keys(POLICIES).find((name) => POLICIES[name] === policy);
  const runs = await listAccrualRuns(db);
  return [
    `Income policy: ${word}${setBy === null ? '' : `, chosen by ${setBy}`}`,
    ...(runs.length === 0 ? ['No month was run yet.'] : []),
    ...runs.map(
      ({ month, loansMoved, interestNgwee, feeNgwee, actor, finishedAt }) =>
        `${month}  ${finishedAt === null ? 'not finished' : 'finished'}  ${loanCount(loansMoved)}  interest ${formatKwacha(interestNgwee)}  fees ${formatKwacha(feeNgwee)}  by ${actor}`,
    ),
  ];
}
