import { formatDay } from '@thumba/lending/day';
import type { LoanMessage } from '@thumba/lending/loan';
import { formatKwacha } from '@thumba/lending/money';

/** The words of a message, made from its kind and figures when it is sent and again whenever it is read. */
export function messageText(message: LoanMessage): string {
  switch (message.kind) {
    case 'loan_approved':
      return `Your loan of ${formatKwacha(message.amountNgwee)} is approved. The money is on its way to your mobile-money account.`;
    case 'loan_referred':
      return `We have your application for ${formatKwacha(message.amountNgwee)}. A person will look at it and you will get an answer by SMS.`;
    case 'loan_declined':
      return `We cannot lend to you at the moment. You may apply again on ${formatDay(message.mayApplyAgainOn)}. The app says why.`;
    case 'loan_paid_out':
      return `${formatKwacha(message.amountNgwee)} was sent to your mobile-money account. Please repay ${formatKwacha(message.firstDueNgwee)} by ${formatDay(message.firstDueOn)}.`;
    case 'payout_failed':
      return `We could not send ${formatKwacha(message.amountNgwee)} to your mobile-money account. Please open the app to try again.`;
    case 'repayment_received':
      return `Thank you. We received ${formatKwacha(message.amountNgwee)}.${walletPart(message.walletNgwee)} Left to repay: ${formatKwacha(message.remainingNgwee)}. Receipt ${message.receiptNo}.`;
    case 'loan_settled':
      return `Thank you. We received ${formatKwacha(message.amountNgwee)} and your loan is paid off.${walletPart(message.walletNgwee)} Receipt ${message.receiptNo}.`;
  }
}

function walletPart(walletNgwee: number): string {
  return walletNgwee > 0 ? ` ${formatKwacha(walletNgwee)} of it is now wallet credit.` : '';
}
