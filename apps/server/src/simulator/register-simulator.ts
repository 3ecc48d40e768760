import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { registerAirtel } from './airtel-routes.ts';
import { loadSigningKey } from './airtel-signing.ts';
import type { DemoBorrowers } from './borrower-routes.ts';
import { registerBureau } from './bureau-routes.ts';
import { createDueWork } from './due-work.ts';
import { prepareFaults } from './faults.ts';
import { guardSimulator } from './gate.ts';
import { registerGoogle } from './google-routes.ts';
import { registerHandsetPage } from './handset-page.ts';
import { registerHandsetCalls } from './handset-routes.ts';
import { registerMtn } from './mtn-routes.ts';
import { openConnections } from './operator-answer.ts';
import { openFloats } from './phones.ts';
import type { Simulator, SimulatorSettings } from './settings.ts';
import { applySchema, openPool } from './store.ts';
import { registerZamtel } from './zamtel-routes.ts';

export type SimulatorOptions = {
  databaseUrl: string;
  publicUrl: string;
  now: () => number;
  random?: () => number;
  settings: SimulatorSettings;
  /** Opens the pages to another machine. Undefined: no other machine gets in. */
  passPhrase?: string | undefined;
  moveBusinessDate?: (businessDate: string) => Promise<{ businessDate: string }>;
  currentBusinessDate?: () => Promise<string>;
  /** The borrowers of a demo. Undefined: there are none, and the handset page signs no one in. */
  demo?: DemoBorrowers;
};

const FIRST_SEED = 1;
const HANDSET_FOLDER = join(import.meta.dirname, '../../../handset/dist');

export async function registerSimulator(app: FastifyInstance, options: SimulatorOptions): Promise<void> {
  const reportError = (error: unknown) => app.log.error({ simulator: describe(error) }, 'simulator failed');
  // The addresses contain phone numbers, so requests are not logged.
  await app.register((sim) => mount(sim, options, reportError), { prefix: '/sim', logLevel: 'silent' });
}

async function mount(
  sim: FastifyInstance,
  options: SimulatorOptions,
  reportError: (error: unknown) => void,
): Promise<void> {
  const { settings, now, random } = options;
  const pool = openPool(options.databaseUrl, reportError);
  // The operators of a demo are not callers of the server in whose process they run.
  sim.addHook('onRoute', (route) => {
    route.config = { ...route.config, requestClass: 'always' };
  });
  sim.addHook('onClose', async () => {
    await dueWork.stop();
    await pool.end();
  });
  await applySchema(pool);
  await openFloats(pool, settings.startingFloatNgwee);
  await prepareFaults(pool, random ? Math.floor(random() * 2 ** 31) : FIRST_SEED);
  const signingKey = await loadSigningKey(pool);
  const businessDay = async () => (await options.currentBusinessDate?.()) ?? null;
  const simulator: Simulator = { pool, settings, now, businessDay, wakeDueWork: () => dueWork.wake() };
  const dueWork = createDueWork(simulator, reportError);
  const connections = openConnections(sim, simulator);

  guardSimulator(sim, { passPhrase: options.passPhrase, now });
  sim.addHook('onError', async (_request, _reply, error) => {
    if ((error.statusCode ?? 500) >= 500) reportError(error);
  });
  sim.setErrorHandler((error: { statusCode?: number; message?: string }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ error: error.message ?? 'Something went wrong.' }),
  );
  await sim.register(registerMtn, { prefix: '/mtn', simulator, connections, platform: 'legacy' });
  await sim.register(registerMtn, { prefix: '/mtn-new', simulator, connections, platform: 'new' });
  await sim.register(registerAirtel, { prefix: '/airtel', simulator, connections, signingKey });
  await sim.register(registerZamtel, { prefix: '/zamtel', simulator, connections });
  await sim.register(registerGoogle, { prefix: '/google', simulator });
  await sim.register(registerBureau, { prefix: '/bureau', simulator });
  await sim.register(registerHandsetCalls, {
    prefix: '/api',
    simulator,
    publicUrl: options.publicUrl,
    demo: options.demo,
    businessDate: { move: options.moveBusinessDate, current: options.currentBusinessDate },
  });
  await sim.register(registerHandsetPage, { folder: HANDSET_FOLDER });

  // The lender's server may be this process, and a due callback is sent only once. So the port has to be open first.
  sim.addHook('onListen', async () => {
    dueWork.start();
  });
}

// The detail of a database error quotes the row with its phone number. The message and the stack do not.
function describe(error: unknown): { message: string; stack?: string } {
  return error instanceof Error ? { message: error.message, stack: error.stack } : { message: String(error) };
}
