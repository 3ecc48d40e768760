import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Form, Select, TextField } from '../../ui/field.tsx';
import { Empty, Failure } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Relation = StaffAnswer<'ownAccount'>['relations'][number];

const RELATIONS: Record<Relation['relation'], string> = { self: 'your own', relative: 'of a relative' };

export function RelationsCard({ relations }: { relations: readonly Relation[] }) {
  const [isDeclaring, setDeclaring] = useState(false);
  useActions('Borrowers close to you', [{ text: 'Declare a borrower', run: () => setDeclaring(true) }]);
  return (
    <Card
      title="Borrowers close to you"
      isFlush
      actions={<Button onClick={() => setDeclaring(true)}>Declare a borrower</Button>}
    >
      {relations.length === 0 ? (
        <Empty title="None declared">
          Declare your own borrower account and those of relatives. You then cannot act on them.
        </Empty>
      ) : (
        <Table
          label="Borrowers close to you"
          rows={relations}
          keyOf={({ mobile, declaredAt }) => mobile + declaredAt}
          columns={[
            { title: 'Mobile number', cell: ({ mobile }) => mobile },
            { title: 'Account', cell: ({ relation }) => RELATIONS[relation] },
            { title: 'Declared', cell: ({ declaredAt }) => <Time at={declaredAt} />, isRight: true },
          ]}
        />
      )}
      {isDeclaring && <DeclareDialog onClose={() => setDeclaring(false)} />}
    </Card>
  );
}

function DeclareDialog({ onClose }: { onClose: () => void }) {
  const [mobile, setMobile] = useState('');
  const [relation, setRelation] = useState<Relation['relation']>('self');
  const { send, sending } = useDialogSend('declareRelation', ['ownAccount'], {
    onClose,
    says: () => 'The borrower was declared.',
  });
  const fields = fieldsOf(sending.failure);
  return (
    <Dialog title="Declare a borrower" onClose={onClose}>
      <Form onSubmit={() => send({ body: { mobile, relation } })}>
        <Select
          label="Account"
          value={relation}
          choices={[
            { value: 'self', text: 'My own' },
            { value: 'relative', text: 'Of a relative' },
          ]}
          onChange={(chosen) => setRelation(chosen as Relation['relation'])}
        />
        <TextField
          label="Mobile number"
          value={mobile}
          onChange={setMobile}
          problem={fields.mobile}
          inputMode="tel"
          autoComplete="off"
        />
        <p>You cannot take a declaration back yourself.</p>
        {sending.failure && Object.keys(fields).length === 0 && (
          <Failure>{sentenceOf(sending.failure)}</Failure>
        )}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="main" isBusy={sending.isBusy}>
            Declare
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
