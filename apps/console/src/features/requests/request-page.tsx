import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useActions } from '../../platform/actions.ts';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useDownload } from '../../platform/download.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Effect, type EffectLine, MessageToBorrower } from '../../ui/effect.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Failure } from '../../ui/states.tsx';
import { Age, Time } from '../../ui/time.tsx';
import { lineShown } from '../set-up/shown-lines.ts';
import { checkersOf, RequestState, requestTitle, stateText } from './request-words.tsx';

type OneRequest = StaffAnswer<'getRequest'>;
type Verdict = 'approve' | 'decline';

const CHANGED = ['getRequest', 'listRequests', 'listStaff', 'getToday'] as const;

/** The fields of the offer have the titles of their editor. */
function effectOf({ effect, offerPart }: OneRequest): readonly EffectLine[] {
  return offerPart === null ? effect : effect.map((line) => lineShown(offerPart, line));
}

/** One request: what it would do, as its maker saw it, and the answer. */
export function RequestPage({ requestId }: { requestId: string }) {
  const query = useStaffAnswer('getRequest', { params: { requestId } }, { isRenewed: true });
  const [asked, setAsked] = useState<Verdict | null>(null);
  const { data } = query;
  return (
    <Page
      title={data ? requestTitle(data) : `Request ${requestId}`}
      note={data && <RequestState state={data.state} />}
      actions={
        <>
          <ButtonLink to="/requests">All requests</ButtonLink>
          {data && <NamedFile request={data} />}
        </>
      }
    >
      <Answer query={query}>
        {(request) => (
          <Cards isTwoColumns>
            <EffectCard request={request} />
            <Cards>
              {request.state === 'waiting' ? (
                <AnswerCard request={request} onAsk={setAsked} />
              ) : (
                <OutcomeCard request={request} />
              )}
              <AskedCard request={request} />
            </Cards>
            {asked && <AnswerDialog request={request} answer={asked} onClose={() => setAsked(null)} />}
          </Cards>
        )}
      </Answer>
    </Page>
  );
}

/** A list with names that was approved, for the person who asked for it. */
function NamedFile({ request }: { request: OneRequest }) {
  const { staffId } = usePerson();
  const { save, isBusy } = useDownload('exportNamedList');
  const isList = request.effect.some(({ title }) => title === 'List');
  if (request.kind !== 'bulk_export' || request.state !== 'done' || !isList) return null;
  if (request.madeBy.staffId !== staffId) return null;
  return (
    <Button look="main" isBusy={isBusy} onClick={() => save({ params: { requestId: request.requestId } })}>
      Download once
    </Button>
  );
}

function EffectCard({ request }: { request: OneRequest }) {
  const { message, requestId } = request;
  const effect = effectOf(request);
  return (
    <Card title="What it does" note={`request ${requestId}`}>
      <Cards>
        {effect.length > 0 && <Effect lines={effect} />}
        {message && <MessageToBorrower text={message} />}
        {effect.length === 0 && !message && <p>It changes nothing that has a value before and after.</p>}
      </Cards>
    </Card>
  );
}

function AskedCard({ request: { madeBy, madeAt, reason, borrowerId, loanId } }: { request: OneRequest }) {
  const { permissions } = usePerson();
  return (
    <Card title="Asked for">
      <Facts
        facts={[
          ['By', `${madeBy.name} (${madeBy.userName})`],
          ['When', <Time key="at" at={madeAt} />],
          ['Reason', reason],
          [
            'Borrower',
            borrowerId !== null && permissions.includes('seeBorrower') ? (
              <BorrowerLink key="borrower" borrowerId={borrowerId} />
            ) : null,
          ],
          [
            'Loan',
            loanId !== null && permissions.includes('seeLoan') ? (
              <Link key="loan" href={`/loans/${loanId}`}>
                Loan {loanId}
              </Link>
            ) : null,
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
function AnswerCard({ request, onAsk }: { request: OneRequest; onAsk: (answer: Verdict) => void }) {
  const { staffId } = usePerson();
  const { mayCheck, whyNot, madeAt, madeBy, kind } = request;
  const isOwn = madeBy.staffId === staffId;
  useKeys(
    'This request',
    mayCheck
      ? [
          { keys: 'a', does: 'Approve, after a confirmation', run: () => onAsk('approve') },
          { keys: 'd', does: 'Decline, after a confirmation', run: () => onAsk('decline') },
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
            <Button keys="D" onClick={() => onAsk('decline')}>
              Decline
            </Button>
            <Button look="main" keys="A" onClick={() => onAsk('approve')}>
              Approve
            </Button>
          </>
        )}
      </Actions>
    </Card>
  );
}

/** What was typed stays where the request is answered or withdrawn meanwhile, and the dialog says so. */
function AnswerDialog({
  request,
  answer,
  onClose,
}: {
  request: OneRequest;
  answer: Verdict;
  onClose: () => void;
}) {
  const { send, sending } = useDialogSend('answerRequest', CHANGED, {
    onClose,
    says: ({ sentence }) => sentence,
  });
  const isApproval = answer === 'approve';
  return (
    <ConfirmDialog
      title={`${isApproval ? 'Approve' : 'Decline'}: ${requestTitle(request)}`}
      effect={isApproval ? effectOf(request) : []}
      message={isApproval ? request.message : null}
      action={isApproval ? 'Approve' : 'Decline'}
      look={isApproval ? 'main' : 'danger'}
      {...sending}
      onConfirm={(reason) => send({ params: { requestId: request.requestId }, body: { answer, reason } })}
    >
      {request.state !== 'waiting' && !sending.isBusy && !sending.failure && (
        <Failure>This request does not wait any more: {stateText(request.state)}.</Failure>
      )}
    </ConfirmDialog>
  );
}

function WithdrawButton({ requestId }: { requestId: number }) {
  const [isAsked, setAsked] = useState(false);
  useActions('This request', [{ text: 'Withdraw', run: () => setAsked(true) }]);
  return (
    <>
      <Button onClick={() => setAsked(true)}>Withdraw</Button>
      {isAsked && <WithdrawDialog requestId={requestId} onClose={() => setAsked(false)} />}
    </>
  );
}

function WithdrawDialog({ requestId, onClose }: { requestId: number; onClose: () => void }) {
  const { send, sending } = useDialogSend('withdrawRequest', CHANGED, {
    onClose,
    says: () => 'The request was withdrawn.',
  });
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Withdraw request ${requestId}`}
      effect={[{ title: `Request ${requestId}`, before: 'waits', after: 'withdrawn, and nothing changes' }]}
      action="Withdraw the request"
      {...sending}
      onConfirm={() => send({ params: { requestId } })}
    />
  );
}
