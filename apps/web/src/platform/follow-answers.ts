import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '@thumba/contract/wire';
import { order } from './order.ts';
import { session } from './session.ts';

/**
 * Takes over what answers say about the borrower into the session and the order: the home page's answer decides
 * `loanType`, `userStatus` and `marketList`, an application decides `orderId`.
 */
export function followAnswers(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.query.queryKey[0] !== 'getMyLoanInfo') return;
    const { loanType, userStatus, marketList } = event.query.state.data as Answer<'getMyLoanInfo'>;
    session.setState({ loanType, userStatus, marketList });
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.mutation.options.mutationKey?.[0] !== 'appManualGetLoan') return;
    const { orderId } = event.mutation.state.data as Answer<'appManualGetLoan'>;
    order.setState({ orderId });
  });
}
