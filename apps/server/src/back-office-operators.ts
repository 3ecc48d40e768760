import { readFloat } from './accounting/bank/read-float.ts';
import { openRequestOn } from './back-office-money.ts';
import type { Config } from './book/settings/config.ts';
import {
  type OperatorRouteDeps,
  registerStaffOperatorRoutes,
} from './money/payment/staff-operator-routes.ts';
import type { Sealing } from './platform/sealing.ts';
import type { StaffServer } from './platform/serve-staff.ts';
import { readHealth } from './staff/insight/operators.ts';

export type OperatorsDeps = Omit<
  OperatorRouteDeps,
  'waitingStart' | 'healthOf' | 'floatOf' | 'callbackSecret'
> & {
  config: Config;
  sealing: Sealing;
};

/** The operators, with the figures that the reports have of them. */
export function registerOperators(server: StaffServer, deps: OperatorsDeps): void {
  const { db } = deps;
  registerStaffOperatorRoutes(server, {
    ...deps,
    callbackSecret: deps.config.keys.callbackSecret,
    async waitingStart(operator) {
      const request = await openRequestOn(deps, { kind: 'operator_start', subject: operator });
      return request?.requestId ?? null;
    },
    floatOf: (on) => readFloat(db, on),
    async healthOf(direction, days) {
      const rows = await db.inTransaction((book) => readHealth(book, { ...days, operator: null, direction }));
      return rows
        .filter((row) => row.on_day === null)
        .map((row) => ({
          ...{ operator: row.operator, direction, succeeded: row.succeeded },
          failed: row.refused + row.expired,
          underWay: row.under_way + row.unknown,
        }));
    },
  });
}
