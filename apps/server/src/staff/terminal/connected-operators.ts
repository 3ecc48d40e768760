import { type Config, simulatorUrlOf } from '../../book/settings/config.ts';
import type { ConnectedOperator, Operators } from '../../money/payment/operators/operator.ts';
import {
  earlierOperatorsOfConfig,
  operatorsOfConfig,
} from '../../money/payment/operators/operators-of-config.ts';
import { createLog } from '../../platform/log.ts';
import { demoSettings } from '../../simulator/settings.ts';
import type { StaffDesk } from './staff-desk.ts';

type Deps = Parameters<typeof operatorsOfConfig>[1];

/** The operators as a running server with these settings is connected to them. */
export function connectedOperators(config: Config, deps: Deps): Operators {
  const localUrl = `http://127.0.0.1:${config.PORT}`;
  const simulatorUrl = simulatorUrlOf(config, localUrl);
  const simulator = simulatorUrl ? { url: simulatorUrl, settings: demoSettings } : undefined;
  return operatorsOfConfig(config, deps, simulator, config.PUBLIC_URL ?? localUrl);
}

/** Also the connections that served before and at which payments may be open. */
export function everyConnection(config: Config, deps: Deps): ConnectedOperator[] {
  const publicUrl = config.PUBLIC_URL ?? `http://127.0.0.1:${config.PORT}`;
  return [
    ...Object.values(connectedOperators(config, deps)),
    ...earlierOperatorsOfConfig(config, deps, publicUrl),
  ];
}

/** The operators for a command at the desk of staff. */
export function operatorsAt({ db, clock, config }: Pick<StaffDesk, 'db' | 'clock' | 'config'>): Operators {
  const settings = config();
  return connectedOperators(settings, {
    db,
    clock,
    log: createLog({ level: settings.LOG_LEVEL, service: 'thumba' }),
  });
}
