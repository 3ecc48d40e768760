import { type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { Link } from 'wouter';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';

type Waiting = { requestId: number; madeBy: { staffId: number; name: string }; madeAt: string };

/** The change that waits for a second person. It leads to its page for its maker and for those who may check it. */
export function WaitingChange({ kind, waiting }: { kind: RequestKind; waiting: Waiting }) {
  const { staffId, permissions } = usePerson();
  const { requestId, madeBy, madeAt } = waiting;
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds[kind].check);
  const name = `Request ${requestId}`;
  return (
    <Card title="A change waits">
      <p>
        <Badge look="warn">waits for a second person</Badge>{' '}
        {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name}, asked for by{' '}
        {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf(kind)} to answer. Nothing
        changes before.
      </p>
    </Card>
  );
}
