import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useStaffSend } from '../../platform/query.ts';
import { showToast } from '../../platform/toasts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type OwnSession = StaffAnswer<'ownAccount'>['sessions'][number];

export function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const send = useStaffSend('endOwnSession', ['ownAccount']);
  const end = (sessionId: string) =>
    send.mutate({ params: { sessionId } }, { onSuccess: () => showToast('The session has ended.') });
  return (
    <Card title="Where you are signed in" isFlush>
      {send.error && <Failure>{sentenceOf(send.error)}</Failure>}
      <Table
        label="Sessions"
        rows={sessions}
        keyOf={({ sessionId }) => sessionId}
        columns={[
          { title: 'Browser', cell: ({ browser }) => browser },
          { title: 'Since', cell: ({ startedAt }) => <Time at={startedAt} /> },
          { title: 'Last used', cell: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
          {
            title: 'End',
            isRight: true,
            cell: ({ sessionId, isThisOne, browser }) =>
              isThisOne ? (
                <Badge look="good">this one</Badge>
              ) : (
                <Button isBusy={send.isPending} onClick={() => end(sessionId)}>
                  End<span className="visually-hidden"> the session of {browser}</span>
                </Button>
              ),
          },
        ]}
      />
    </Card>
  );
}
