import { useState } from 'react';
import { fieldsOf, sentenceOf } from '../../platform/call-failure.ts';
import { useStaffSend } from '../../platform/query.ts';
import { Button } from '../../ui/button.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { Form, TextField } from '../../ui/field.tsx';
import { Failure } from '../../ui/states.tsx';
import type { LateLoan } from './arrears-words.tsx';

const NO_FACTS = { birthDate: '', idNumber: '', lastName: '' };
const WANTED_FACTS = 2;

type FormProps = { loanId: number; call: NonNullable<LateLoan['openCall']> };

/** Compares two facts that the person on the phone says. Which of them is wrong is not shown. */
export function RightPersonForm({ loanId, call: { callId, triesLeft } }: FormProps) {
  const [facts, setFacts] = useState(NO_FACTS);
  const [isShort, setShort] = useState(false);
  const { mutate, isPending, error, data } = useStaffSend('checkRightPerson', ['readArrears']);
  if (triesLeft === 0) return <p>The facts were wrong three times. End the call without naming the loan.</p>;
  const said = Object.fromEntries(
    Object.entries(facts).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
  const isRightCount = Object.keys(said).length === WANTED_FACTS;
  const check = () => {
    setShort(!isRightCount);
    if (!isRightCount || isPending) return;
    mutate({ params: { loanId: String(loanId), callId: String(callId) }, body: said });
  };
  const change = (name: keyof typeof NO_FACTS) => (text: string) => setFacts({ ...facts, [name]: text });
  const problems = fieldsOf(error);
  return (
    <Form onSubmit={check}>
      <p>Ask for two of the three. {triesLeft === 1 ? '1 try is left.' : `${triesLeft} tries are left.`}</p>
      <TextField
        label="Birth date"
        hint="1985-03-02"
        value={facts.birthDate}
        onChange={change('birthDate')}
        problem={problems.birthDate}
        autoComplete="off"
      />
      <TextField
        label="Number of the identity card"
        value={facts.idNumber}
        onChange={change('idNumber')}
        maxLength={20}
        autoComplete="off"
      />
      <TextField
        label="Last name"
        value={facts.lastName}
        onChange={change('lastName')}
        maxLength={60}
        autoComplete="off"
      />
      {isShort && !isRightCount && <Failure>Enter two of the three facts.</Failure>}
      {data && !data.isRight && !isPending && (
        <Failure>These facts do not belong to the borrower. Say nothing of a loan.</Failure>
      )}
      {error && Object.keys(problems).length === 0 && <Failure>{sentenceOf(error)}</Failure>}
      <Actions>
        <Button type="submit" isBusy={isPending}>
          Check the two facts
        </Button>
      </Actions>
    </Form>
  );
}
