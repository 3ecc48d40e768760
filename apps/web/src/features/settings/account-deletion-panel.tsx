import type { Answer } from '@thumba/contract/wire';
import { CallFailure } from '../../platform/call-answer.ts';
import { useCodeSending } from '../../platform/code-sending.ts';
import { useForm } from '../../platform/form.ts';
import { dayText } from '../../platform/lusaka-time.ts';
import { navigate } from '../../platform/navigation.ts';
import { codeMessage } from '../../platform/phone-number.ts';
import { refresh, useAnswer, useSend } from '../../platform/query.ts';
import { session, signOut } from '../../platform/session.ts';
import { showSuccess } from '../../platform/toast.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, Notice, Stack } from '../../ui/card.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Coming } from '../../ui/coming.tsx';
import { CheckField } from '../../ui/field.tsx';
import { Overlay } from '../../ui/overlay.tsx';
import { Row, Rows } from '../../ui/row-link.tsx';
import { deletionWords } from '../../words/account-deletion.ts';
import styles from './settings.module.css';

type Account = Answer<'getAccountDeletion'>;

const WAYS = { loan_open: '/me/bills', payment_under_way: '/me/bills', wallet_credit: '/me/wallet' } as const;

/** Explains everything that deleting does before it shows the button. */
export function AccountDeletionPanel({ onClose }: { onClose: () => void }) {
  const account = useAnswer('getAccountDeletion', {}, { staleMs: 0 });
  return (
    <Overlay kind="panel" title={deletionWords.title} onClose={onClose}>
      {account.data ? (
        <div className={styles.cards}>
          <Stack gap="wide">
            {account.data.refusal ? (
              <>
                <Notice tone="warn">{account.data.refusal.message}</Notice>
                <ButtonLink to={WAYS[account.data.refusal.reason]}>
                  {deletionWords.ways[account.data.refusal.reason]}
                </ButtonLink>
              </>
            ) : (
              <Notice tone="bad">{deletionWords.lead}</Notice>
            )}
            <Consequences keptUntil={account.data.keptUntil} />
            {!account.data.refusal && <Confirmation account={account.data} />}
          </Stack>
        </div>
      ) : (
        <Coming answers={[account]} lines={[60, 180, 180, 120]} />
      )}
    </Overlay>
  );
}

function Consequences({ keptUntil }: Pick<Account, 'keptUntil'>) {
  const { goes, stays, afterwards } = deletionWords;
  return (
    <>
      <Card title={goes.title}>
        <List items={keptUntil === undefined ? [...goes.list, goes.all] : goes.list} />
      </Card>
      {keptUntil !== undefined && (
        <Card title={stays.title(dayText(keptUntil))}>
          <Rows>
            {stays.list.map(({ what, why }) => (
              <Row key={what} title={what} detail={why} />
            ))}
          </Rows>
          <p className={styles.small}>{stays.how}</p>
        </Card>
      )}
      <Card title={afterwards.title}>
        <List items={afterwards.list} />
      </Card>
    </>
  );
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}

function Confirmation({ account }: { account: Account }) {
  const code = useCodeSending('sendDeletionCode');
  const remove = useSend('deleteAccount', { loading: 'loading' });
  const form = useForm({
    initial: { captcha: '', checked: false },
    check: ({ captcha, checked }) => ({
      captcha: codeMessage(captcha),
      checked: checked ? undefined : deletionWords.pleaseRead,
    }),
    isBusy: remove.isPending,
    changeClearsAll: true,
    send: ({ captcha }) =>
      remove.mutate(
        { body: { captcha } },
        {
          onSuccess: () => {
            navigate('/home', { replace: true });
            signOut(session);
            showSuccess(deletionWords.done);
          },
          onError: (error) => {
            form.showRefusal(error);
            // The account may have changed: the panel then says why it cannot be deleted now.
            if (error instanceof CallFailure) void refresh('getAccountDeletion');
          },
        },
      ),
  });
  const understood = form.field('checked');

  return (
    <form className={styles.form} {...form.props}>
      <p className={styles.small}>
        {deletionWords.copy} {deletionWords.codeTo(account.mobile)}
      </p>
      <CodeField {...form.field('captcha')} sending={code} onObtain={() => code.send({ body: {} })} />
      <CheckField isChecked={understood.value} onChange={understood.onChange} error={understood.error}>
        {deletionWords.understood}
      </CheckField>
      <Button type="submit" variant="danger" isBusy={remove.isPending}>
        {deletionWords.confirm}
      </Button>
    </form>
  );
}
