import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type OwnSession = StaffAnswer<'ownAccount'>['sessions'][number];

export function SessionsCard({ sessions }: { sessions: readonly OwnSession[] }) {
  const [ending, setEnding] = useState<OwnSession | null>(null);
  return (
    <Card title="Where you are signed in" isFlush>
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
            cell: (session) =>
              session.isThisOne ? (
                <Badge look="good">this one</Badge>
              ) : (
                <Button onClick={() => setEnding(session)}>
                  End<span className="visually-hidden"> the session of {session.browser}</span>
                </Button>
              ),
          },
        ]}
      />
      {ending && <EndDialog session={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function EndDialog({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const { sessionId, browser } = session;
  const { send, sending } = useDialogSend('endOwnSession', ['ownAccount'], {
    onClose,
    says: () => 'The session has ended.',
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`End the session of ${browser}`}
      effect={[{ title: browser, before: 'signed in', after: 'signed out' }]}
      action="End the session"
      look="danger"
      {...sending}
      onConfirm={() => send({ params: { sessionId } })}
    />
  );
}
