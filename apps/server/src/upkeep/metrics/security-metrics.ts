import { Counter, Gauge, type Registry } from 'prom-client';
import type { SecurityFigures, SecurityLog } from '../../book/security-log/security-log.ts';
import type { OpenedValues } from '../../book/security-log/watched-sealing.ts';

/** Adds the figures of the security log: what this process recorded since its start. */
export function watchSecurity(securityLog: SecurityLog, opened: OpenedValues, registry: Registry): void {
  const read = (): SecurityFigures => securityLog.figures();
  const events = new Counter({
    name: 'thumba_security_events_total',
    help: 'Events of the security log, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
    collect() {
      events.reset();
      for (const { kind, outcome, count } of read().events) events.inc({ kind, outcome }, count);
    },
  });
  const dropped = new Counter({
    name: 'thumba_security_events_dropped_total',
    help: 'Events of the security log that could not be kept',
    registers: [registry],
    collect() {
      dropped.reset();
      dropped.inc(read().dropped);
    },
  });
  const waiting = new Gauge({
    name: 'thumba_security_events_waiting',
    help: 'Events of the security log that wait to be written',
    registers: [registry],
    collect() {
      waiting.set(read().waiting);
    },
  });
  const values = new Counter({
    name: 'thumba_sealed_values_opened_total',
    help: 'Sealed values that were opened: under the first key and bound to their row, or as earlier keys and versions sealed them',
    labelNames: ['key'],
    registers: [registry],
    collect() {
      values.reset();
      values.inc({ key: 'current' }, opened.current);
      values.inc({ key: 'earlier' }, opened.earlier);
    },
  });
}
