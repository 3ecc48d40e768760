import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EmbeddedPostgres,
  ensurePostgres,
} from '../../apps/server/src/platform/postgres/embedded-postgres.ts';
import { type SilentProxy, startSilentProxy } from '../../apps/server/test/silent-proxy.ts';
import { movedFrom, mtnPlatforms } from '../support/mtn-platforms.ts';
import type { Program } from '../support/program.ts';
import type { Random } from '../support/seeded-random.ts';
import { letOperatorsMisbehave, SIX_FAULTS } from '../support/simulated-operators.ts';

/** A program whose server reaches its database through a proxy that can fall silent. */
export type ProxiedProgram = {
  program: Program;
  proxy: SilentProxy;
  /** Settings of the next starts, beside those that are in use. */
  change(settings: Record<string, string>): void;
  startDatabase(): Promise<void>;
  /** Another database lies in the data folder. */
  changeDatabase(): Promise<void>;
};

type Disaster = (proxied: ProxiedProgram, random: Random) => Promise<void>;

const LONGEST_AWAY_MS = 1_500;
const LONGEST_SILENCE_MS = 6_000;
/** Each fault of the operators happens at most this many times as often as in the other tests. */
const MOST_FAULTS = 2;

/** Puts the proxy between the database and the server, which starts afterwards. */
export async function startBehindProxy(program: Program): Promise<ProxiedProgram> {
  const postgres = () => ensurePostgres({ dataDir: program.dataDir, log: () => undefined });
  let running: EmbeddedPostgres = await postgres();
  const proxy = await startSilentProxy(() => running.ownerUrl);
  const throughProxy = () => ({
    DATABASE_URL: proxy.through(running.programUrl),
    DATABASE_OWNER_URL: proxy.through(running.ownerUrl),
  });
  let settings: Record<string, string> = mtnPlatforms(program.simulatorUrl).legacy;
  const change = (changed: Record<string, string>) => {
    settings = { ...settings, ...changed };
    program.changeSettings(settings);
  };
  // A database that starts again may have another port.
  const startDatabase = async () => {
    running = await postgres();
  };
  change(throughProxy());
  await program.startAgain();
  return {
    program,
    proxy,
    change,
    startDatabase,
    async changeDatabase() {
      await startDatabase();
      change(throughProxy());
    },
  };
}

/** What happens to a program, one after the other, while borrowers borrow and repay. */
export const disasters: Record<string, Disaster> = {
  async 'the server is killed'({ program }) {
    await program.kill();
    await program.startAgain();
  },
  async 'the database is killed'({ program, startDatabase }, random) {
    await killPostgres(program.dataDir);
    await sleep(random() * LONGEST_AWAY_MS);
    await startDatabase();
  },
  async 'the database is stopped'({ program, startDatabase }, random) {
    await program.stopDatabase();
    await sleep(random() * LONGEST_AWAY_MS);
    await startDatabase();
  },
  async 'the open connections fall silent'({ proxy }) {
    proxy.fallSilent();
  },
  async 'the database is silent'({ proxy }, random) {
    proxy.staySilent();
    await sleep(random() * LONGEST_SILENCE_MS);
    proxy.wake();
  },
  async 'the server is killed while the database is silent'({ program, proxy }) {
    proxy.staySilent();
    await program.kill();
    proxy.wake();
    await program.startAgain();
  },
  async 'the operators misbehave in other ways'({ program }, random) {
    const rates = Object.entries(SIX_FAULTS).map(([fault, rate]) => [fault, rate * random() * MOST_FAULTS]);
    await letOperatorsMisbehave(program, Object.fromEntries(rates), Math.floor(random() * 2 ** 31));
  },
};

/** New payments of MTN begin on its new platform from now on. */
export async function moveMtn({ program, change }: ProxiedProgram): Promise<void> {
  const mtn = mtnPlatforms(program.simulatorUrl);
  await program.kill();
  change(movedFrom(mtn.legacy, mtn.new));
  await program.startAgain();
}

/** Ends the postmaster as a lack of memory would. Its other processes follow. */
async function killPostgres(dataDir: string): Promise<void> {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  process.kill(Number((await readFile(file, 'utf8')).split('\n')[0]), 'SIGKILL');
}
