import type { Permission } from '@thumba/contract/staff/permissions';
import { type ReactNode, useState } from 'react';
import { usePerson } from '../../platform/session.ts';
import { Menu } from '../../ui/menu.tsx';
import { BlockDialog, UnblockDialog } from './block-dialogs.tsx';
import type { BorrowerAnswer } from './borrower.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { FaceDialog } from './face-dialog.tsx';
import { GiftDialog } from './gift-dialog.tsx';
import { HoldDialog, ReleaseDialog } from './hold-dialogs.tsx';
import { IdentityDialog } from './identity-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';

type Action = {
  text: string;
  permissions: readonly Permission[];
  /** Undefined where it is not possible for this borrower. */
  dialog: (borrower: BorrowerAnswer, onClose: () => void) => ReactNode | undefined;
};

/** What staff do to an account, one line each. */
const ACTIONS: readonly Action[] = [
  {
    text: 'Block for new loans',
    permissions: ['blockBorrower'],
    dialog: (borrower, onClose) =>
      borrower.block ? undefined : <BlockDialog borrower={borrower} onClose={onClose} />,
  },
  {
    text: 'Ask to unblock',
    permissions: ['unblockBorrower'],
    dialog: ({ block, borrowerId }, onClose) =>
      block ? <UnblockDialog borrowerId={borrowerId} onClose={onClose} /> : undefined,
  },
  {
    text: 'Hold the payouts',
    permissions: ['holdPayouts'],
    dialog: ({ payoutHold, borrowerId }, onClose) =>
      payoutHold ? undefined : <HoldDialog borrowerId={borrowerId} onClose={onClose} />,
  },
  {
    text: 'Release the payouts',
    permissions: ['holdPayouts'],
    dialog: ({ payoutHold, borrowerId }, onClose) =>
      payoutHold ? <ReleaseDialog borrowerId={borrowerId} onClose={onClose} /> : undefined,
  },
  {
    text: 'Ask for another limit',
    permissions: ['overrideLimit'],
    dialog: ({ borrowerId }, onClose) => <LimitDialog borrowerId={borrowerId} onClose={onClose} />,
  },
  {
    text: 'Ask for a coupon',
    permissions: ['giveCoupons'],
    dialog: ({ borrowerId }, onClose) => <GiftDialog borrowerId={borrowerId} onClose={onClose} />,
  },
  {
    text: 'Correct the identity',
    permissions: ['correctIdentity', 'seeIdentity'],
    dialog: ({ borrowerId, identityConfirmedAt: confirmedAt }, onClose) =>
      confirmedAt && <IdentityDialog {...{ borrowerId, confirmedAt, onClose }} />,
  },
  {
    text: 'Allow without a picture of the face',
    permissions: ['correctIdentity'],
    dialog: ({ borrowerId }, onClose) => <FaceDialog borrowerId={borrowerId} onClose={onClose} />,
  },
  {
    text: 'Delete the account',
    permissions: ['eraseBorrower'],
    dialog: ({ borrowerId }, onClose) => <EraseDialog borrowerId={borrowerId} onClose={onClose} />,
  },
];

/** The menu of a borrower's page. An account that is deleted has none. */
export function BorrowerActions({ borrower }: { borrower: BorrowerAnswer }) {
  const { permissions } = usePerson();
  const [opened, setOpened] = useState<Action | null>(null);
  const close = () => setOpened(null);
  const possible = ACTIONS.filter(
    (action) =>
      action.permissions.every((needed) => permissions.includes(needed)) && action.dialog(borrower, close),
  );
  if (borrower.isDeleted || possible.length === 0) return null;
  return (
    <>
      <Menu
        label={`Change borrower ${borrower.borrowerId}`}
        choices={possible.map((action) => ({ text: action.text, run: () => setOpened(action) }))}
      />
      {opened?.dialog(borrower, close)}
    </>
  );
}
