import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { Link } from 'wouter';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { dayText } from '../../platform/time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer } from '../../ui/states.tsx';
import { ExactTime } from '../../ui/time.tsx';
import { bookedText, CHECKERS_OF_BOOKS, JOURNAL_CALLS, kindText } from './books-words.ts';
import { JournalLines } from './journal-lines.tsx';

type Journal = StaffAnswer<'getJournal'>;

/** A posted journal with its lines. */
export function JournalPage({ journalId }: { journalId: string }) {
  const query = useStaffAnswer('getJournal', { params: { journalId } });
  const mayKeep = usePerson().permissions.includes('keepBooks');
  const [isReversing, setReversing] = useState(false);
  const journal = query.data;
  const mayReverse = mayKeep && journal?.isReversible === true;
  useKeys(
    'Journal',
    mayReverse ? [{ keys: 'r', does: 'Propose its opposite', run: () => setReversing(true) }] : [],
  );
  return (
    <Page
      title={`Journal ${journalId}`}
      note={journal && journal.reversedBy !== null && <Badge>reversed</Badge>}
      actions={
        <>
          <ButtonLink to="/books/journals?list=posted">Journals</ButtonLink>
          {mayReverse && (
            <Button keys="R" onClick={() => setReversing(true)}>
              Reverse
            </Button>
          )}
        </>
      }
    >
      <Answer query={query}>
        {(shown) => (
          <Cards>
            <JournalFacts journal={shown} />
            {shown.lines.length > 0 && (
              <Card title="Lines" isFlush>
                <JournalLines lines={shown.lines} />
              </Card>
            )}
          </Cards>
        )}
      </Answer>
      {isReversing && journal && <ReverseDialog journal={journal} onClose={() => setReversing(false)} />}
    </Page>
  );
}

function JournalFacts({ journal }: { journal: Journal }) {
  const { entryId, payerId, valueOn, bookedOn, reason, madeBy, approvedBy, postedAt } = journal;
  const { reversedBy, reversedJournalId } = journal;
  const journalLink = (id: number | null) =>
    id === null ? null : <Link href={`/books/journals/${id}`}>Journal {id}</Link>;
  return (
    <Card title={kindText(journal)}>
      <Facts
        facts={[
          ['Booked', bookedText(journal)],
          ['Counts for', valueOn === bookedOn ? null : dayText(valueOn)],
          ['Reason', <bdi key="reason">{reason}</bdi>],
          ['Made by', <bdi key="by">{madeBy}</bdi>],
          ['Approved by', approvedBy],
          ['Posted', <ExactTime key="at" at={postedAt} />],
          ['Takes back', journalLink(reversedJournalId)],
          ['Taken back by', journalLink(reversedBy)],
          [
            'Entry of the ledger',
            payerId === null ? (
              'its rows are of many loans: the ledgers of its accounts have them'
            ) : (
              <Link key="entry" href={`/books/entries/${payerId}/${entryId}`}>
                {entryId}
              </Link>
            ),
          ],
        ]}
      />
    </Card>
  );
}

function ReverseDialog({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  const { journalId, lines } = journal;
  const { send, sending } = useDialogSend('reverseJournal', JOURNAL_CALLS, {
    onClose,
    says: ({ proposalId }) => `Proposal ${proposalId} is kept: another person posts it.`,
  });
  return (
    <ConfirmDialog
      title={`Reverse journal ${journalId}`}
      action="Propose the opposite"
      checkers={`It is posted once a second person approves it: ${CHECKERS_OF_BOOKS}.`}
      {...sending}
      onConfirm={(reason) => send({ params: { journalId }, body: { reason } })}
    >
      <JournalLines lines={lines.map((line) => ({ ...line, debit: line.credit, credit: line.debit }))} />
    </ConfirmDialog>
  );
}
