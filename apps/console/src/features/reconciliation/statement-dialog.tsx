import { formatCount } from '@thumba/lending/count';
import { formatKwacha } from '@thumba/lending/money';
import { sentenceOf } from '../../platform/call-failure.ts';
import { dayText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { FileField, Form, Select, TextField } from '../../ui/field.tsx';
import { Sending } from '../../ui/progress.tsx';
import { Failure } from '../../ui/states.tsx';
import styles from './reconciliation.module.css';
import { OPERATOR_CHOICES, type StatementOperator } from './reconciliation-words.tsx';
import { type Days, MOST_TEXT, type Read, useStatementImport } from './statement-import.ts';

type Statement = NonNullable<Read['statement']>;

/** Has a statement read, shows what it has or what is wrong on which line, and imports it once a person confirmed it. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const statement = useStatementImport(onClose);
  const { operator, read, problem, failure, sent, isShown } = statement;
  return (
    <Dialog title="Import a statement" onClose={onClose}>
      <Form onSubmit={statement.submit}>
        <Select
          label="Operator"
          value={operator}
          choices={OPERATOR_CHOICES}
          onChange={(chosen) => statement.chooseOperator(chosen as StatementOperator)}
        />
        <FileField
          label="File"
          hint={`The export of the account as CSV, at most ${MOST_TEXT}. Nothing is kept before you confirm it.`}
          accept=".csv,.txt"
          problem={problem?.of === 'file' ? problem.text : undefined}
          onChange={statement.chooseFile}
        />
        {sent && <Sending sent={sent} />}
        {read && <Problems read={read} />}
        {read?.statement && (
          <>
            <WhatItHas statement={read.statement} />
            <NamedDays
              isNeeded={read.statement.days === null}
              days={statement.days}
              problem={problem?.of === 'days' ? problem.text : undefined}
              onChange={statement.nameDays}
            />
          </>
        )}
        {failure && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={statement.isBusy}>
            {isShown ? 'Import the statement' : 'Read the file'}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

/** All bad lines that are told, so that the file is mended once. */
function Problems({ read: { problems, isMore } }: { read: Read }) {
  if (problems.length === 0) return null;
  return (
    <Failure>
      <p>Nothing of this file was taken:</p>
      <ul className={styles.problems}>
        {problems.map(({ line, problem }) => (
          <li key={`${line} ${problem}`}>
            Line {formatCount(line)}: {problem}.
          </li>
        ))}
        {isMore && <li>More lines have problems.</li>}
      </ul>
    </Failure>
  );
}

function countText({ count, amount }: Statement['collections']): string {
  return `${formatCount(count)}, together ${formatKwacha(Math.round(amount * 100))}`;
}

function WhatItHas({ statement }: { statement: Statement }) {
  const { rows, collections, payouts, reversals, failed, otherMovements, days, missing } = statement;
  const line = (title: string, after: string) => ({ title, before: null, after });
  const daysText =
    days === null
      ? 'none: the file has no rows'
      : days.from === days.to
        ? dayText(days.from)
        : `${dayText(days.from)} to ${dayText(days.to)}`;
  return (
    <div role="status">
      <Effect
        lines={[
          line('Days of its rows', daysText),
          line('Rows', formatCount(rows)),
          line('Money that came', countText(collections)),
          line('Money that left', countText(payouts)),
          line('Given back', countText(reversals)),
          line('Failed or pending', formatCount(failed)),
          line('Other movements', formatCount(otherMovements)),
          ...(missing === null ? [] : [line('Payments of ours that it does not show', formatCount(missing))]),
        ]}
      />
    </div>
  );
}

type NamedDaysProps = {
  isNeeded: boolean;
  days: Days;
  problem: string | undefined;
  onChange: (named: Partial<Days>) => void;
};

/** On a quiet day the rows do not show which days the statement covers. */
function NamedDays({ isNeeded, days, problem, onChange }: NamedDaysProps) {
  const why = 'Only if the statement covers more days than its rows show.';
  return (
    <div className={styles.days}>
      <TextField
        label={isNeeded ? 'First day' : 'First day, if it is another'}
        type="date"
        hint={isNeeded ? undefined : why}
        value={days.from}
        problem={problem}
        onChange={(from) => onChange({ from })}
      />
      <TextField
        label={isNeeded ? 'Last day' : 'Last day, if it is another'}
        type="date"
        value={days.to}
        onChange={(to) => onChange({ to })}
      />
    </div>
  );
}
