import { type Config, simulatorUrlOf } from '../../book/settings/config.ts';
import type { Operators } from '../../money/payment/operators/operator.ts';
import { operatorsOfConfig } from '../../money/payment/operators/operators-of-config.ts';
import { demoSettings } from '../../simulator/settings.ts';

/** The operators as a running server with these settings is connected to them. */
export function connectedOperators(config: Config, deps: Parameters<typeof operatorsOfConfig>[1]): Operators {
  const localUrl = `http://127.0.0.1:${config.PORT}`;
  const simulatorUrl = simulatorUrlOf(config, localUrl);
  const simulator = simulatorUrl ? { url: simulatorUrl, settings: demoSettings } : undefined;
  return operatorsOfConfig(config, deps, simulator, config.PUBLIC_URL ?? localUrl);
}
