import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './arrears.module.css';
import { CHANGED, type LateLoan, nextText } from './arrears-words.tsx';
import { OutcomeForm } from './outcome-form.tsx';
import { RightPersonForm } from './right-person-form.tsx';

/** The call step by step: the number, two facts, the outcome. No debt is named before the right person is shown. */
export function CallCard({ loan }: { loan: LateLoan }) {
  const mayWork = usePerson().permissions.includes('workArrears');
  const begun = useBegin(loan);
  const { openCall } = loan;
  if (openCall && !openCall.isOwn)
    return (
      <Card title="Call">
        <p>
          {openCall.by} began a call with this borrower <Time at={openCall.begunAt} />.
        </p>
      </Card>
    );
  if (openCall) return <OwnCall key={openCall.callId} loan={loan} call={openCall} begun={begun} />;
  return (
    <Card title="Next">
      <div className={styles.stack}>
        <p>{loan.contact.refusal ?? `${nextText(loan.next)}.`}</p>
        {mayWork && loan.contact.refusal === null && <BeginCall begun={begun} />}
      </div>
    </Card>
  );
}

type Begun = ReturnType<typeof useBegin>;

function useBegin({ loanId }: LateLoan) {
  const { mutate, isPending, error, data } = useStaffSend('beginArrearsCall', CHANGED);
  return {
    begin: () => mutate({ params: { loanId: String(loanId) } }),
    isPending,
    error,
    mobile: data?.mobile,
  };
}

function BeginCall({ begun: { begin, isPending, error } }: { begun: Begun }) {
  useKeys('This late loan', [{ keys: 'c', does: 'Begin a call, which counts at once', run: begin }]);
  return (
    <>
      <p className={styles.weak}>
        The number is shown when the call begins. The call counts at once, also if it is not answered.
      </p>
      {error && <Failure>{sentenceOf(error)}</Failure>}
      <Actions>
        <Button look="main" keys="C" isBusy={isPending} onClick={begin}>
          Begin a call
        </Button>
      </Actions>
    </>
  );
}

type OwnCallProps = { loan: LateLoan; call: NonNullable<LateLoan['openCall']>; begun: Begun };

function OwnCall({ loan, call, begun: { begin, isPending, error, mobile } }: OwnCallProps) {
  return (
    <>
      <Card title="1. The number" note={<Time at={call.begunAt} />}>
        {mobile === undefined ? (
          <>
            {error && <Failure>{sentenceOf(error)}</Failure>}
            <Button isBusy={isPending} onClick={begin}>
              Show the number of this call
            </Button>
          </>
        ) : (
          <p className={styles.number}>{mobile}</p>
        )}
        {!call.isIdentified && (
          <p className={styles.weak}>
            Say your name and the lender. Say nothing of a loan before the person is checked, and leave no
            message about it with another person.
          </p>
        )}
      </Card>
      <Card title="2. The right person" note={call.isIdentified ? 'checked' : undefined}>
        {call.isIdentified ? (
          <p>Both facts are right. The loan may be named.</p>
        ) : (
          <RightPersonForm loanId={loan.loanId} call={call} />
        )}
      </Card>
      <OutcomeForm loan={loan} call={call} />
    </>
  );
}
