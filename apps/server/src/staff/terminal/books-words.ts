import { parseArgs } from 'node:util';
import type { Day } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { allow, type Outcome, refuse } from '@thumba/lending/outcome';
import { describeSpanRefusal, readSpan, type Span } from '../../accounting/report/asked-for.ts';
import { describeTie, type Tie } from '../../accounting/report/report.ts';
import { type CommandAnswer, declined } from './terminal-command.ts';
import { whyUnreadable } from './unreadable-words.ts';

const DAY_OPTIONS = ['on', 'from', 'to', 'period'] as const;

/** What stands after the options of a command on the books, by the names of the options, and the days among it. */
export type BooksWords<Name extends string> = { span: Span; values: Partial<Record<Name, string>> };

/**
 * Reads options that each take one word: those that say the days, and those of the command. A refusal is one sentence for
 * the person at the terminal.
 */
export function readBooksWords<Name extends string>(
  words: readonly string[],
  names: readonly Name[],
  today: Day,
): Outcome<BooksWords<Name>, string> {
  const options = Object.fromEntries(
    [...DAY_OPTIONS, ...names].map((name) => [name, { type: 'string' as const }]),
  );
  let values: Partial<Record<string, string>>;
  try {
    values = parseArgs({ args: [...words], options }).values as Partial<Record<string, string>>;
  } catch (error) {
    const reason = whyUnreadable(error);
    if (reason === undefined) throw error;
    return refuse(reason);
  }
  const empty = Object.keys(values).find((name) => values[name] === '');
  if (empty !== undefined) return refuse(`Please say what stands after --${empty}.`);
  const span = readSpan(values, today);
  return span.ok
    ? allow({ span: span.value, values: values as Partial<Record<Name, string>> })
    : refuse(describeSpanRefusal(span.refusal));
}

/** What failed is written also, because it shows where. The exit status says it. */
export function declineFailedTies(failed: readonly Tie[]): CommandAnswer {
  return declined(
    'What was written does not tie to the book:',
    ...failed.map(
      (tie) => `  ${describeTie(tie)}: a difference of ${formatKwacha(tie.leftNgwee - tie.rightNgwee)}`,
    ),
  );
}
