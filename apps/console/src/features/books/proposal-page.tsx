import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { bookedText, CHECKERS_OF_BOOKS, JOURNAL_CALLS, kindText } from './books-words.ts';
import { JournalLines } from './journal-lines.tsx';
import { ProposalState } from './journals-page.tsx';

type Proposal = StaffAnswer<'getProposal'>;
type Asked = 'approve' | 'decline';

/** A proposed journal. Another person than the one who proposed it posts it. */
export function ProposalPage({ proposalId }: { proposalId: string }) {
  const query = useStaffAnswer('getProposal', { params: { proposalId } });
  const { permissions } = usePerson();
  const [asked, setAsked] = useState<Asked | null>(null);
  const proposal = query.data;
  const isOpen = proposal?.answer === null;
  const mayPost = isOpen && !proposal.isOwn && permissions.includes('checkBooks');
  const mayDecline =
    isOpen && permissions.includes('keepBooks') && (proposal.isOwn || permissions.includes('checkBooks'));
  useKeys('Proposal', [
    ...(mayPost ? [{ keys: 'a', does: 'Post the journal', run: () => setAsked('approve') }] : []),
    ...(mayDecline ? [{ keys: 'd', does: 'Decline it', run: () => setAsked('decline') }] : []),
  ]);
  return (
    <Page
      title={`Proposed journal ${proposalId}`}
      note={proposal && <ProposalState answer={proposal.answer} />}
      actions={
        <>
          <ButtonLink to="/books/journals">Journals</ButtonLink>
          {mayDecline && (
            <Button keys="D" onClick={() => setAsked('decline')}>
              Decline
            </Button>
          )}
          {mayPost && (
            <Button look="main" keys="A" onClick={() => setAsked('approve')}>
              Post
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(shown) => (
          <Cards>
            <ProposalFacts proposal={shown} />
            <Card title="Lines" isFlush>
              <JournalLines lines={shown.lines} />
            </Card>
          </Cards>
        )}
      </Answer>
      {asked === 'approve' && proposal && (
        <ApproveDialog proposal={proposal} onClose={() => setAsked(null)} />
      )}
      {asked === 'decline' && proposal && (
        <DeclineDialog proposal={proposal} onClose={() => setAsked(null)} />
      )}
    </Page>
  );
}

function ProposalFacts({ proposal }: { proposal: Proposal }) {
  const { valueOn, bookedOn, reason, proposedBy, proposedAt, isOwn } = proposal;
  const { answer, answeredBy, answeredAt, answerReason, journalId, reversedJournalId } = proposal;
  return (
    <Card title={kindText(proposal)}>
      <Facts
        facts={[
          ['Booked', bookedText(proposal)],
          ['Counts for', valueOn === bookedOn ? null : dayText(valueOn)],
          ['Reason', <bdi key="reason">{reason}</bdi>],
          [
            'Takes back',
            reversedJournalId === null ? null : (
              <Link key="reversed" href={`/books/journals/${reversedJournalId}`}>
                Journal {reversedJournalId}
              </Link>
            ),
          ],
          [
            'Proposed by',
            <span key="by">
              <bdi>{proposedBy}</bdi>, <Time at={proposedAt} />
            </span>,
          ],
          [answer === 'approved' ? 'Posted by' : 'Declined by', answeredBy],
          ['Answered', answeredAt && <Time key="at" at={answeredAt} />],
          ['Why', answerReason === '' ? null : answerReason],
          [
            'Journal',
            journalId === null ? null : (
              <Link key="journal" href={`/books/journals/${journalId}`}>
                Journal {journalId}
              </Link>
            ),
          ],
        ]}
      />
      {answer === null && isOwn && <p>You proposed it. Another person posts it: {CHECKERS_OF_BOOKS}.</p>}
    </Card>
  );
}

type DialogProps = { proposal: Proposal; onClose: () => void };

function ApproveDialog({ proposal: { proposalId, lines }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('approveJournal', JOURNAL_CALLS, {
    onClose,
    says: ({ journalId }) => `Journal ${journalId} is posted.`,
  });
  return (
    <ConfirmDialog
      title={`Post journal ${proposalId}`}
      action="Post the journal"
      asksReason={false}
      {...sending}
      onConfirm={() => send({ params: { proposalId } })}
    >
      <JournalLines lines={lines} />
      <p>A posted journal is never changed. A mistake is taken back by the opposite journal.</p>
    </ConfirmDialog>
  );
}

function DeclineDialog({ proposal: { proposalId }, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('declineJournal', JOURNAL_CALLS, {
    onClose,
    says: () => `Proposed journal ${proposalId} is declined. It posts nothing.`,
  });
  return (
    <ConfirmDialog
      title={`Decline journal ${proposalId}`}
      action="Decline it"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { proposalId }, body: { reason } })}
    />
  );
}
