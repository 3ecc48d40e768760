import { type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { Link } from 'wouter';
import { usePerson } from '../../platform/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf } from '../requests/request-words.tsx';

type Waiting = { requestId: number; madeBy: { staffId: number; name: string }; madeAt: string };

type WaitingProps = { kind: RequestKind; waiting: Waiting };

/** The change that waits for a second person. */
export function WaitingChange(props: WaitingProps) {
  return (
    <Card title="A change waits">
      <WaitingText {...props} />
    </Card>
  );
}

/** It leads to the page of the request for its maker and for those who may check it. */
export function WaitingText({ kind, waiting }: WaitingProps) {
  const { staffId, permissions } = usePerson();
  const { requestId, madeBy, madeAt } = waiting;
  const isMaker = madeBy.staffId === staffId;
  const mayOpen = isMaker || permissions.includes(requestKinds[kind].check);
  const name = `Request ${requestId}`;
  return (
    <p>
      <Badge look="warn">waits for a second person</Badge>{' '}
      {mayOpen ? <Link href={`/requests/${requestId}`}>{name}</Link> : name}, asked for by{' '}
      {isMaker ? 'you' : madeBy.name} <Time at={madeAt} />. It is for {checkersOf(kind)} to answer. Nothing
      changes before.
    </p>
  );
}
