import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Failure } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './books.module.css';

type Mapping = StaffAnswer<'getMapping'>;
type Line = Mapping['lines'][number];

const columns: readonly Column<Line>[] = [
  { title: 'Account', cell: ({ code, title }) => `${code} ${title}` },
  { title: 'Account there', cell: ({ target }) => <bdi>{target}</bdi> },
  { title: 'Tax rate there', cell: ({ taxRate }) => <bdi>{taxRate}</bdi> },
  { title: 'From', cell: ({ isOfChart }) => (isOfChart ? 'our chart' : <Badge look="good">mapping</Badge>) },
];

/** Where each account goes in another general ledger. */
export function MappingPage() {
  const query = useStaffAnswer('getMapping', {});
  const mayKeep = usePerson().permissions.includes('keepBooks');
  const [isEditing, setEditing] = useState(false);
  useKeys('Mapping', mayKeep ? [{ keys: 'e', does: 'Change the mapping', run: () => setEditing(true) }] : []);
  return (
    <Page
      title="Mapping"
      note="where accounts go in another general ledger"
      actions={
        <>
          <ButtonLink to="/books/export">Export</ButtonLink>
          {mayKeep && !isEditing && query.data && (
            <Button keys="E" onClick={() => setEditing(true)}>
              Change
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(mapping) => (
          <Cards>
            <p>
              {mapping.savedAt === null ? (
                'No mapping was saved: each account keeps the code and the tax code of our chart.'
              ) : (
                <>
                  Version {mapping.version}, saved by <bdi>{mapping.savedBy}</bdi>{' '}
                  <Time at={mapping.savedAt} />.
                </>
              )}
            </p>
            {isEditing ? (
              <MappingForm mapping={mapping} onClose={() => setEditing(false)} />
            ) : (
              <Card isFlush>
                <Table label="Accounts" rows={mapping.lines} columns={columns} keyOf={({ code }) => code} />
              </Card>
            )}
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function MappingForm({ mapping, onClose }: { mapping: Mapping; onClose: () => void }) {
  const [lines, setLines] = useState(mapping.lines);
  const [isTried, setTried] = useState(false);
  const { mutate, isPending, error } = useStaffSend('saveMapping', ['getMapping', 'readLedgerExport']);
  const set = (code: string, changed: Partial<Line>) =>
    setLines(lines.map((line) => (line.code === code ? { ...line, ...changed } : line)));
  const isWrong = ({ target }: Line) => target.trim() === '';
  const submit = () => {
    setTried(true);
    if (lines.some(isWrong) || isPending) return;
    const body = {
      after: mapping.version,
      lines: lines.map(({ code, target, taxRate }) => ({ code, target, taxRate })),
    };
    mutate(
      { body },
      {
        onSuccess({ version }) {
          onClose();
          showToast(`Version ${version} of the mapping is saved. It counts from the next export on.`);
        },
      },
    );
  };
  return (
    <Card title="Change the mapping">
      <Form onSubmit={submit}>
        {lines.map((line) => (
          <fieldset key={line.code} className={styles.mapped}>
            <legend>
              {line.code} {line.title}
            </legend>
            <TextField
              label={`Account there, of ${line.code}`}
              value={line.target}
              maxLength={50}
              problem={isTried && isWrong(line) ? 'Write the account there.' : undefined}
              onChange={(target) => set(line.code, { target })}
            />
            <TextField
              label={`Tax rate there, of ${line.code}`}
              value={line.taxRate}
              maxLength={50}
              onChange={(taxRate) => set(line.code, { taxRate })}
            />
          </fieldset>
        ))}
        {error && <Failure>{sentenceOf(error)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={isPending} keys="Ctrl Enter">
            Save the mapping
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
