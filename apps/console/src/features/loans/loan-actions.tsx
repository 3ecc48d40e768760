import type { Permission } from '@thumba/contract/staff/permissions';
import { type ReactNode, useState } from 'react';
import { useFilters } from '../../platform/filters.ts';
import { usePerson } from '../../platform/session.ts';
import { Menu } from '../../ui/menu.tsx';
import { HardshipDialog } from './hardship-dialog.tsx';
import type { LoanAnswer } from './loan.ts';
import { PayoutDialog } from './payout-dialog.tsx';
import { ExtensionDialog, PaymentDialog } from './prompt-dialogs.tsx';
import { isRefundable, RefundDialog } from './refund-dialog.tsx';
import { ReversalDialog } from './reversal-dialog.tsx';
import { WaiverDialog, waivableOf } from './waiver-dialog.tsx';
import { WriteOffDialog } from './write-off-dialog.tsx';

type ActionDialogProps = { loan: LoanAnswer; onClose: () => void };

type Action = {
  /** Stands in the address of a link that opens the dialog. */
  name?: string;
  text: string | ((loan: LoanAnswer) => string);
  permission: Permission;
  isPossible: (loan: LoanAnswer) => boolean;
  dialog: (props: ActionDialogProps) => ReactNode;
};

const isRunning = ({ state }: LoanAnswer) => state === 'active' || state === 'overdue';
const isWrittenOff = ({ state }: LoanAnswer) => state === 'written_off';
const isFree = ({ underWay }: LoanAnswer) => underWay === null;

/** A payout that waits for a person, or for an operator that is stopped, gives way to one to another account. */
const mayReplacePayout = ({ state, payout, accounts }: LoanAnswer) =>
  state === 'paying_out' &&
  (payout?.heldFor === 'under_review' || payout?.heldFor === 'operator_stopped') &&
  accounts.length > 0;

/** What staff do with a loan, one line each. While a payment is under way, most of it waits. */
const ACTIONS: readonly Action[] = [
  {
    text: (loan) =>
      isWrittenOff(loan) ? 'Recover money by a PIN prompt' : 'Send a PIN prompt for a payment',
    permission: 'serviceLoans',
    isPossible: (loan) => (isRunning(loan) || isWrittenOff(loan)) && isFree(loan) && loan.accounts.length > 0,
    dialog: (props) => <PaymentDialog {...props} />,
  },
  {
    text: 'Extend by a PIN prompt',
    permission: 'serviceLoans',
    isPossible: (loan) =>
      isRunning(loan) && isFree(loan) && loan.extensions !== null && loan.accounts.length > 0,
    dialog: (props) => <ExtensionDialog {...props} />,
  },
  {
    text: 'Waive a charge',
    permission: 'serviceLoans',
    isPossible: (loan) => isRunning(loan) && isFree(loan) && waivableOf(loan).length > 0,
    dialog: (props) => <WaiverDialog {...props} />,
  },
  {
    name: 'new_dates',
    text: 'Agree new dates',
    permission: 'serviceLoans',
    isPossible: (loan) => isRunning(loan) && isFree(loan),
    dialog: (props) => <HardshipDialog {...props} />,
  },
  {
    text: 'Take back a posting',
    permission: 'serviceLoans',
    isPossible: (loan) => loan.disbursedAt !== null && isFree(loan),
    dialog: (props) => <ReversalDialog {...props} />,
  },
  {
    text: 'Send the payout again',
    permission: 'matchPayments',
    isPossible: (loan) => loan.state === 'payout_failed' || mayReplacePayout(loan),
    dialog: (props) => <PayoutDialog {...props} />,
  },
  {
    text: 'Refund wallet credit',
    permission: 'matchPayments',
    isPossible: isRefundable,
    dialog: (props) => <RefundDialog {...props} />,
  },
  {
    text: 'Ask for a write-off',
    permission: 'writeOff',
    isPossible: (loan) => loan.state === 'overdue' && isFree(loan),
    dialog: (props) => <WriteOffDialog {...props} />,
  },
];

/** The menu of a loan's page. A link may open one of its dialogs. */
export function LoanActions({ loan }: { loan: LoanAnswer }) {
  const { permissions } = usePerson();
  const [filters] = useFilters({ do: '' });
  const possible = ACTIONS.filter(
    ({ permission, isPossible }) => permissions.includes(permission) && isPossible(loan),
  );
  const linked = possible.find(({ name }) => name !== undefined && name === filters.do);
  const [opened, setOpened] = useState<Action | null>(linked ?? null);
  const close = () => setOpened(null);
  return (
    <>
      {possible.length > 0 && (
        <Menu
          label={`Change loan ${loan.loanId}`}
          choices={possible.map((action) => ({
            text: typeof action.text === 'string' ? action.text : action.text(loan),
            run: () => setOpened(action),
          }))}
        />
      )}
      {opened?.dialog({ loan, onClose: close })}
    </>
  );
}
