import { USER_STATUS } from '@thumba/contract/codes';
import type { Answer, Request } from '@thumba/contract/wire';
import { CallFailure } from '../../platform/call-answer.ts';
import type { LoanWish } from '../../platform/loan-wish.ts';
import { navigate } from '../../platform/navigation.ts';
import { wishFor } from '../../platform/order.ts';
import { tellOtherTabs } from '../../platform/other-tabs.ts';
import { queryClient, refresh, useSend } from '../../platform/query.ts';
import { showSuccess } from '../../platform/toast.ts';
import { borrowWords as words } from '../../words/borrow.ts';
import { type ApplicationChoice, forgetApplicationChoice } from './application-choice.ts';

const CONFLICT = 409;

type ApplicationRequest = Request<'appManualGetLoan'>;

export function applicationOf(parts: {
  wish: LoanWish;
  estimate: Answer<'productTrial'>;
  choice: ApplicationChoice;
  userCouponId: number | undefined;
}): ApplicationRequest {
  const { wish, estimate, choice, userCouponId } = parts;
  return {
    body: {
      ...wish,
      ...(choice.repayAccountId === undefined ? {} : { repayAccountId: choice.repayAccountId }),
      ...(choice.purpose === '' ? {} : { purpose: choice.purpose }),
      ...(userCouponId === undefined ? {} : { userCouponId }),
      contractVersion: estimate.contractVersion,
      agreed: true,
    },
  };
}

/** Applies for the loan, and leaves the page once an application is under way. */
export function useApplication(onRefused: () => void) {
  const application = useSend('appManualGetLoan', { loading: 'loading' });
  const apply = (request: ApplicationRequest) =>
    application.mutate(request, {
      onSuccess: ({ userStatus }) => {
        leaveForHome();
        showSuccess(successText(userStatus));
      },
      onError: (error) => {
        if (!(error instanceof CallFailure)) return;
        if (error.reason === 'face_required') leaveForFace(request.body);
        else if (error.code === CONFLICT && error.data.orderId !== undefined) leaveForHome();
        else if (error.kind === 'refused') onRefused();
      },
    });
  return { apply, isPending: application.isPending };
}

/** What was chosen stays, and the face check leads back to the bill. */
function leaveForFace({ productId, amount, termId }: LoanWish): void {
  wishFor({ productId, amount, termId });
  void refresh('getUserAuthProcessStep');
  navigate('/face/face-start');
}

/**
 * The home page shows the state of the application. What it showed before offered a loan, so it is not shown again, also
 * without a connection.
 */
function leaveForHome(): void {
  forgetApplicationChoice();
  void import('../../platform/kept-answers.ts').then(({ forgetAnswer }) => forgetAnswer('getMyLoanInfo'));
  void queryClient.resetQueries({ queryKey: ['getMyLoanInfo'] });
  void refresh('listOrders', 'getUserInfo', 'listCoupons');
  tellOtherTabs();
  navigate('/home', { replace: true });
}

function successText(userStatus: number): string {
  if (userStatus === USER_STATUS.underReview) return words.done.underReview;
  if (userStatus === USER_STATUS.payingOut) return words.done.payingOut;
  return words.done.decided;
}
