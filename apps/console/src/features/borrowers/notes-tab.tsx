import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';
import { PAGE_SIZE, PagedList } from './paged-list.tsx';

type NotesTabProps = TabProps & { text: string; onText: (text: string) => void };

/** Notes of staff. The typed text stays until it is written, also over a failure and the end of a session. */
export function NotesTab({ borrowerId, page, onPage, text, onText }: NotesTabProps) {
  const mayWrite = usePerson().permissions.includes('writeNote');
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  const query = useStaffAnswer('listBorrowerNotes', request, { isList: true });
  return (
    <Cards>
      {mayWrite && <WriteCard borrowerId={borrowerId} text={text} onText={onText} />}
      <PagedList
        title="Notes"
        query={query}
        empty={[
          'There is no note yet',
          'A note tells other staff what the borrower said. The borrower does not see it.',
        ]}
        page={page}
        onPage={onPage}
        keyOf={({ noteId }) => noteId}
        columns={[
          { title: 'When', cell: ({ at }) => <Time at={at} /> },
          { title: 'By', cell: ({ by }) => by },
          { title: 'Note', cell: ({ text: written }) => <bdi>{written}</bdi> },
        ]}
      />
    </Cards>
  );
}

function WriteCard({ borrowerId, text, onText }: Pick<NotesTabProps, 'borrowerId' | 'text' | 'onText'>) {
  const send = useStaffSend('writeBorrowerNote', ['listBorrowerNotes', 'getBorrower']);
  const { text: problem } = fieldsOf(send.error);
  const write = () => {
    if (!send.isPending) {
      send.mutate({ params: { borrowerId }, body: { text } }, { onSuccess: () => onText('') });
    }
  };
  return (
    <Card title="Write a note">
      <Form onSubmit={write}>
        <TextArea
          label="Note, which staff read and the borrower does not"
          value={text}
          onChange={onText}
          maxLength={1000}
          problem={problem}
        />
        {send.error && problem === undefined && <Failure>{sentenceOf(send.error)}</Failure>}
        <Actions>
          <Button type="submit" look="main" isBusy={send.isPending}>
            Write the note
          </Button>
        </Actions>
      </Form>
    </Card>
  );
}
