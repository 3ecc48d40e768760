import type { RequestKind } from '@thumba/contract/staff/request-kinds';
import type { LiveSettings } from './book/lender-setting/live-settings.ts';
import { previewSms } from './contact/message/texts-of-now.ts';
import { checkOperator } from './money/payment/operators/operator.ts';
import {
  type HeldPayoutRouteDeps,
  registerHeldPayoutRoutes,
} from './money/payment/staff-held-payout-routes.ts';
import { RELEASE_SUBJECT } from './money/payment/staff-held-payouts.ts';
import { type HolderRouteDeps, registerHolderRoutes } from './money/payment/staff-holder-routes.ts';
import { registerStaffPaymentRoutes, type StaffPaymentDeps } from './money/payment/staff-payment-routes.ts';
import { registerStaffClaimRoutes, type StaffClaimDeps } from './money/reconciliation/staff-claims.ts';
import { statementFormats } from './money/reconciliation/statement-formats.ts';
import { registerSuspenseRoutes, type SuspenseRouteDeps } from './money/suspense/staff-routes.ts';
import { type RefundRouteDeps, registerRefundRoutes } from './money/wallet/staff-routes.ts';
import { registerUnusedCreditRoutes, type UnusedCreditDeps } from './money/wallet/staff-unused-credit.ts';
import type { Database } from './platform/database.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { askForPaymentEnd } from './staff/request/match-payment.ts';
import { findOpenRequestOn, type KeptRequest, openRequestsOnPiece } from './staff/request/requests.ts';
import { makerShown } from './staff/request/routes.ts';
import { suggestOwners } from './staff/search/suggest-owners.ts';

type MoneyDeps = { lenderSettings: LiveSettings } & Omit<UnusedCreditDeps, 'unusedCreditDays'> &
  Omit<StaffPaymentDeps, 'askForPaymentEnd' | 'openRequestOf'> &
  Omit<HolderRouteDeps, 'isRelated'> &
  StaffClaimDeps &
  Omit<HeldPayoutRouteDeps, 'hasStatement' | 'openReleaseRequest'> &
  Omit<RefundRouteDeps, 'smsOf'> &
  Omit<SuspenseRouteDeps, 'isRelated' | 'checkOperator' | 'smsOf' | 'suggestOwners' | 'openRequestsOf'>;

/** What staff do with payments and with money in suspense. */
export function registerMoneyRoutes(server: StaffServer, deps: MoneyDeps): void {
  registerHolderRoutes(server, { ...deps, isRelated: server.isRelated });
  registerStaffPaymentRoutes(server, {
    ...deps,
    askForPaymentEnd: (wanted, reason) => askForPaymentEnd(deps, wanted, reason),
    openRequestOf: (subject) => openRequestOn(deps, { kind: 'manual_match', subject }),
  });
  registerStaffClaimRoutes(server, deps);
  registerUnusedCreditRoutes(server, {
    ...deps,
    unusedCreditDays: () => deps.lenderSettings.current().unused_credit.days,
  });
  registerHeldPayoutRoutes(server, {
    ...deps,
    hasStatement: (operator) => operator in statementFormats,
    openReleaseRequest: () => openRequestOn(deps, { kind: 'payout_release', subject: RELEASE_SUBJECT }),
  });
  registerRefundRoutes(server, { ...deps, smsOf: (message) => previewSms(deps.db, message) });
  registerSuspenseRoutes(server, {
    ...deps,
    isRelated: server.isRelated,
    checkOperator: (operator) => checkOperator(deps.operators, operator),
    smsOf: (message) => previewSms(deps.db, message),
    suggestOwners: (of) => suggestOwners(deps, of),
    openRequestsOf: async (pieceId) =>
      (await openRequestsOnPiece(deps, pieceId)).map((request) => ({
        ...{ requestId: request.requestId, title: request.title },
        ...{ madeBy: makerShown(request), madeAt: request.madeAt.toISOString() },
      })),
  });
}

/** The request for the same thing that is not done yet, as a page shows it. */
export async function openRequestOn(
  deps: { db: Database; sealing: Sealing },
  wanted: { kind: RequestKind; subject: string },
): Promise<ReturnType<typeof openRequestShown> | null> {
  const request = await findOpenRequestOn(deps, wanted);
  return request ? openRequestShown(request) : null;
}

export function openRequestShown(request: KeptRequest): {
  requestId: number;
  madeBy: ReturnType<typeof makerShown>;
  madeAt: string;
} {
  const { requestId, madeAt } = request;
  return { requestId, madeBy: makerShown(request), madeAt: madeAt.toISOString() };
}
