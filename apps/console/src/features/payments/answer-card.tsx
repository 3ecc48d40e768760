import { CLAIM_ANSWERS, type ClaimAnswer } from '@thumba/contract/staff/claim-answers';
import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { useKeys } from '../../platform/keys.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Cards } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Select } from '../../ui/field.tsx';
import { Time } from '../../ui/time.tsx';

type Claim = StaffAnswer<'getClaim'>;

const CHANGED = ['getClaim', 'listClaims', 'getToday'] as const;

/** What the borrower is told where the payment is not found. Nothing is shown while there is nothing to tell. */
export function AnswerCard({ claim }: { claim: Claim }) {
  const mayAct = usePerson().permissions.includes('matchPayments');
  const [isAsked, setAsked] = useState(false);
  const mayAnswer = mayAct && claim.possibleAnswers.length > 0;
  useKeys(
    'This ticket',
    mayAnswer
      ? [{ keys: 'a', does: 'Answer the borrower, after a confirmation', run: () => setAsked(true) }]
      : [],
  );
  const { answer, answeredAt, whyNotAnswer } = claim;
  if (answer === null && whyNotAnswer === null && !mayAnswer) return null;
  return (
    <Card title="Answer to the borrower">
      <Cards>
        {answer && (
          <>
            <Facts
              facts={[
                ['Answer', CLAIM_ANSWERS[answer.answer]],
                ['By', answer.by],
                ['When', answeredAt && <Time key="at" at={answeredAt} />],
              ]}
            />
            <p>{answer.text}</p>
          </>
        )}
        {whyNotAnswer && <p>{whyNotAnswer}</p>}
        {mayAnswer && (
          <>
            <p>Where the payment is not found, the borrower is told why, and the ticket ends.</p>
            <Actions>
              <Button keys="A" onClick={() => setAsked(true)}>
                Answer the borrower
              </Button>
            </Actions>
          </>
        )}
      </Cards>
      {isAsked && <AnswerDialog claim={claim} onClose={() => setAsked(false)} />}
    </Card>
  );
}

function AnswerDialog({ claim, onClose }: { claim: Claim; onClose: () => void }) {
  // What was shown stays, also where another person was faster and the page is read again.
  const [{ ticketId, possibleAnswers }] = useState(claim);
  const [chosen, setChosen] = useState<ClaimAnswer>('not_received');
  const { send, sending } = useDialogSend('answerClaim', CHANGED, {
    onClose,
    says: () => `Ticket ${ticketId} is answered.`,
  });
  const text = possibleAnswers.find(({ answer }) => answer === chosen)?.text;
  return (
    <ConfirmDialog
      asksReason={false}
      title={`Answer ticket ${ticketId}`}
      effect={[
        { title: 'Ticket', before: 'not found yet', after: 'answered' },
        { title: 'SMS', before: null, after: 'says that there is an answer in the app' },
        { title: 'If a statement has the payment later', before: null, after: 'the ticket is open again' },
      ]}
      {...(text === undefined ? {} : { message: text })}
      action="Answer"
      {...sending}
      onConfirm={() => send({ params: { ticketId: String(ticketId) }, body: { answer: chosen } })}
    >
      <Select
        label="What became of the payment"
        value={chosen}
        choices={possibleAnswers.map(({ answer }) => ({ value: answer, text: CLAIM_ANSWERS[answer] }))}
        onChange={(value) => setChosen(value as ClaimAnswer)}
      />
    </ConfirmDialog>
  );
}
