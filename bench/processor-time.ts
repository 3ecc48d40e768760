import { readdirSync, readFileSync } from 'node:fs';

/** The processor time used so far, in microseconds. Undefined where the system has no /proc. */
export type ProcessorClock = () => number | undefined;

/** What the operations of one run cost each process, in microseconds an operation. */
export type OperationCost<Process extends string> = Record<Process, number | undefined>;

// The kernel's USER_HZ: /proc counts in hundredths of a second.
const TICK_MICROSECONDS = 10_000;

type ProcessTimes = { parentId: number; ownMicroseconds: number; endedChildrenMicroseconds: number };

function readTimes(processId: number | 'self'): ProcessTimes | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${processId}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The program's name stands in brackets and may hold spaces: fields are counted from behind it, from the state on.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (first: number) => Number(fields[first]) + Number(fields[first + 1]);
  return {
    parentId: Number(fields[1]),
    ownMicroseconds: ticks(11) * TICK_MICROSECONDS,
    endedChildrenMicroseconds: ticks(13) * TICK_MICROSECONDS,
  };
}

export function parentOf(processId: number): number | undefined {
  return readTimes(processId)?.parentId;
}

/** A running process with all its threads. */
export function clockOfProcess(processId: number): ProcessorClock {
  return () => readTimes(processId)?.ownMicroseconds;
}

/** The postmaster, its running children and, by what the system added to the postmaster, those that ended. */
export function clockOfDatabase(postmasterId: number | undefined): ProcessorClock {
  return () => {
    const postmaster = postmasterId === undefined ? undefined : readTimes(postmasterId);
    if (postmaster === undefined) return undefined;
    let total = postmaster.ownMicroseconds + postmaster.endedChildrenMicroseconds;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const candidate = readTimes(Number(name));
      if (candidate?.parentId === postmasterId) total += candidate!.ownMicroseconds;
    }
    return total;
  };
}

/** This process, which the system itself knows without /proc. */
export const clockOfClient: ProcessorClock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** The programs that this process started and that ended. */
export const clockOfEndedPrograms: ProcessorClock = () => readTimes('self')?.endedChildrenMicroseconds;

/** Reads the clocks before and after a run. `operationsOf` says how many operations the run did. */
export async function withCost<Process extends string, Run>(
  clocks: Record<Process, ProcessorClock>,
  run: () => Promise<Run>,
  operationsOf: (run: Run) => number,
): Promise<{ run: Run; cost: OperationCost<Process> }> {
  const costOf = startCost(clocks);
  const result = await run();
  return { run: result, cost: costOf(operationsOf(result)) };
}

/** Starts to count; the answered function ends it and divides by the operations done since. */
export function startCost<Process extends string>(clocks: Record<Process, ProcessorClock>) {
  const processes = Object.keys(clocks) as Process[];
  const before = processes.map((process) => clocks[process]());
  return (operations: number): OperationCost<Process> => {
    const entries = processes.map((process, index) => {
      const now = clocks[process]();
      const then = before[index];
      const isKnown = now !== undefined && then !== undefined && operations > 0;
      return [process, isKnown ? (now - then) / operations : undefined];
    });
    return Object.fromEntries(entries) as OperationCost<Process>;
  };
}
