import { addDays, type Day, formatDayCount } from '@thumba/lending/day';
import { formatKwacha } from '@thumba/lending/money';
import { describeMovement } from './describe-movement.ts';
import { movementWords } from './movement-words.ts';
import type { EarlierMovement, Movement } from './paper-content.ts';

type AnyMovement = Movement | EarlierMovement;

/** A line of a printed statement: one movement, or a run of equal late charges from `from` to `on`. */
export type StatementLine = Omit<EarlierMovement, 'lateDays'> & { from: Day };

type Run = { first: AnyMovement; last: AnyMovement; days: number; addedNgwee: number };

/**
 * A late loan has a movement for each day, which would fill pages with one amount. Late charges of days that follow
 * each other are one line, if the amount of a day is the same and all of them are in the book, or none.
 */
export function statementLines(movements: readonly AnyMovement[]): StatementLine[] {
  const runs: Run[] = [];
  for (const movement of movements) {
    const run = runs.at(-1);
    if (run && continues(run, movement)) {
      run.last = movement;
      run.days += movement.lateDays!;
      run.addedNgwee += movement.addedNgwee;
    } else {
      runs.push({
        first: movement,
        last: movement,
        days: movement.lateDays ?? 0,
        addedNgwee: movement.addedNgwee,
      });
    }
  }
  return runs.map(lineOf);
}

function continues({ last }: Run, next: AnyMovement): boolean {
  if (!last.lateDays || !next.lateDays || last.takenOffNgwee + next.takenOffNgwee > 0) return false;
  return (
    addDays(next.on, -next.lateDays) === last.on &&
    next.addedNgwee * last.lateDays === last.addedNgwee * next.lateDays &&
    (next.at === null) === (last.at === null)
  );
}

function lineOf({ first, last, days, addedNgwee }: Run): StatementLine {
  const { lateDays: _days, ...movement } = { ...last, ...describeMovement(last) };
  if (days < 2) return { ...movement, from: last.on };
  const from = addDays(first.on, 1 - first.lateDays!);
  const ofDayNgwee = addedNgwee / days;
  const isWhole = Number.isInteger(ofDayNgwee);
  const detail = isWhole
    ? movementWords.run(formatDayCount(days), formatKwacha(ofDayNgwee))
    : formatDayCount(days);
  return { ...movement, from, detail, addedNgwee };
}
