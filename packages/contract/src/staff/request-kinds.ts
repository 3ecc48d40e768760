import type { Permission } from './permissions.ts';

type RequestKindDefinition = { title: string; make: Permission; check: Permission };

/**
 * What needs a second person: who may ask for it, and who may approve it. The maker is never the checker. Like `calls.ts`
 * this file has no schemas, so that the console downloads only names.
 */
export const requestKinds = {
  role_grant: { title: 'Roles of a person of staff', make: 'manageStaff', check: 'checkStaff' },
  unblocking: { title: 'Unblock a borrower', make: 'unblockBorrower', check: 'checkUnblocking' },
  limit_override: { title: 'Another limit', make: 'overrideLimit', check: 'checkLimit' },
  mobile_change: { title: 'Change of a mobile number', make: 'changeMobile', check: 'checkMobileChange' },
  decision_override: { title: 'Approval against a rule', make: 'overrideDecision', check: 'checkOverride' },
  waiver: { title: 'Waiver', make: 'serviceLoans', check: 'checkServicing' },
  hardship: { title: 'Hardship plan', make: 'serviceLoans', check: 'checkServicing' },
  reversal: { title: 'Reversal', make: 'serviceLoans', check: 'checkServicing' },
  refund: { title: 'Refund', make: 'matchPayments', check: 'checkPayments' },
  write_off: { title: 'Write-off', make: 'writeOff', check: 'checkWriteOff' },
  agency_handover: { title: 'Hand-over to an agency', make: 'workArrears', check: 'checkArrears' },
  manual_match: { title: 'Payment matched by hand', make: 'matchPayments', check: 'checkPayments' },
  suspense_placement: { title: 'Suspense placed or returned', make: 'matchPayments', check: 'checkPayments' },
  payout_retry: { title: 'Payout to another number', make: 'matchPayments', check: 'checkPayments' },
  payout_release: {
    title: 'Payouts released after a restore',
    make: 'matchPayments',
    check: 'checkPayments',
  },
  float_movement: { title: 'Movement of a float', make: 'moveFloat', check: 'checkFloat' },
  bank_details: { title: 'Bank details', make: 'changeSettings', check: 'checkFloat' },
  coupon_gift: { title: 'Gift of a coupon', make: 'giveCoupons', check: 'checkCoupons' },
  period_reopening: { title: 'Opening of a closed period', make: 'keepBooks', check: 'checkBooks' },
  bulk_export: { title: 'Export in bulk', make: 'exportInBulk', check: 'checkBulkExport' },
  export_schedule: { title: 'Report on a schedule', make: 'keepBooks', check: 'checkBooks' },
  return_layout: { title: 'Layout of the return', make: 'keepBooks', check: 'checkBooks' },
  offer_change: { title: 'Change of a product or policy', make: 'changeOffer', check: 'checkOffer' },
  coupon_offer: { title: 'Coupon offer', make: 'changeCampaigns', check: 'checkCampaigns' },
  campaign_start: { title: 'Campaign', make: 'changeCampaigns', check: 'checkCampaigns' },
  campaign_stop: { title: 'End of a campaign', make: 'changeCampaigns', check: 'checkCampaigns' },
  wheel_change: { title: 'Another wheel', make: 'changeCampaigns', check: 'checkCampaigns' },
  channel_change: { title: 'Channel', make: 'changeCampaigns', check: 'checkCampaigns' },
  notice_change: { title: 'Notice, offer or holiday', make: 'changeTexts', check: 'checkTexts' },
  text_change: { title: 'Words of a message', make: 'changeTexts', check: 'checkTexts' },
  setting_change: { title: 'Setting of the lender', make: 'changeSettings', check: 'checkSettings' },
  alert_rule_change: { title: 'Change of a rule of alerts', make: 'decideCases', check: 'checkCases' },
  operator_start: { title: 'Start an operator again', make: 'changeSettings', check: 'checkSettings' },
  lending_start: { title: 'Start lending again', make: 'stopLending', check: 'checkLending' },
  payout_ceiling: { title: 'Payouts of a day above the ceiling', make: 'stopLending', check: 'checkLending' },
} as const satisfies Record<string, RequestKindDefinition>;

export type RequestKind = keyof typeof requestKinds;

export const REQUEST_KINDS = Object.keys(requestKinds) as readonly RequestKind[];
