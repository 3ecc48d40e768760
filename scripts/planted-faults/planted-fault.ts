/** A fault that is put into the program to see that a test finds it. */
export type PlantedFault = {
  /** What is then wrong, as the end of the sentence "the fault that …". */
  fault: string;
  file: string;
  /** Stands exactly once in the file. */
  from: string;
  to: string;
  /** The tests that must fail, each by itself enough. */
  foundBy: { project: 'packages' | 'server' | 'web' | 'e2e'; file: string; test: string };
};

export const web = (file: string, test: string) =>
  ({ project: 'web', file: `apps/web/src/${file}`, test }) as const;
export const server = (file: string, test: string) =>
  ({ project: 'server', file: `apps/server/src/${file}`, test }) as const;
export const journey = (file: string, test: string) =>
  ({ project: 'e2e', file: `e2e/journeys/${file}.test.ts`, test }) as const;

export const IN_WEB = 'apps/web/src';
export const IN_SERVER = 'apps/server/src';
