import { useCodeSending } from '../../platform/code-sending.ts';
import { useForm } from '../../platform/form.ts';
import { codeMessage, phoneMessage } from '../../platform/phone-number.ts';
import { refresh } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { accountsWords } from '../../words/accounts.ts';
import { useSteppedSend } from '../step-up/use-stepped-send.tsx';
import styles from './me.module.css';

/** Adds an account by a code sent to its number, so that it is the borrower's own. */
export function AddAccountSheet({ onClose }: { onClose: () => void }) {
  const code = useCodeSending('sendSmsCode');
  const addAccount = useSteppedSend('addAccount', 'binding');
  const form = useForm({
    initial: { mobile: '', captcha: '' },
    check: ({ mobile, captcha }) => ({ mobile: phoneMessage(mobile), captcha: codeMessage(captcha) }),
    isBusy: addAccount.isPending,
    changeClearsAll: true,
    send: (body) =>
      addAccount.mutate(
        { body },
        {
          onSuccess: () => {
            showSuccess(accountsWords.add.done);
            onClose();
            void refresh('listAccounts', 'getRepayDetailV2');
          },
          onError: form.showRefusal,
        },
      ),
  });

  const obtain = () => {
    const { mobile } = form.values;
    const wrong = phoneMessage(mobile);
    form.showMessages({ mobile: wrong });
    if (wrong === undefined) code.send({ params: { phone: mobile } });
  };

  return (
    <Overlay kind="sheet" title={accountsWords.add.title} onClose={onClose}>
      <form className={styles.form} {...form.props}>
        <PhoneField {...form.field('mobile')} label={accountsWords.add.number} />
        <p className={styles.small}>{accountsWords.add.otherName}</p>
        <CodeField {...form.field('captcha')} sending={code} onObtain={obtain} />
        <Button type="submit" isBusy={addAccount.isPending}>
          {accountsWords.add.submit}
        </Button>
      </form>
      {addAccount.sheet}
    </Overlay>
  );
}
