import type { StaffAnswer } from '@thumba/contract/staff/wire';
import { formatKwacha } from '@thumba/lending/money';
import { useState } from 'react';
import { useDialogSend } from '../../platform/dialog-send.ts';
import { OPERATOR_TITLES } from '../../platform/operators.ts';
import { useStaffAnswer } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Money } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { Answer, Empty } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Age } from '../../ui/time.tsx';

type Account = StaffAnswer<'listHolders'>['items'][number];
type Choice = { account: Account; decision: 'allow' | 'refuse' };

const sumOf = ({ payouts }: Account) =>
  payouts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
const textOf = ({ mobile, holderName }: Account) => `${mobile} (${holderName})`;

/** Payouts that wait, because the operator has another name for the account than the identity. */
export function HoldersPage() {
  const mayDecide = usePerson().permissions.includes('decideCases');
  const [choice, setChoice] = useState<Choice | null>(null);
  const query = useStaffAnswer('listHolders', {}, { isList: true });
  const columns: Column<Account>[] = [
    { title: 'Borrower', cell: ({ identityName }) => <bdi>{identityName}</bdi> },
    { title: 'Name at the operator', cell: ({ holderName }) => <bdi>{holderName}</bdi> },
    { title: 'Account', cell: ({ mobile, operator }) => `${mobile}, ${OPERATOR_TITLES[operator]}` },
    { title: 'Amount', cell: (account) => <Money kwacha={sumOf(account) / 100} />, isRight: true },
    { title: 'Waits', cell: ({ payouts }) => <Age since={payouts[0]!.since} />, isRight: true },
    ...(mayDecide
      ? [
          {
            title: 'Change',
            cell: (account: Account) => (
              <Menu
                label={`Decide on the account of ${account.holderName}`}
                choices={[
                  { text: 'Allow this account', run: () => setChoice({ account, decision: 'allow' }) },
                  { text: 'Refuse this account', run: () => setChoice({ account, decision: 'refuse' }) },
                ]}
              />
            ),
            isRight: true,
          },
        ]
      : []),
  ];
  return (
    <Page title="Accounts in another name" note="the longest wait first">
      <Card isFlush>
        <Answer query={query}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No payout waits because of a name">
                A payout waits here when the operator has another name for the account than the identity of
                the borrower.
              </Empty>
            ) : (
              <Table
                label="Accounts in another name"
                rows={items}
                columns={columns}
                keyOf={({ accountId }) => accountId}
              />
            )
          }
        </Answer>
      </Card>
      {choice?.decision === 'allow' && (
        <AllowDialog account={choice.account} onClose={() => setChoice(null)} />
      )}
      {choice?.decision === 'refuse' && (
        <RefuseDialog account={choice.account} onClose={() => setChoice(null)} />
      )}
    </Page>
  );
}

type DialogProps = { account: Account; onClose: () => void };

function AllowDialog({ account, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('allowHolder', ['listHolders'], {
    onClose,
    says: () => `Money may go to ${textOf(account)}.`,
  });
  const { borrowerId, accountId, askedAt } = account;
  return (
    <ConfirmDialog
      title={`Allow ${textOf(account)}`}
      effect={[
        { title: formatKwacha(sumOf(account)), before: 'waits', after: 'is sent by itself' },
        { title: 'Later payouts to it', before: 'wait for a person', after: 'sent' },
      ]}
      action="Allow"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId, accountId }, body: { reason, askedAt } })}
    />
  );
}

function RefuseDialog({ account, onClose }: DialogProps) {
  const { send, sending } = useDialogSend('refuseHolder', ['listHolders'], {
    onClose,
    says: () => `What waited for ${textOf(account)} has failed.`,
  });
  const { borrowerId, accountId } = account;
  return (
    <ConfirmDialog
      title={`Refuse ${textOf(account)}`}
      effect={[
        { title: formatKwacha(sumOf(account)), before: 'waits', after: 'not sent to this account' },
        { title: 'The borrower', before: 'waits', after: 'can name another account' },
      ]}
      action="Refuse"
      look="danger"
      {...sending}
      onConfirm={(reason) => send({ params: { borrowerId, accountId }, body: { reason } })}
    />
  );
}
