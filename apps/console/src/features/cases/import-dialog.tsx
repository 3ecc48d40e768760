import { sentenceOf } from '../../platform/call-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Effect } from '../../ui/effect.tsx';
import { Checks, FileField, Form, Select } from '../../ui/field.tsx';
import { Sending } from '../../ui/progress.tsx';
import { Failure } from '../../ui/states.tsx';
import { countText, LIST_NAMES, labelText } from './case-words.tsx';
import { type Kind, MOST_TEXT, type Read, useListImport } from './list-import.ts';

const KINDS: Record<Kind, { accept: string; hint: string }> = {
  un: { accept: '.xml', hint: 'The consolidated list of the Security Council, as XML.' },
  domestic: {
    accept: '.csv',
    hint: 'A CSV file with the columns reference and name, and what else is known.',
  },
  pep: { accept: '.csv', hint: 'A CSV file with the columns reference and name, and what else is known.' },
};
const CHOICES = (Object.keys(KINDS) as Kind[]).map((value) => ({ value, text: LIST_NAMES[value] }));

/** Has a file read, shows what it is, and imports it once a person confirmed it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const list = useListImport(onClose);
  const { kind, read, problem, failure, sent } = list;
  const { hint, accept } = KINDS[kind];
  return (
    <Dialog title="Import a list" onClose={onClose}>
      <Form onSubmit={list.submit}>
        <Select
          label="List"
          value={kind}
          choices={CHOICES}
          hint={hint}
          onChange={(chosen) => list.chooseKind(chosen as Kind)}
        />
        <FileField
          label="File"
          hint={`At most ${MOST_TEXT}, in UTF-8. Nothing is replaced before you confirm it.`}
          accept={accept}
          problem={problem?.of === 'file' ? problem.text : undefined}
          onChange={list.chooseFile}
        />
        {sent && <Sending sent={sent} />}
        {read && <WhatItIs kind={kind} read={read} />}
        {read?.age === 'older' && (
          <Checks
            label="This file is older than the list in use"
            choices={[
              { value: 'older', text: 'The newer list was wrong, and the older one comes back into use' },
            ]}
            problem={problem?.of === 'older' ? problem.text : undefined}
            chosen={list.isOlderTaken ? ['older'] : []}
            onChange={(chosen) => list.takeOlder(chosen.length > 0)}
          />
        )}
        {failure && <Failure>{sentenceOf(failure)}</Failure>}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <SubmitButton read={read} isBusy={list.isBusy} />
        </Actions>
      </Form>
    </Dialog>
  );
}

function SubmitButton({ read, isBusy }: { read: Read | null; isBusy: boolean }) {
  if (read?.age === 'in_use') return null;
  const text = {
    newer: read?.inUse ? 'Replace the list' : 'Import the list',
    older: 'Go back to the older list',
  };
  return (
    <Button type="submit" look={read?.age === 'older' ? 'danger' : 'main'} isBusy={isBusy}>
      {read ? text[read.age] : 'Read the file'}
    </Button>
  );
}

/** What the file is, beside the list that it replaces. */
function WhatItIs({ kind, read }: { kind: Kind; read: Read }) {
  const { inUse, people, added, removed, age } = read;
  if (age === 'in_use')
    return <p role="status">This file is the list that is in use already. There is nothing to import.</p>;
  const importedNow = { label: read.label, since: read.label };
  return (
    <div role="status">
      <Effect
        lines={[
          {
            title: LIST_NAMES[kind],
            before: inUse ? labelText(kind, inUse) : 'none',
            after: labelText(kind, importedNow),
          },
          { title: 'People', before: countText(inUse?.people ?? 0), after: countText(people) },
          { title: 'New on the list', before: null, after: countText(added) },
          { title: 'No longer on it', before: null, after: countText(removed) },
        ]}
      />
    </div>
  );
}
