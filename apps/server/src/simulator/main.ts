import Fastify from 'fastify';
import { registerSimulator } from './register-simulator.ts';
import { demoSettings, simulatorSettingsSchema } from './settings.ts';

if (process.env.NODE_ENV === 'production') stop('The simulator never runs in production.');
const { SIMULATOR_PORT, SIMULATOR_DATABASE_URL, SIMULATOR_SETTINGS } = process.env;
const port = Number(SIMULATOR_PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_535) stop('SIMULATOR_PORT must be a port number.');
if (!SIMULATOR_DATABASE_URL)
  stop('SIMULATOR_DATABASE_URL must be the address of a PostgreSQL database of its own.');

const settings = simulatorSettingsSchema.safeParse({ ...demoSettings, ...settingsFrom(SIMULATOR_SETTINGS) });
if (!settings.success) stop(`SIMULATOR_SETTINGS: ${settings.error.issues[0]?.path.join('.')} is not valid.`);

const publicUrl = `http://127.0.0.1:${port}/sim`;
const app = Fastify({ logger: { level: 'error' } });
await registerSimulator(app, {
  databaseUrl: SIMULATOR_DATABASE_URL,
  publicUrl,
  now: Date.now,
  settings: settings.data,
});
await app.listen({ port, host: '127.0.0.1' });
console.log(`Simulator listening on ${publicUrl}`);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    await app.close();
    process.exit(0);
  });
}

function settingsFrom(json: string | undefined): Record<string, unknown> {
  try {
    return json ? JSON.parse(json) : {};
  } catch {
    stop('SIMULATOR_SETTINGS must be a JSON object.');
  }
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
