import { HARDSHIP_FROM_DAYS } from '@thumba/lending/next-arrears-action';
import { useState } from 'react';
import { useActions } from '../../platform/actions.ts';
import { sentenceOf } from '../../platform/call-failure.ts';
import { useKeys } from '../../platform/keys.ts';
import { useStaffSend } from '../../platform/query.ts';
import { usePerson } from '../../platform/session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Failure } from '../../ui/states.tsx';
import { HandoverDialog, RecallDialog } from './agency-dialogs.tsx';
import { AssignDialog, EndStopDialog, MessageDialog, StopDialog } from './arrears-dialogs.tsx';
import { CHANGED, type LateLoan } from './arrears-words.tsx';

const DIALOGS = {
  message: { text: 'Send a message', permission: 'workArrears', Dialog: MessageDialog },
  stop: { text: 'Stop contact', permission: 'stopContact', Dialog: StopDialog },
  endStop: { text: 'Let contact go on', permission: 'stopContact', Dialog: EndStopDialog },
  handOver: { text: 'Hand it to an agency', permission: 'workArrears', Dialog: HandoverDialog },
  recall: { text: 'Take it back from the agency', permission: 'workArrears', Dialog: RecallDialog },
  assign: { text: 'Give to a person', permission: 'assignArrears', Dialog: AssignDialog },
} as const;
type DialogName = keyof typeof DIALOGS;

/** What is done with a late loan besides calling. */
export function ArrearsActions({ loan }: { loan: LateLoan }) {
  const { permissions, staffId } = usePerson();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const may = (name: DialogName) => permissions.includes(DIALOGS[name].permission);
  const possible = (Object.keys(DIALOGS) as DialogName[]).filter(
    (name) =>
      may(name) &&
      (name !== 'message' || loan.messages.length > 0) &&
      (name !== 'endStop' || loan.stops.length > 0) &&
      (name !== 'handOver' || loan.agencies.length > 0) &&
      (name !== 'recall' || loan.placement !== null) &&
      (name !== 'assign' || loan.placement === null || loan.assignedTo !== null),
  );
  const isToTake =
    loan.placement === null &&
    (loan.assignedTo === null ||
      (loan.assignedTo.staffId !== staffId && permissions.includes('assignArrears')));
  useKeys(
    'This late loan',
    possible.includes('message')
      ? [{ keys: 'm', does: 'Send a message, after a confirmation', run: () => setOpened('message') }]
      : [],
  );
  const Opened = opened === null ? null : DIALOGS[opened].Dialog;
  return (
    <>
      {permissions.includes('workArrears') && loan.isLate && isToTake && <TakeButton loan={loan} />}
      {mayOfferNewDates(loan) && permissions.includes('serviceLoans') && permissions.includes('seeLoan') && (
        <ButtonLink to={`/loans/${loan.loanId}?do=new_dates`}>Offer new dates</ButtonLink>
      )}
      {possible.length > 0 && (
        <Menu
          label="More for this loan"
          choices={possible.map((name) => ({ text: DIALOGS[name].text, run: () => setOpened(name) }))}
        />
      )}
      {Opened && <Opened loan={loan} onClose={() => setOpened(null)} />}
    </>
  );
}

/** New dates are offered from 31 days late on, and where the borrower says so in a call. */
function mayOfferNewDates({ isLate, daysLate, openCall }: LateLoan): boolean {
  return isLate && (daysLate >= HARDSHIP_FROM_DAYS || openCall?.isIdentified === true);
}

function TakeButton({ loan: { loanId, assignedTo } }: { loan: LateLoan }) {
  const { mutate, isPending, error } = useStaffSend('takeArrears', CHANGED);
  const take = () =>
    mutate(
      { params: { loanId: String(loanId) }, body: { seenStaffId: assignedTo?.staffId ?? null } },
      { onSuccess: () => showToast(`You have loan ${loanId} now.`) },
    );
  const text = assignedTo ? `Take over from ${assignedTo.name}` : 'Take it';
  useActions('This late loan', [{ text, run: take }]);
  return (
    <>
      {error && <Failure>{sentenceOf(error)}</Failure>}
      <Button isBusy={isPending} onClick={take}>
        {text}
      </Button>
    </>
  );
}
