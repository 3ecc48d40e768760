import { parseArgs } from 'node:util';
import { isDay } from '@thumba/lending/day';
import { SECURITY_EVENT_KINDS, type SecurityEventKind } from '../../../book/security-log/events.ts';
import { type EventFilter, type KeptEvent, readSecurityEvents } from '../../../book/security-log/queries.ts';
import { readRecordNumber } from '../../../book/staff-action.ts';
import { DAY_MS, HOUR_MS, lusakaInstant, systemClock, toDate } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database.ts';
import { tableLines } from '../../../platform/terminal-table.ts';
import { withProgramDatabase } from '../../../staff/terminal/program-database.ts';
import {
  type CommandAnswer,
  declined,
  type TerminalCommand,
  told,
} from '../../../staff/terminal/terminal-command.ts';

const EVENTS_ON_A_PAGE = 50;

const USAGE = [
  'Usage: npm run security-log -- [--kind <kind>] [--borrower <number>] [--since 2026-11-21|7d|12h] [--before <event>] [--json]',
  `Kinds: ${SECURITY_EVENT_KINDS.join(', ')}.`,
];

/* npm run security-log [-- --kind wrong_code --since 7d] */
export const command: TerminalCommand = {
  purpose: 'shows who signed in, what was refused, which limits were reached and what staff did',
  async run(words) {
    const wanted = wantedOf(words, systemClock.nowMs());
    if (wanted === undefined) return declined(...USAGE);
    return withProgramDatabase((db) => showEvents(db, wanted));
  },
};

export type Wanted = { filter: EventFilter; isJson: boolean };

/** Undefined where the words are not as the command is used. */
export function wantedOf(words: readonly string[], nowMs: number): Wanted | undefined {
  const options = optionsIn(words);
  if (!options) return undefined;
  const { kind, borrower, since, before, json = false } = options;
  const filter: EventFilter = {};
  if (kind !== undefined) {
    if (!isKind(kind)) return undefined;
    filter.kind = kind;
  }
  if (borrower !== undefined) {
    const borrowerId = readRecordNumber(borrower);
    if (borrowerId === undefined) return undefined;
    filter.borrowerId = borrowerId;
  }
  if (since !== undefined) {
    const from = instantOf(since, nowMs);
    if (from === undefined) return undefined;
    filter.since = from;
  }
  if (before !== undefined) {
    const eventId = readRecordNumber(before);
    if (eventId === undefined) return undefined;
    filter.before = eventId;
  }
  return { filter, isJson: json };
}

function optionsIn(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        kind: { type: 'string' },
        borrower: { type: 'string' },
        since: { type: 'string' },
        before: { type: 'string' },
        json: { type: 'boolean' },
      },
    }).values;
  } catch {
    return undefined;
  }
}

function isKind(text: string): text is SecurityEventKind {
  return (SECURITY_EVENT_KINDS as readonly string[]).includes(text);
}

/** A day in Lusaka, or how many days or hours ago. */
function instantOf(text: string, nowMs: number): Date | undefined {
  if (isDay(text)) return lusakaInstant(text, '00:00');
  const [, count, unit] = /^(\d{1,5})([dh])$/.exec(text) ?? [];
  return count === undefined ? undefined : toDate(nowMs - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS));
}

export async function showEvents(db: Database, { filter, isJson }: Wanted): Promise<CommandAnswer> {
  const found = await readSecurityEvents(db, filter, EVENTS_ON_A_PAGE + 1);
  const events = found.slice(0, EVENTS_ON_A_PAGE);
  if (isJson) return told(JSON.stringify(events, null, 2));
  if (events.length === 0) return told('The security log has no such event.');
  const lines = tableLines([HEADINGS, ...events.map(cellsOf)]);
  return found.length > events.length
    ? told(...lines, `Older events: add --before ${events.at(-1)!.eventId}`)
    : told(...lines);
}

const HEADINGS = [
  'at',
  'event',
  'kind',
  'outcome',
  'times',
  'borrower',
  'actor',
  'request',
  'network',
  'detail',
];

function cellsOf(event: KeptEvent): string[] {
  const { eventId, happenedAt, kind, outcome, times, borrowerId, actor, reference, network, detail } = event;
  const words = Object.entries(detail).map(([name, value]) => `${name}=${String(value)}`);
  return [
    happenedAt.toISOString(),
    String(eventId),
    kind,
    outcome,
    String(times),
    borrowerId === null ? '' : String(borrowerId),
    actor ?? '',
    reference ?? '',
    network ?? '',
    words.join(' '),
  ];
}
