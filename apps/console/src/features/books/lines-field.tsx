import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Money } from '../../ui/money.tsx';
import styles from './books.module.css';
import { emptyLine, type LineProblems, sumsOf, type TypedLine } from './typed-lines.ts';

type Account = StaffAnswer<'listChart'>['accounts'][number];

type LinesFieldProps = {
  lines: readonly TypedLine[];
  /** To which the journal may post. */
  accounts: readonly Account[];
  problems: ReadonlyMap<number, LineProblems>;
  isTooShort: boolean;
  onChange: (lines: TypedLine[]) => void;
};

/** The lines of a journal. The sums of both sides stand below them while they are typed. */
export function LinesField({ lines, accounts, problems, isTooShort, onChange }: LinesFieldProps) {
  const nextKey = Math.max(...lines.map(({ key }) => key), -1) + 1;
  const set = (key: number, changed: Partial<TypedLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...changed } : line)));
  return (
    <fieldset className={styles.lines}>
      <legend>Lines</legend>
      {lines.map((line, index) => (
        <LineField
          key={line.key}
          line={line}
          number={index + 1}
          accounts={accounts}
          problems={problems.get(line.key) ?? {}}
          onChange={(changed) => set(line.key, changed)}
          onRemove={
            lines.length > 2 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : undefined
          }
        />
      ))}
      <div className={styles.sums}>
        <Button onClick={() => onChange([...lines, emptyLine(nextKey)])}>Add a line</Button>
        <Sums lines={lines} />
      </div>
      {isTooShort && <p role="alert">A journal has two lines or more.</p>}
    </fieldset>
  );
}

function Sums({ lines }: { lines: readonly TypedLine[] }) {
  const { debit, credit, apart } = sumsOf(lines);
  return (
    <p role="status">
      Debits <Money kwacha={debit} />, credits <Money kwacha={credit} />{' '}
      {apart === 0 ? (
        <Badge look="good">the same</Badge>
      ) : (
        <Badge look="bad">
          <Money kwacha={apart} /> apart
        </Badge>
      )}
    </p>
  );
}

type LineFieldProps = {
  line: TypedLine;
  number: number;
  accounts: readonly Account[];
  problems: LineProblems;
  onChange: (changed: Partial<TypedLine>) => void;
  onRemove: (() => void) | undefined;
};

function LineField({ line, number, accounts, problems, onChange, onRemove }: LineFieldProps) {
  const isOffered = line.code === '' || accounts.some(({ code }) => code === line.code);
  return (
    <div className={styles.line}>
      <Select
        label={`Account of line ${number}`}
        value={line.code}
        problem={isOffered ? problems.code : 'Such a journal does not post to this account.'}
        choices={[
          { value: '', text: 'Choose' },
          ...(isOffered ? [] : [{ value: line.code, text: line.code }]),
          ...accounts.map(({ code, title }) => ({ value: code, text: `${code} ${title}` })),
        ]}
        onChange={(code) => onChange({ code })}
      />
      <TextField
        label={`Debit ${number}`}
        inputMode="decimal"
        value={line.debit}
        problem={problems.debit}
        onChange={(debit) => onChange({ debit })}
      />
      <TextField
        label={`Credit ${number}`}
        inputMode="decimal"
        value={line.credit}
        problem={problems.credit}
        onChange={(credit) => onChange({ credit })}
      />
      {onRemove && (
        <Button look="link" onClick={onRemove}>
          Remove<span className="visually-hidden"> line {number}</span>
        </Button>
      )}
    </div>
  );
}
