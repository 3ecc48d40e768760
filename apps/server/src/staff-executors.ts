import type { OperatorName } from '@thumba/lending/ledger';
import { noteArrivals } from './accounting/bank/match-bank-rows.ts';
import { reopenPeriodAsApproved } from './accounting/period/staff-reopening.ts';
import { saveLayoutAsApproved } from './accounting/return/staff-layout.ts';
import { beginScheduleAsApproved } from './accounting/schedule/staff-schedules.ts';
import { personOf } from './book/actor.ts';
import { changeAsApproved } from './book/catalogue/staff-changes.ts';
import type { Lender } from './book/lender.ts';
import type { LiveSettings } from './book/lender-setting/live-settings.ts';
import { changeSettingAsApproved } from './book/lender-setting/staff-settings.ts';
import type { OperatorSwitch } from './book/payment-attempt/operator-switch.ts';
import { handOverAsApproved } from './contact/arrears/staff-agency.ts';
import { publishChannelAsApproved } from './contact/channel/staff-channels.ts';
import { publishTextAsApproved } from './contact/message/staff-texts.ts';
import { publishNoticeAsApproved } from './contact/notice/staff-notices.ts';
import { publishWheelAsApproved } from './contact/wheel/staff-wheel.ts';
import { setLimitAsApproved } from './credit/application/staff-limit.ts';
import { retryAsApproved } from './credit/application/staff-payout.ts';
import { startCampaignAsApproved, stopCampaignAsApproved } from './credit/coupon/staff-campaigns.ts';
import { giveAsApproved } from './credit/coupon/staff-gifts.ts';
import { publishOfferAsApproved } from './credit/coupon/staff-offers.ts';
import { servicingExecutors } from './credit/servicing/staff-requests.ts';
import { checkOperator, type Operators } from './money/payment/operators/operator.ts';
import { releaseAsApproved } from './money/payment/staff-held-payouts.ts';
import { operatorExecutors } from './money/payment/staff-operators.ts';
import { floatExecutors } from './money/reconciliation/float-requests.ts';
import { placementExecutors } from './money/suspense/staff-requests.ts';
import { refundAsApproved } from './money/wallet/staff-refunds.ts';
import { unblockAsApproved } from './people/borrower/staff-unblocking.ts';
import { moveAsApproved } from './people/mobile-change/staff-requests.ts';
import { type Clock, toDate } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Randomness } from './platform/randomness.ts';
import type { Sealing } from './platform/sealing.ts';
import { isRelated } from './staff/access/relations.ts';
import { approveOverride } from './staff/application/override.ts';
import type { ApplicationRouteDeps } from './staff/application/routes.ts';
import { changeRuleAsApproved } from './staff/compliance/rule-requests.ts';
import type { Executors } from './staff/request/answer-request.ts';
import { grantRoles } from './staff/request/grant-roles.ts';
import { lendingExecutors } from './staff/request/lending-requests.ts';
import { manualMatchExecutor } from './staff/request/manual-match.ts';

export type ExecutorParts = Omit<ApplicationRouteDeps, 'fileRequest'> & {
  db: Database;
  clock: Clock;
  sealing: Sealing;
  random: Randomness;
  lender: Lender;
  lenderSettings: LiveSettings;
  operators: Operators;
  operatorSwitch: OperatorSwitch;
  operatorOfMobile(mobile: string): OperatorName | undefined;
  onNewMessages(): void;
  /** Many differences are to be resolved together. */
  onNewBatch(): void;
};

/** What does each kind of request, once a second person approved it. */
export function executorsOf(parts: ExecutorParts): Executors {
  const { db, clock } = parts;
  const now = () => toDate(clock.nowMs());
  return {
    role_grant: (request) => grantRoles(db, request, now()),
    ...lendingExecutors({ db, clock }),
    ...operatorExecutors(parts),
    unblocking: ({ borrowerId, requestId, reason, madeBy }, approvedBy) => {
      const at = { on: parts.today(), now: now() };
      const wanted = { borrowerId: borrowerId!, requestId, reason, madeBy, approvedBy, ...at };
      return unblockAsApproved(parts, wanted);
    },
    limit_override: ({ borrowerId, requestId, payload }) =>
      setLimitAsApproved(db, { borrowerId: borrowerId!, requestId, payload }),
    // The person who asked writes an auditor's pack at the terminal, and downloads a list in the console, once.
    bulk_export: async ({ requestId, payload }) => ({
      isDone: true,
      sentence:
        'list' in payload
          ? 'The person who asked can download it once.'
          : `The person who asked can write it once, with --request ${requestId}.`,
    }),
    export_schedule: (request) => beginScheduleAsApproved({ db, nowMs: clock.nowMs() }, request),
    return_layout: (request) => saveLayoutAsApproved({ db, nowMs: clock.nowMs() }, request),
    coupon_offer: (request) => publishOfferAsApproved({ db, now: now() }, request),
    campaign_start: (request) => startCampaignAsApproved({ db, on: parts.today(), now: now() }, request),
    campaign_stop: (request) => stopCampaignAsApproved({ db, now: now() }, request),
    wheel_change: (request) => publishWheelAsApproved({ db, clock }, request),
    notice_change: (request) => publishNoticeAsApproved({ db, now: now() }, request),
    channel_change: (request) => publishChannelAsApproved({ ...parts, now: now() }, request),
    text_change: (request) => publishTextAsApproved({ db, now: now() }, request),
    offer_change: (request) => changeAsApproved(parts, request),
    setting_change: (request, approvedBy) => changeSettingAsApproved(parts, request, approvedBy),
    bank_details: (request, approvedBy) => changeSettingAsApproved(parts, request, approvedBy),
    alert_rule_change: (request, approvedBy) => changeRuleAsApproved(db, request, approvedBy, now()),
    period_reopening: (request, approvedBy) => reopenPeriodAsApproved(parts, request, approvedBy),
    coupon_gift: (request) => giveAsApproved(parts, request, { on: parts.today(), at: now() }),
    async mobile_change({ madeBy, payload, reason }) {
      const moved = await moveAsApproved(parts, { payload, reason, staffName: personOf(madeBy) });
      parts.onNewMessages();
      return moved;
    },
    ...servicingExecutors({ ...parts, ladderRule: () => parts.catalogue.current().ladder }),
    ...floatExecutors({
      ...parts,
      noteArrivals: () => db.inTransaction((transaction) => noteArrivals(transaction, now())),
    }),
    manual_match: manualMatchExecutor({
      ...parts,
      ladderRule: () => parts.catalogue.current().ladder,
      isRelatedStaff: (staffId, borrowerId) => isRelated(db, staffId, borrowerId),
    }),
    ...placementExecutors({
      ...parts,
      ladderRule: () => parts.catalogue.current().ladder,
      checkOperator: (operator) => checkOperator(parts.operators, operator),
    }),
    agency_handover: (request, approvedBy) =>
      handOverAsApproved({ ...parts, agencies: parts.lender.collectionAgencies }, request, approvedBy),
    payout_retry: (request, approvedBy) => retryAsApproved(parts, request, approvedBy),
    refund: (request) => refundAsApproved(parts, request),
    payout_release: (request, approvedBy) => releaseAsApproved(parts, request, approvedBy),
    decision_override: (request, approvedBy) => approveOverride(parts, request, approvedBy),
  };
}
