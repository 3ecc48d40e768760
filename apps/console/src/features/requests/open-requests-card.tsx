import { type RequestKind, requestKinds } from '@thumba/contract/staff/request-kinds';
import { Link } from 'wouter';
import { usePerson } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { kindTitle } from './request-words.tsx';

type OpenRequest = { requestId: number; kind: RequestKind; madeAt: string };

/** Requests that wait for a second person. Those who may answer one open it from here. */
export function OpenRequestsCard({ requests }: { requests: readonly OpenRequest[] }) {
  const { permissions } = usePerson();
  const mayOpen = (kind: RequestKind) => permissions.includes(requestKinds[kind].check);
  return (
    <Card title="Requests that are not done">
      <Facts
        facts={requests.map(
          ({ requestId, kind, madeAt }) =>
            [
              `Request ${requestId}`,
              <span key={requestId}>
                {mayOpen(kind) ? (
                  <Link href={`/requests/${requestId}`}>{kindTitle(kind)}</Link>
                ) : (
                  kindTitle(kind)
                )}
                , asked for <Time at={madeAt} />
              </span>,
            ] as const,
        )}
      />
    </Card>
  );
}
