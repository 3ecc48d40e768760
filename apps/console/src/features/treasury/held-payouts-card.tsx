import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { usePreview } from '../../platform/preview.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { checkersOf, filedText } from '../requests/request-words.tsx';
import styles from './treasury.module.css';

type Held = StaffAnswer<'getHeldPayouts'>;
type Hold = Held['holds'][number];

/** Payouts that are not sent since the book was restored. Nothing stands here where none is held. */
export function HeldPayoutsCard() {
  const query = useStaffAnswer('getHeldPayouts', {}, { isRenewed: true });
  const { data, isError } = query;
  if (data ? data.holds.length === 0 : !isError) return null;
  return (
    <Card title="Payouts held after a restore" note={data && `${data.count} wait`}>
      <Answer query={query}>{(held) => <Holds held={held} />}</Answer>
    </Card>
  );
}

function Holds({ held: { holds, amount, openRequest } }: { held: Held }) {
  const mayAsk = usePerson().permissions.includes('matchPayments');
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.held}>
      {holds.map((hold) => (
        <Facts key={hold.restoredAt} facts={factsOf(hold)} />
      ))}
      <Facts
        facts={[
          ['Payouts that wait', <Money key="amount" kwacha={amount} />],
          [
            'Release',
            openRequest && (
              <Link key="request" href={`/requests/${openRequest.requestId}`}>
                asked for in request {openRequest.requestId}
              </Link>
            ),
          ],
        ]}
      />
      <p>
        They are sent by themselves once the rows of statements that two people imported show the time that
        was lost, and no difference waits.
      </p>
      {mayAsk && openRequest === null && (
        <div>
          <Button onClick={() => setAsking(true)}>Release without statements</Button>
        </div>
      )}
      {isAsking && <ReleaseDialog onClose={() => setAsking(false)} />}
    </div>
  );
}

function factsOf({ restoredAt, dataUntil, uncovered, openDifferences, releasedBy }: Hold) {
  return [
    ['Restored', <Time key="restored" at={restoredAt} />] as const,
    ['The book has everything until', <Time key="until" at={dataUntil} />] as const,
    [
      'Not shown by statements of two people',
      uncovered
        .map(
          ({ operator, hasStatement }) =>
            `${OPERATOR_TITLES[operator]}${hasStatement ? '' : ' (has none that can be read)'}`,
        )
        .join(', ') || 'nothing is missing',
    ] as const,
    ['Differences that wait', openDifferences] as const,
    ['Released at the terminal by', releasedBy.join(', ')] as const,
  ];
}

function ReleaseDialog({ onClose }: { onClose: () => void }) {
  const preview = usePreview('previewPayoutRelease', {});
  const { send, sending } = useDialogSend('askForPayoutRelease', ['getHeldPayouts', 'listRequests'], {
    onClose,
    says: filedText,
  });
  return (
    <ConfirmDialog
      title="Release held payouts"
      effect={preview.data?.effect ?? []}
      checkers={`A payout that the operator made after the backup would be made again. Ask the operators first. A second person approves it: ${checkersOf('payout_release')}.`}
      action="Ask a second person"
      look="danger"
      {...sending}
      failure={sending.failure ?? preview.error}
      check={() => preview.data !== undefined}
      onConfirm={(reason) => preview.data && send({ body: { reason, digest: preview.data.digest } })}
    />
  );
}
