import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { androidFolder, targetFolder } from './folders.ts';
import { readSettings } from './settings.ts';
import { compileTests } from './test-classes.ts';

// Runs the Android app on Robolectric for a page that a browser on this machine has open:
// node scripts/program.mjs apps/android/build/loopback-wrapper.ts <origin of the page>
// The first line of JSON says the port on which LoopbackWrapper.java takes the messages of the page. It ends when its
// input is closed.
const [origin] = process.argv.slice(2);
if (origin === undefined) throw new Error('Which origin has the page?');
const settings = { ...readSettings(join(androidFolder, 'lender.json')), origin, readsMessages: true };
const { program, programArguments } = await compileTests(settings, join(targetFolder, 'loopback'));
const wrapper = spawn(program, [...programArguments, 'com.thumba.wallet.LoopbackWrapper'], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => wrapper.kill());
process.exitCode = await new Promise<number>((resolve) => wrapper.on('exit', (code) => resolve(code ?? 1)));
