import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '@thumba/contract/wire';
import { authStepOf } from './next-step.ts';
import { order } from './order.ts';
import { session } from './session.ts';

/**
 * Takes over what answers say about the borrower into the session and the order: the home page's answer decides
 * `loanType`, `userStatus` and `marketList`, the steps of authentication decide `authStep`, an application decides
 * `orderId`.
 */
export function followAnswers(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    const { data } = event.query.state;
    switch (event.query.queryKey[0]) {
      case 'getMyLoanInfo': {
        const { loanType, userStatus, marketList } = data as Answer<'getMyLoanInfo'>;
        return session.setState({ loanType, userStatus, marketList });
      }
      case 'getUserAuthProcessStep':
        return session.setState({ authStep: authStepOf(data as Answer<'getUserAuthProcessStep'>) });
    }
  });
  client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    if (event.mutation.options.mutationKey?.[0] !== 'appManualGetLoan') return;
    const { orderId } = event.mutation.state.data as Answer<'appManualGetLoan'>;
    order.setState({ orderId });
  });
}
