import type { StaffAnswer, StaffRequest } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { fieldsOf } from '../../platform/call-failure.ts';
import { pageNumber, useFilters } from '../../platform/filters.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Paging } from '../../ui/paging.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { birthText } from './case-words.tsx';

type Entry = StaffAnswer<'listBlocked'>['items'][number];
type Subject = StaffRequest<'addBlocked'>['body']['subject'];
type Kind = Subject['kind'];

const PAGE_SIZE = 20;
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
        mayChange && (
          <Button look="main" keys="N" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      <Card isFlush>
        <Answer query={query}>
          {({ items, total }) =>
            total === 0 ? (
              <Empty title="The list is empty">
                Who is on it cannot borrow, and a payout to them waits. Add a number or a person with “Add”.
              </Empty>
            ) : (
              <>
                <Table label="Blocked list" rows={items} columns={columns} keyOf={({ entryId }) => entryId} />
                <Paging
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  onPage={(next) => change({ page: String(next) })}
                />
              </>
            )
          }
        </Answer>
      </Card>
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

function AddDialog({ onClose }: { onClose: () => void }) {
  const send = useStaffSend('addBlocked', ['listBlocked']);
  const [kind, setKind] = useState<Kind>('mobile');
  const [text, setText] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const fields = fieldsOf(send.error);
  const problem = fields['subject.mobile'] ?? fields['subject.idNumber'] ?? fields['subject.name'];
  const subject: Record<Kind, Subject> = {
    mobile: { kind: 'mobile', mobile: text.trim() },
    id_number: { kind: 'id_number', idNumber: text.trim() },
    person: { kind: 'person', name: text.trim(), birthDate },
  };
  const labels: Record<Kind, { label: string; hint: string }> = {
    mobile: { label: 'Mobile number', hint: 'Ten digits, as in 0977123456' },
    id_number: { label: 'Number of the card', hint: 'As on the card: 123456/10/1' },
    person: { label: 'Name', hint: 'At least two parts, as on the card' },
  };
  return (
    <ConfirmDialog
      title="Add to the blocked list"
      effect={[{ title: 'New loans', before: 'decided by the rules', after: 'declined, and payouts wait' }]}
      checkers="The borrower is told that the account cannot borrow, and not of the list."
      action="Add"
      isBusy={send.isPending}
      failure={problem || fields['subject.birthDate'] ? null : send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { body: { subject: subject[kind], reason } },
          {
            onSuccess: () => {
              onClose();
              showToast('It is on the blocked list from now on.');
            },
          },
        )
      }
    >
      <Select
        label="What to block"
        value={kind}
        choices={KIND_CHOICES}
        onChange={(chosen) => setKind(chosen as Kind)}
      />
      <TextField {...labels[kind]} value={text} onChange={setText} problem={problem} />
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
  const send = useStaffSend('liftBlocked', ['listBlocked']);
  return (
    <ConfirmDialog
      title={`Take ${textOf(entry)} off the list`}
      effect={[
        { title: 'New loans', before: 'declined', after: 'decided by the rules' },
        { title: 'Payouts that wait because of it', before: 'held', after: 'sent by themselves' },
      ]}
      action="Take off the list"
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { params: { entryId: entry.entryId }, body: { reason } },
          {
            onSuccess: () => {
              onClose();
              showToast(`${textOf(entry)} is off the blocked list.`);
            },
          },
        )
      }
    />
  );
}
