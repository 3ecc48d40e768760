import { useEffect, useRef } from 'react';
import type { CallFailure } from '../../platform/call-answer.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { useForm } from '../../platform/form.ts';
import { readCode } from '../../platform/phone-number.ts';
import { session } from '../../platform/session.ts';
import { shownAtFields } from '../../platform/shown-at-fields.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { stepUpWords } from '../../words/step-up.ts';
import { CODE_DIGITS, IDENTITY_DIGITS, type ProofForm, proofMessages } from './proof.ts';
import styles from './step-up-sheet.module.css';
import type { Proof, Purpose } from './stepped-calls.ts';

type StepUpSheetProps = {
  purpose: Purpose;
  asksIdentity: boolean;
  isBusy: boolean;
  onEnter: (proof: Proof, onRefused: (error: CallFailure) => void) => void;
  onClose: () => void;
};

/** When the last code of a purpose was sent, so that a sheet that is opened again goes on with its countdown. */
const sentAtMs = new Map<string, number>();

/** Asks for the second code, and on a new device for digits of the NRC. The code is sent when the sheet opens. */
export function StepUpSheet(props: StepUpSheetProps) {
  const isWithoutIdentity = session.getState().userInfo?.hasIdentity === false;
  return (
    <Overlay kind="sheet" title={stepUpWords.titles[props.purpose]} onClose={props.onClose}>
      {props.asksIdentity && isWithoutIdentity ? (
        <div className={styles.form}>
          <p className={styles.lead}>{stepUpWords.withoutIdentity}</p>
          <Button onClick={props.onClose}>{stepUpWords.understood}</Button>
        </div>
      ) : (
        <ProofFields {...props} />
      )}
    </Overlay>
  );
}

function ProofFields({ purpose, asksIdentity, isBusy, onEnter }: StepUpSheetProps) {
  const key = `${session.getState().token} ${purpose}`;
  const code = useCodeSending('sendStepUpCode', sentAtMs.get(key));
  const isIdentityAsked = asksIdentity || code.answer?.asksIdentity === true;
  const form = useForm<ProofForm>({
    initial: { stepUpCode: '', identityDigits: '' },
    check: (values) => proofMessages(values, isIdentityAsked),
    isBusy,
    movesFocus: true,
    send({ stepUpCode, identityDigits }) {
      const sentAt = sentAtMs.get(key);
      // A code that is used up leaves no countdown for the next one.
      sentAtMs.delete(key);
      onEnter({ stepUpCode, ...(isIdentityAsked && { identityDigits }) }, (error) => {
        if (sentAt !== undefined) sentAtMs.set(key, sentAt);
        const isNamed = 'stepUpCode' in error.fields || 'identityDigits' in error.fields;
        const last = isIdentityAsked ? 'identityDigits' : 'stepUpCode';
        shownAtFields(error, form.values);
        form.showMessages(isNamed ? error.fields : { [last]: error.message });
      });
    },
  });

  // The first code is sent without a tap.
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    code.send({ body: { purpose } });
  }, [code, purpose]);
  useEffect(() => {
    if (code.answer) sentAtMs.set(key, Date.now());
  }, [code.answer, key]);

  return (
    <form className={styles.form} {...form.props}>
      <p className={styles.lead}>{code.answer ? stepUpWords.sentTo(code.answer.mobile) : stepUpWords.sent}</p>
      <CodeField
        {...form.field('stepUpCode')}
        label={stepUpWords.code}
        name="stepUpCode"
        digits={CODE_DIGITS}
        sending={code}
        onObtain={() => code.send({ body: { purpose } })}
      />
      {isIdentityAsked && <IdentityField {...form.field('identityDigits')} />}
      <Button type="submit" isBusy={isBusy}>
        {stepUpWords.submit}
      </Button>
      <p className={styles.small}>{stepUpWords.neverTell}</p>
    </form>
  );
}

type IdentityFieldProps = { value: string; error: string | undefined; onChange: (digits: string) => void };

/** The last four of the first six digits of the borrower's NRC, with a card on which they are marked. */
function IdentityField({ onChange, ...field }: IdentityFieldProps) {
  return (
    <div className={styles.identity}>
      <TextField
        {...field}
        label={stepUpWords.digits}
        name="identityDigits"
        inputMode="numeric"
        autoComplete="off"
        onChange={({ target }) => onChange(readCode(target.value, IDENTITY_DIGITS))}
      />
      <div className={styles.example}>
        <span className={styles.card} aria-hidden="true">
          12<mark>3456</mark>/78/9
        </span>
        <p className={styles.small}>{stepUpWords.example}</p>
      </div>
    </div>
  );
}
