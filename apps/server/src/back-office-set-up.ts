import { requestOfSetting } from '@thumba/contract/staff/lender-settings';
import { ZERO } from '@thumba/lending/money';
import { openRequestOn, openRequestShown } from './back-office-money.ts';
import { type OperatorsDeps, registerOperators } from './back-office-operators.ts';
import { registerSettingRoutes, type SettingRouteDeps } from './book/lender-setting/staff-setting-routes.ts';
import { subjectOfSetting } from './book/lender-setting/staff-settings.ts';
import { estimateView } from './credit/application/estimate-view.ts';
import { registerSetUpRoutes, type SetUpRouteDeps } from './credit/set-up/staff-routes.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { openSubjectsOf } from './staff/request/open-of-kind.ts';
import { findOpenRequestsOn } from './staff/request/requests.ts';

type SetUpDeps = Omit<SettingRouteDeps, 'openRequestsOf'> &
  Omit<SetUpRouteDeps, 'openChanges' | 'openChangeOn' | 'estimateOf'> &
  OperatorsDeps & { sealing: Sealing };

/** What the people responsible see and change of the offer, and the operators. */
export function registerSetUp(server: StaffServer, deps: SetUpDeps): void {
  registerOperators(server, deps);
  registerSetUpRoutes(server, {
    ...deps,
    estimateOf(terms, quote) {
      const estimate = estimateView({ terms, quote, discountNgwee: ZERO }, '', '');
      const { couponDiscount: _coupon, coolingOffHours: _hours, ...sums } = estimate;
      const { receiveAccount: _account, contractVersion: _version, ...shown } = sums;
      return shown;
    },
    openChanges: () => openSubjectsOf(deps.db, 'offer_change'),
    openChangeOn: (subject) => openRequestOn(deps, { kind: 'offer_change', subject }),
  });
  registerSettingRoutes(server, {
    ...deps,
    async openRequestsOf(settings) {
      const subjects = settings.map(subjectOfSetting);
      const kinds = [...new Set(settings.map(requestOfSetting))];
      const requests = (
        await Promise.all(kinds.map((kind) => findOpenRequestsOn(deps, { kind, subjects })))
      ).flat();
      return settings.map((_setting, index) => {
        const request = requests.find(({ subject }) => subject === subjects[index]);
        return request ? openRequestShown(request) : null;
      });
    },
  });
}
