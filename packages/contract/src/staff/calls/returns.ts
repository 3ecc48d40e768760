import type { StaffCallDefinition } from './definition.ts';

/** The layout of the regulator's return, and reports that are written as files on a schedule. */
export const returnCalls = {
  getReturnLayout: {
    method: 'GET',
    path: '/books/return-layout',
    access: 'seeBooks',
    audit: 'none',
    summary: 'The lines of the return to the regulator, with their versions',
  },
  askForReturnLayout: {
    method: 'POST',
    path: '/books/return-layout',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Ask for another layout of the return; a second person approves',
  },
  listSchedules: {
    method: 'GET',
    path: '/books/schedules',
    access: 'seeBooks',
    audit: 'none',
    summary: 'Reports that are written as files on a schedule',
  },
  listScheduleRuns: {
    method: 'GET',
    path: '/books/schedule-runs',
    access: 'seeBooks',
    audit: 'none',
    summary: 'Files that were made on a schedule, with their rows, hashes and failures',
  },
  askForSchedule: {
    method: 'POST',
    path: '/books/schedules',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Ask for a report on a schedule; a second person approves',
  },
  endSchedule: {
    method: 'POST',
    path: '/books/schedules/{scheduleId}/end',
    access: 'keepBooks',
    audit: 'change',
    summary: 'End a schedule',
  },
  tryScheduleRunAgain: {
    method: 'POST',
    path: '/books/schedule-runs/{runId}/again',
    access: 'keepBooks',
    audit: 'change',
    summary: 'Make a file of a schedule that failed again',
  },
  downloadScheduleRun: {
    method: 'POST',
    path: '/books/schedule-runs/{runId}/file',
    access: 'seeBooks',
    audit: 'look',
    summary: 'Download a file that was made on a schedule',
  },
} as const satisfies Record<string, StaffCallDefinition>;
