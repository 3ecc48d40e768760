import { sentenceOf } from '../../platform/call-failure.ts';
import { dayText } from '../../platform/time.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { FileField, Form, Select, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { MOST_TEXT, type StatementRead, useStatementImport } from './statement-import.ts';
import { accountText, type BankAccount, kwachaText } from './treasury-words.ts';

/** Has a statement of the bank read, shows what it has, and imports it once a person confirmed it. */
export function StatementDialog({
  accounts,
  onClose,
}: {
  accounts: readonly BankAccount[];
  onClose: () => void;
}) {
  const statement = useStatementImport(onClose);
  const { account, days, read, problem, isBusy, failure } = statement;
  return (
    <Dialog title="Import a statement of the bank" onClose={onClose}>
      <Form onSubmit={statement.submit}>
        {accounts.length > 1 && (
          <Select
            label="Account"
            value={account}
            choices={accounts.map((one) => ({ value: one.account, text: accountText(one) }))}
            onChange={(chosen) => statement.chooseAccount(chosen as typeof account)}
          />
        )}
        <FileField
          label="File"
          hint={`A CSV file with a header, of at most ${MOST_TEXT}. Nothing is kept before you confirm it.`}
          accept=".csv"
          problem={problem}
          onChange={statement.chooseFile}
        />
        <TextField
          label="First day, where the file does not show it"
          type="date"
          value={days.from}
          onChange={(from) => statement.nameDays({ from })}
        />
        <TextField
          label="Last day, where the file does not show it"
          type="date"
          value={days.to}
          onChange={(to) => statement.nameDays({ to })}
        />
        {read && <WhatItHas read={read} />}
        {failure && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={isBusy}>
            {read ? 'Import the statement' : 'Read the file'}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function WhatItHas({ read }: { read: StatementRead }) {
  const { from, to, rows, known, posted, moneyIn, moneyOut, opening, closing, isNew } = read;
  const line = (title: string, after: string) => ({ title, before: null, after });
  return (
    <div role="status">
      {!isNew && <p>This statement was imported before. Its rows are not kept a second time.</p>}
      <Effect
        lines={[
          line('Days', from === to ? dayText(from) : `${dayText(from)} to ${dayText(to)}`),
          line('Rows', known === 0 ? String(rows) : `${rows}, of them ${known} known from before`),
          line('Money in', kwachaText(moneyIn)),
          line('Money out', kwachaText(moneyOut)),
          ...(opening === null || closing === null
            ? [line('Balance', 'not on the statement')]
            : [{ title: 'Balance', before: kwachaText(opening), after: kwachaText(closing) }]),
          line('Posted at once, because the book has the other half', String(posted)),
        ]}
      />
    </div>
  );
}
