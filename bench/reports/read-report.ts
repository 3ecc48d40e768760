import type { StaffServer } from '../console/staff-server.ts';
import { percentile } from '../figures.ts';
import type { reportCalls } from './report-calls.ts';

export type ReportCall = Awaited<ReturnType<typeof reportCalls>>[number];

export type ReportFigures = {
  title: string;
  times: number;
  medianMs: number;
  p95Ms: number;
  failure: string;
};

/** Reads a report once. Answers why it was not answered, or nothing. */
export async function readOnce(server: StaffServer, { name, role, ...request }: ReportCall): Promise<string> {
  const { code, msg } = await server.as(role).call(name, request as never);
  return code === 200 ? '' : `${code} ${msg}`;
}

/** Reads a report so many times after one that fills the caches, and for no longer than a limit: a slow one fewer times. */
export async function measureReport(
  server: StaffServer,
  call: ReportCall,
  { times, mostMs }: { times: number; mostMs: number },
): Promise<ReportFigures> {
  const beganAt = performance.now();
  const tookMs: number[] = [];
  let failure = await readOnce(server, call);
  const firstMs = performance.now() - beganAt;
  while (failure === '' && tookMs.length < times && performance.now() - beganAt < mostMs) {
    const askedAt = performance.now();
    failure = await readOnce(server, call);
    tookMs.push(performance.now() - askedAt);
  }
  const measured = tookMs.length > 0 ? tookMs : [firstMs];
  return {
    title: call.title,
    times: measured.length,
    medianMs: percentile(measured, 0.5),
    p95Ms: percentile(measured, 0.95),
    failure,
  };
}
