import { openRequestOn } from './back-office-money.ts';
import type { Lender } from './book/lender.ts';
import type { LiveSettings } from './book/lender-setting/live-settings.ts';
import type { Config } from './book/settings/config.ts';
import { registerChannelStaffRoutes } from './contact/channel/staff-channel-routes.ts';
import type { TextLanguage } from './contact/message/rendered-text.ts';
import { registerTextRoutes, type TextRouteDeps } from './contact/message/staff-text-routes.ts';
import { subjectOfText } from './contact/message/staff-texts.ts';
import { MESSAGE_KINDS } from './contact/message/wording.ts';
import { registerNoticeStaffRoutes } from './contact/notice/staff-notice-routes.ts';
import { WHEEL_SUBJECT } from './contact/wheel/staff-wheel.ts';
import { registerWheelStaffRoutes } from './contact/wheel/staff-wheel-routes.ts';
import { registerCouponRoutes } from './credit/coupon/staff-coupon-routes.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { openSubjectsOf } from './staff/request/open-of-kind.ts';

type TextsDeps = Pick<TextRouteDeps, 'db' | 'catalogue' | 'publicUrl' | 'today' | 'fileRequest'> & {
  config: Config;
  sealing: Sealing;
  lender: Lender;
  lenderSettings: LiveSettings;
  languages: readonly TextLanguage[];
};

/** What borrowers read and are given, as staff see it and change it by two. */
export function registerTextsOfLender(server: StaffServer, deps: TextsDeps): void {
  registerCouponRoutes(server, { ...deps, openSubjectsOf: (kind) => openSubjectsOf(deps.db, kind) });
  registerWheelStaffRoutes(server, {
    ...deps,
    openWheelRequest: () => openRequestOn(deps, { kind: 'wheel_change', subject: WHEEL_SUBJECT }),
  });
  registerNoticeStaffRoutes(server, {
    ...deps,
    isTold: deps.config.NOTICES,
    openNoticeRequests: () => openSubjectsOf(deps.db, 'notice_change'),
  });
  registerChannelStaffRoutes(server, {
    ...deps,
    openChannelRequests: () => openSubjectsOf(deps.db, 'channel_change'),
  });
  registerTextRoutes(server, {
    ...deps,
    lenderPhone: deps.lender.phone,
    smsPartNgwee: () => deps.lenderSettings.current().sms_part_price.ngwee,
    openTextRequest: (kind) => openRequestOn(deps, { kind: 'text_change', subject: subjectOfText(kind) }),
    async waitingTexts() {
      const open = await openSubjectsOf(deps.db, 'text_change');
      return new Map(
        MESSAGE_KINDS.flatMap((kind) => {
          const requestId = open.get(subjectOfText(kind));
          return requestId === undefined ? [] : [[kind, requestId] as const];
        }),
      );
    },
  });
}
