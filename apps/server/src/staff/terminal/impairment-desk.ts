import { ALLOWANCE_LINES } from '@thumba/accounting/allowance-movement';
import { bucketName } from '@thumba/accounting/expected-loss';
import { impliedDefaultRates, rollRatesOf } from '@thumba/accounting/loan-flow';
import type { Month } from '@thumba/accounting/month';
import { formatCount } from '@thumba/lending/count';
import { formatKwacha } from '@thumba/lending/money';
import { formatPercent, formatPercentage } from '@thumba/lending/rate';
import {
  type ImpairmentRun,
  listStandingRuns,
  readAllowanceMovement,
  readFlows,
  readRunByClass,
  readRunByStage,
  versionsOf,
} from '../../accounting/impairment/queries.ts';
import { describeTableRefusal } from '../../accounting/impairment/refusal-text.ts';
import type { RunGroup } from '../../accounting/impairment/run-statements.ts';
import { readTableForm, tableFormOf } from '../../accounting/impairment/table-form.ts';
import {
  checkTable,
  listTableVersions,
  type NamedTable,
  readNewestTables,
  readTablesOf,
  saveTable,
} from '../../accounting/impairment/tables.ts';
import { staffActor } from '../../book/actor.ts';
import { LINE_TITLES, linesOfRun } from '../closing/impairment-step.ts';
import { readJsonFile } from './json-file.ts';
import type { StaffDesk } from './staff-desk.ts';
import { type CommandAnswer, declined, told } from './terminal-command.ts';

export const IMPAIRMENT_USAGE = [
  'npm run month-end -- show <month>                      classes, expected losses and roll rates of a month that was run',
  'npm run month-end -- tables                            the tables of classes and losses, with all versions',
  'npm run month-end -- tables show <table>               one as JSON: classes, default-probability or loss-given-default',
  'npm run month-end -- tables check|save <file>          checks such JSON, or saves it as the next version',
];

/** The document of a month's run. */
export async function showRun(desk: StaffDesk, month: Month): Promise<CommandAnswer> {
  const { db } = desk;
  const run = (await listStandingRuns(db)).find((each) => each.month === month);
  if (run === undefined) return declined(`The losses of ${month} were not run.`);
  const movement = await readAllowanceMovement(db, run);
  return told(
    ...(await linesOfRun(desk, run)),
    `  Made by ${run.madeBy} at ${run.madeAt.toISOString().slice(0, 16).replace('T', ' ')} UTC${run.supersededRunId === null ? '' : `, in place of run ${run.supersededRunId}`}.`,
    `  Income of stage 3: ${formatKwacha(run.stage3IncomeNgwee)}, of which ${formatKwacha(run.stage3NetIncomeNgwee)} on the net amount.`,
    'Classes',
    ...(await readRunByClass(db, run.runId)).map((group) => groupLine(group, '')),
    'Stages',
    ...(await readRunByStage(db, run.runId)).map((group) => groupLine(group, 'stage ')),
    'Movement of the allowance',
    ...ALLOWANCE_LINES.map((line) => `  ${LINE_TITLES[line].padEnd(36)}${formatKwacha(movement[line])}`),
    'Roll rates since the month before',
    ...(await rollLines(desk, run)),
  );
}

function groupLine(group: RunGroup, word: string): string {
  return [
    `  ${`${word}${group.group}`.padEnd(12)}`,
    `${formatCount(group.loans)} loans`,
    `gross ${formatKwacha(group.grossNgwee)}`,
    `expected ${formatKwacha(group.expectedLossNgwee)}`,
    `regulator ${formatKwacha(group.provisionNgwee)}`,
    `in suspense ${formatKwacha(group.interestInSuspenseNgwee)}`,
    `charged off ${formatKwacha(group.chargedOffNgwee)}`,
  ].join('  ');
}

/** The book's own rates beside the entered ones. */
async function rollLines({ db }: StaffDesk, run: ImpairmentRun): Promise<string[]> {
  const { defaults } = await readTablesOf(db, versionsOf(run));
  const rolls = rollRatesOf(await readFlows(db, run.runId));
  const implied = impliedDefaultRates(rolls, defaults.stage3FromDaysPastDue);
  const percent = (share: number) => formatPercentage(share * 100);
  return rolls.map(({ fromBucketDays, loans, toBuckets, repaid, lost }) => {
    const entered = defaults.buckets.find((bucket) => bucket.fromDaysPastDue === fromBucketDays);
    const reached = [...toBuckets].map(
      ([days, share]) => `${bucketName(defaults.buckets, days)} ${percent(share)}`,
    );
    return `  from ${bucketName(defaults.buckets, fromBucketDays)} days (${formatCount(loans)} loans): ${[...reached, `repaid ${percent(repaid)}`, `lost ${percent(lost)}`].join(', ')}; default within a year ${percent(implied.get(fromBucketDays) ?? 0)}, entered ${entered === undefined ? 'none' : formatPercent(entered.twelveMonthRate)}`;
  });
}

/** Lists, shows, checks and saves the tables. */
export async function answerTables(desk: StaffDesk, [verb, word]: readonly string[]): Promise<CommandAnswer> {
  if (verb === undefined) return told(...(await versionLines(desk)));
  if (verb === 'show' && word !== undefined) return showTable(desk, word);
  if ((verb === 'check' || verb === 'save') && word !== undefined) return takeTable(desk, verb, word);
  return declined(...IMPAIRMENT_USAGE);
}

async function takeTable(desk: StaffDesk, verb: 'check' | 'save', file: string): Promise<CommandAnswer> {
  const read = await readJsonFile(file);
  if (!read.ok) {
    const problem = read.refusal === 'no_file' ? `There is no file ${file}.` : `${file} is not JSON.`;
    return declined(`Nothing was changed. ${problem}`);
  }
  const table = readTableForm(read.value);
  if (!table.ok) return declined(`Nothing was changed. ${describeTableRefusal(table.refusal)}`);
  if (verb === 'check') {
    const checked = checkTable(table.value);
    return checked.ok
      ? told(`The table ${table.value.kind} can be saved.`)
      : declined(describeTableRefusal(checked.refusal));
  }
  const saved = await saveTable(desk, table.value, staffActor(desk.staffName()));
  return saved.ok
    ? told(`Saved version ${saved.value.version} of ${table.value.kind}. It counts from the next run on.`)
    : declined(`Nothing was changed. ${describeTableRefusal(saved.refusal)}`);
}

async function newestTables({ db, clock }: StaffDesk): Promise<NamedTable[]> {
  const { tables } = await readNewestTables(db, clock);
  return [
    { kind: 'classes', content: tables.classes },
    { kind: 'default-probability', content: tables.defaults },
    { kind: 'loss-given-default', content: tables.losses },
  ];
}

async function showTable(desk: StaffDesk, kind: string): Promise<CommandAnswer> {
  const table = (await newestTables(desk)).find((each) => each.kind === kind);
  return table === undefined
    ? declined(...IMPAIRMENT_USAGE)
    : told(JSON.stringify(tableFormOf(table), null, 2));
}

async function versionLines(desk: StaffDesk): Promise<string[]> {
  const newest = await newestTables(desk);
  const versions = await listTableVersions(desk.db);
  return newest.flatMap(({ kind, content }) => [
    `${kind}: ${content.isConfirmed ? 'confirmed' : 'unconfirmed'}, ${'source' in content ? content.source : content.basis}`,
    ...versions
      .filter((version) => version.kind === kind)
      .map(
        ({ version, savedBy, savedAt }) =>
          `    version ${version}, saved ${savedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC by ${savedBy}`,
      ),
  ]);
}
