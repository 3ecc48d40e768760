import { airtelMoneyId } from './airtel-wire.ts';
import type { Instruction } from './instruction.ts';
import { groupedKwacha } from './money.ts';
import { financialTransactionId } from './mtn-wire.ts';

export function promptText(instruction: Instruction, lenderName: string): string {
  const amount = groupedKwacha(instruction.amountNgwee);
  const about = instruction.request.payerMessage ? ` ${instruction.request.payerMessage}.` : '';
  switch (instruction.operator) {
    case 'mtn':
      return `Pay K${amount} to ${lenderName} with MTN MoMo?${about} Enter your PIN.`;
    case 'airtel':
      return `Airtel Money: confirm payment of ZMW ${amount} to ${lenderName}.${about} Enter your PIN.`;
    case 'zamtel':
      return `Zamtel Money: pay K${amount} to ${lenderName}? Enter your PIN.`;
  }
}

export function endingText(
  instruction: Instruction,
  balanceNgwee: number,
  lenderName: string,
): { from: string; text: string } {
  const amount = groupedKwacha(instruction.amountNgwee);
  const balance = groupedKwacha(balanceNgwee);
  const happened =
    instruction.direction === 'collect'
      ? `You have paid K${amount} to ${lenderName}.`
      : `You have received K${amount} from ${lenderName}.`;
  switch (instruction.operator) {
    case 'mtn':
      return {
        from: 'MTN MoMo',
        text: `Y'ello. ${happened} Your new balance is K${balance}. Financial transaction id: ${financialTransactionId(instruction)}.`,
      };
    case 'airtel':
      return {
        from: 'AirtelMoney',
        text: `Txn ID: ${airtelMoneyId(instruction)}. ${happened} Your new balance is K${balance}.`,
      };
    case 'zamtel':
      return { from: 'ZamtelMoney', text: `${happened} Your new balance is K${balance}.` };
  }
}
