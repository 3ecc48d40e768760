import { MOBILE_PATTERN } from '@thumba/contract/fields';
import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListFiles } from '../list-files/list-files.tsx';
import { birthText } from './case-words.tsx';

type Entry = StaffAnswer<'listBlocked'>['items'][number];
type Subject = StaffRequest<'addBlocked'>['body']['subject'];
type Kind = Subject['kind'];

const KIND_TITLES: Record<Kind, string> = {
  id_number: 'Identity card',
  mobile: 'Mobile number',
  person: 'Person',
};

/** Whom the lender does not lend to. */
export function BlockedPage() {
  const mayChange = usePerson().permissions.includes('decideCases');
  const [filters, change] = useFilters({});
  const [isAdding, setAdding] = useState(false);
  const [lifted, setLifted] = useState<Entry | null>(null);
  const page = pageNumber(filters.page);
  const query = useStaffAnswer('listBlocked', { query: { page, pageSize: PAGE_SIZE } }, { isList: true });
  useKeys('Blocked list', mayChange ? [{ keys: 'n', does: 'Add an entry', run: () => setAdding(true) }] : []);
  const columns: Column<Entry>[] = [
    { title: 'Kind', cell: ({ kind }) => KIND_TITLES[kind] },
    { title: 'Who', cell: (entry) => <bdi>{textOf(entry)}</bdi> },
    { title: 'Reason', cell: ({ reason }) => reason },
    { title: 'Added by', cell: ({ addedBy }) => addedBy, isExtra: true },
    { title: 'When', cell: ({ addedAt }) => <Time at={addedAt} />, isRight: true },
    ...(mayChange
      ? [
          {
            title: 'Change',
            cell: (entry: Entry) => (
              <Button look="link" onClick={() => setLifted(entry)}>
                Take off<span className="visually-hidden"> the list: {textOf(entry)}</span>
              </Button>
            ),
            isRight: true,
          },
        ]
      : []),
  ];
  return (
    <Page
      title="Blocked list"
      note="newest first"
      actions={
        <>
          {mayChange && (
            <Button look="main" keys="N" onClick={() => setAdding(true)}>
              Add
            </Button>
          )}
          <ListFiles list="listBlocked" />
        </>
      }
    >
      <PagedList
        label="Blocked list"
        query={query}
        empty={[
          'The list is empty',
          'Who is on it cannot borrow, and a payout to them waits. Add a number or a person with “Add”.',
        ]}
        columns={columns}
        keyOf={({ entryId }) => entryId}
        page={page}
        onPage={(next) => change({ page: String(next) })}
      />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {lifted && <LiftDialog entry={lifted} onClose={() => setLifted(null)} />}
    </Page>
  );
}

function textOf({ text, birthDate }: Entry): string {
  return birthDate === null ? text : `${text}, born ${birthText(birthDate)}`;
}

const KIND_CHOICES = (['mobile', 'id_number', 'person'] as const).map((value) => ({
  value,
  text: KIND_TITLES[value],
}));

const LABELS: Record<Kind, { label: string; hint: string }> = {
  mobile: { label: 'Mobile number', hint: 'Ten digits, as in 0977123456' },
  id_number: { label: 'Number of the card', hint: 'As on the card: 123456/10/1' },
  person: { label: 'Name', hint: 'At least two parts, as on the card' },
};

const WRONG: Record<Kind, string> = {
  mobile: 'Write ten digits, as in 0977123456',
  id_number: 'Write the number as on the card: 123456/10/1',
  person: 'Write at least two parts of the name',
};

/** Whether it may be what is asked for. The server checks the rest. */
function isFit(kind: Kind, text: string): boolean {
  if (kind === 'mobile') return MOBILE_PATTERN.test(text.trim());
  return kind === 'id_number' ? /\d/.test(text) : text.trim().includes(' ');
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<Kind>('mobile');
  const [text, setText] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const { send, sending } = useDialogSend('addBlocked', ['listBlocked'], {
    onClose,
    says: () => `${text.trim()} is on the blocked list from now on.`,
  });
  const fields = fieldsOf(sending.failure);
  const [isTried, setTried] = useState(false);
  const wrong = isFit(kind, text) ? undefined : WRONG[kind];
  const problem =
    (isTried ? wrong : undefined) ??
    fields['subject.mobile'] ??
    fields['subject.idNumber'] ??
    fields['subject.name'];
  const subject: Record<Kind, Subject> = {
    mobile: { kind: 'mobile', mobile: text.trim() },
    id_number: { kind: 'id_number', idNumber: text.trim() },
    person: { kind: 'person', name: text.trim(), birthDate },
  };
  return (
    <ConfirmDialog
      title="Add to the blocked list"
      effect={[{ title: 'New loans', before: 'decided by the rules', after: 'declined, and payouts wait' }]}
      checkers="The borrower is told that the account cannot borrow, and not of the list."
      action="Add"
      {...sending}
      failure={problem || fields['subject.birthDate'] ? null : sending.failure}
      check={() => {
        setTried(true);
        return wrong === undefined;
      }}
      onConfirm={(reason) => send({ body: { subject: subject[kind], reason } })}
    >
      <Select
        label="What to block"
        value={kind}
        choices={KIND_CHOICES}
        onChange={(chosen) => setKind(chosen as Kind)}
      />
      <TextField {...LABELS[kind]} value={text} onChange={setText} problem={problem} />
      {kind === 'person' && (
        <TextField
          label="Birth date"
          type="date"
          value={birthDate}
          onChange={setBirthDate}
          problem={fields['subject.birthDate']}
        />
      )}
    </ConfirmDialog>
  );
}

function LiftDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { send, sending } = useDialogSend('liftBlocked', ['listBlocked'], {
    onClose,
    says: () => `${textOf(entry)} is off the blocked list.`,
  });
  return (
    <ConfirmDialog
      title={`Take ${textOf(entry)} off the list`}
      effect={[
        { title: 'New loans', before: 'declined', after: 'decided by the rules' },
        { title: 'Payouts that wait because of it', before: 'held', after: 'sent by themselves' },
      ]}
      action="Take off the list"
      {...sending}
      onConfirm={(reason) => send({ params: { entryId: entry.entryId }, body: { reason } })}
    />
  );
}
