import type { AddressInfo } from 'node:net';
import { createTestDatabase } from '../../../test/database.ts';
import { startSimulator } from '../../simulator/simulator.test-support.ts';

/** The simulated Google, on the clock of the server that asks it. */
export type SimulatedGoogle = {
  /** The address of the simulator. Google is at `/google` below it. */
  url: string;
  /** From now on the simulator has this clock. */
  useClock(nowMs: () => number): void;
  stop(): Promise<void>;
};

export async function startSimulatedGoogle(): Promise<SimulatedGoogle> {
  const database = await createTestDatabase();
  let clock = () => 0;
  const simulator = await startSimulator(database.url, {}, { now: () => clock() });
  const { port } = simulator.app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sim`,
    useClock(nowMs) {
      clock = nowMs;
    },
    async stop() {
      await simulator.stop();
      await database.drop();
    },
  };
}
