import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer, useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Effect, MessageToBorrower } from '../../ui/effect.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Failure } from '../../ui/states.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { checkersOf, kindTitle, RequestState } from './request-words.tsx';

type OneRequest = StaffAnswer<'getRequest'>;

const CHANGED = ['getRequest', 'listRequests', 'listStaff'] as const;

/** One request: what it would do, as its maker saw it, and the answer. */
export function RequestPage({ requestId }: { requestId: string }) {
  const query = useStaffAnswer('getRequest', { params: { requestId } }, { isRenewed: true });
  const { data } = query;
  return (
    <Page
      title={data?.title ?? `Request ${requestId}`}
      note={data && <RequestState state={data.state} />}
      actions={<ButtonLink to="/requests">All requests</ButtonLink>}
    >
      <Answer query={query}>
        {(request) => (
          <Cards isTwoColumns>
            <EffectCard request={request} />
            <Cards>
              {request.state === 'waiting' ? (
                <AnswerCard request={request} />
              ) : (
                <OutcomeCard request={request} />
              )}
              <AskedCard request={request} />
            </Cards>
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

function EffectCard({ request: { kind, effect, message, requestId } }: { request: OneRequest }) {
  return (
    <Card title="What it does" note={`${kindTitle(kind)} · request ${requestId}`}>
      <Cards>
        {effect.length > 0 && <Effect lines={effect} />}
        {message && <MessageToBorrower text={message} />}
        {effect.length === 0 && !message && <p>It changes nothing that has a value before and after.</p>}
      </Cards>
    </Card>
  );
}

function AskedCard({ request: { madeBy, madeAt, reason, borrowerId } }: { request: OneRequest }) {
  const maySee = usePerson().permissions.includes('seeBorrower');
  return (
    <Card title="Asked for">
      <Facts
        facts={[
          ['By', `${madeBy.name} (${madeBy.userName})`],
          ['When', <Time key="at" at={madeAt} />],
          ['Reason', reason],
          [
            'Borrower',
            borrowerId !== null && maySee ? <BorrowerLink key="borrower" borrowerId={borrowerId} /> : null,
          ],
        ]}
      />
    </Card>
  );
}

function BorrowerLink({ borrowerId }: { borrowerId: number }) {
  return <Link href={`/borrowers/${borrowerId}`}>Borrower {borrowerId}</Link>;
}

function OutcomeCard({ request }: { request: OneRequest }) {
  const { state, checkedBy, checkedAt, checkReason, failure } = request;
  return (
    <Card title="Answer">
      <Cards>
        <Facts
          facts={[
            ['Outcome', <RequestState key="state" state={state} />],
            ['By', checkedBy && `${checkedBy.name} (${checkedBy.userName})`],
            ['When', checkedAt && <Time key="at" at={checkedAt} />],
            ['Reason', checkReason],
          ]}
        />
        {failure && <Failure>{failure}</Failure>}
      </Cards>
    </Card>
  );
}

/** A key opens the confirmation. It never decides. */
function AnswerCard({ request }: { request: OneRequest }) {
  const { staffId } = usePerson();
  const [asked, setAsked] = useState<'approve' | 'decline' | null>(null);
  const { mayCheck, whyNot, madeAt, madeBy, kind } = request;
  const isOwn = madeBy.staffId === staffId;
  useKeys(
    'This request',
    mayCheck
      ? [
          { keys: 'a', does: 'Approve, after a confirmation', run: () => setAsked('approve') },
          { keys: 'd', does: 'Decline, after a confirmation', run: () => setAsked('decline') },
        ]
      : [],
  );
  return (
    <Card
      title="Answer"
      note={
        <>
          waits <Age since={madeAt} />
        </>
      }
    >
      <p>{mayCheck ? 'You may answer it.' : (whyNot ?? `It waits for: ${checkersOf(kind)}.`)}</p>
      <Actions>
        {isOwn && <WithdrawButton requestId={request.requestId} />}
        {mayCheck && (
          <>
            <Button keys="D" onClick={() => setAsked('decline')}>
              Decline
            </Button>
            <Button look="main" keys="A" onClick={() => setAsked('approve')}>
              Approve
            </Button>
          </>
        )}
      </Actions>
      {asked && <AnswerDialog request={request} answer={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function AnswerDialog({
  request,
  answer,
  onClose,
}: {
  request: OneRequest;
  answer: 'approve' | 'decline';
  onClose: () => void;
}) {
  const send = useStaffSend('answerRequest', CHANGED);
  const isApproval = answer === 'approve';
  return (
    <ConfirmDialog
      title={isApproval ? `Approve: ${request.title}` : `Decline: ${request.title}`}
      effect={isApproval ? request.effect : []}
      message={isApproval ? request.message : null}
      action={isApproval ? 'Approve' : 'Decline'}
      look={isApproval ? 'main' : 'danger'}
      isBusy={send.isPending}
      failure={send.error}
      onClose={onClose}
      onConfirm={(reason) =>
        send.mutate(
          { params: { requestId: request.requestId }, body: { answer, reason } },
          {
            onSuccess: ({ sentence }) => {
              onClose();
              showToast(sentence);
            },
          },
        )
      }
    />
  );
}

function WithdrawButton({ requestId }: { requestId: number }) {
  const send = useStaffSend('withdrawRequest', CHANGED);
  return (
    <>
      {send.error && <Failure>{sentenceOf(send.error)}</Failure>}
      <Button
        isBusy={send.isPending}
        onClick={() =>
          send.mutate({ params: { requestId } }, { onSuccess: () => showToast('The request was withdrawn.') })
        }
      >
        Withdraw
      </Button>
    </>
  );
}
