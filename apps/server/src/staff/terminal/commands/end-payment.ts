import { describeEndUnknownRefusal } from '../../../money/payment/end-unknown.ts';
import { askForPaymentEnd } from '../../request/match-payment.ts';
import { fileAtDesk } from '../file-request.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined } from '../terminal-command.ts';

export const command = staffCommand({
  purpose: 'asks to end a payment whose outcome is unknown',
  recorded: { command: 'end-payment', actions: ['succeeded', 'failed'] },
  about: ([attemptId]) => [{ kind: 'payment', attemptId }],
  async atDesk(desk, [attemptId = '', outcome = '', ...reason]) {
    if (attemptId === '')
      return declined(
        'Say which payment, how it ended, and how you know: npm run settle -- 3b241101-… succeeded "on the statement of 21 November"',
      );
    if (outcome !== 'succeeded' && outcome !== 'failed')
      return declined(`"${outcome}" is no end of a payment: say succeeded or failed.`);
    const catalogue = await desk.openCatalogue();
    const asked = await askForPaymentEnd(
      { ...desk, ladderRule: () => catalogue.current().ladder },
      { attemptId, outcome },
      reason.join(' '),
    );
    return asked.ok
      ? fileAtDesk({ ...desk, staffName: desk.staffName() }, asked.value)
      : declined(describeEndUnknownRefusal(asked.refusal));
  },
});
