import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useDraft } from '../../platform/drafts.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextArea } from '../../ui/field.tsx';
import { PAGE_SIZE, PagedList } from '../../ui/paged-list.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import type { TabProps } from './borrower.ts';

/** Notes of staff. */
export function NotesTab({ borrowerId, page, onPage }: TabProps) {
  const mayWrite = usePerson().permissions.includes('writeNote');
  const request = { params: { borrowerId }, query: { page, pageSize: PAGE_SIZE } };
  const query = useStaffAnswer('listBorrowerNotes', request, { isList: true });
  return (
    <Cards>
      {mayWrite && <WriteCard borrowerId={borrowerId} />}
      <PagedList
        label="Notes"
        isTitled
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

/** The typed text stays until it is written: over a failure, the end of a session, and a look at another page. */
function WriteCard({ borrowerId }: Pick<TabProps, 'borrowerId'>) {
  const [text, setText] = useDraft(`note about borrower ${borrowerId}`);
  const send = useStaffSend('writeBorrowerNote', ['listBorrowerNotes', 'getBorrower'], () => setText(''));
  const { text: problem } = fieldsOf(send.error);
  const write = () => {
    if (send.isPending) return;
    const onSuccess = () => showToast('The note is written.');
    send.mutate({ params: { borrowerId }, body: { text } }, { onSuccess });
  };
  return (
    <Card title="Write a note">
      <Form onSubmit={write}>
        <TextArea
          label="Note, which staff read and the borrower does not"
          value={text}
          onChange={setText}
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
