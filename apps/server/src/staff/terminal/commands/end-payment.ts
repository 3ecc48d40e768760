import { formatKwacha } from '@thumba/lending/money';
import { describeEndUnknownRefusal, endUnknown } from '../../../money/payment/end-unknown.ts';
import { staffCommand } from '../staff-desk.ts';
import { declined, told } from '../terminal-command.ts';

export const command = staffCommand({
  purpose: 'ends a payment whose outcome is unknown',
  recorded: { command: 'end-payment', actions: ['succeeded', 'failed'] },
  async atDesk(desk, [attemptId = '', outcome = '', ...reason]) {
    if (attemptId === '')
      return declined(
        'Say which payment, how it ended, and how you know: npm run settle -- 3b241101-… succeeded "on the statement of 21 November"',
      );
    if (outcome !== 'succeeded' && outcome !== 'failed')
      return declined(`"${outcome}" is no end of a payment: say succeeded or failed.`);
    const catalogue = await desk.openCatalogue();
    const ended = await endUnknown(
      { ...desk, ladderRule: () => catalogue.current().ladder },
      { attemptId, outcome, reason: reason.join(' '), staffName: desk.staffName() },
    );
    if (!ended.ok) return declined(describeEndUnknownRefusal(ended.refusal));
    const { amount_ngwee: amountNgwee, operator } = ended.value;
    return told(`Payment ${attemptId} of ${formatKwacha(amountNgwee)} by ${operator} ${outcome}.`);
  },
});
