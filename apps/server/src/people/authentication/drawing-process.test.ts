import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { recordedLog } from '../../../test/call-server.ts';
import { isAlive } from '../../platform/postgres/cluster.ts';
import { createDraw, startDrawingProgram } from './drawing-process.ts';

const { log, lines } = recordedLog();
const picture = await flat(80, 40).jpeg().toBuffer();

/** The processes that this file started. Other files of the same run draw pictures too. */
let started: ChildProcess[] = [];

const drawer = (limits: Partial<Parameters<typeof createDraw>[1]> = {}) =>
  createDraw(log, { maxMegapixels: 20, ...limits }, (whenEnded) => {
    const child = startDrawingProgram(whenEnded);
    started.push(child);
    return child;
  });

const drawingProcesses = () =>
  started
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    .map(({ pid }) => pid!);

afterEach(async () => {
  for (const pid of drawingProcesses()) process.kill(pid, 'SIGKILL');
  await expect.poll(() => drawingProcesses()).toEqual([]);
  started = [];
  lines.length = 0;
});

test('pictures are drawn by one process that starts with the first of them', async () => {
  const draw = drawer();
  expect(drawingProcesses()).toEqual([]);
  const drawn = await Promise.all([draw(picture), draw(picture), draw(picture)]);
  for (const { ok } of drawn) expect(ok).toBe(true);
  expect(drawingProcesses()).toHaveLength(1);
  expect(lines).toEqual([]);
});

test('the drawing process has a lower priority and none of the settings of the server', async () => {
  await drawer()(picture);
  const [pid] = drawingProcesses();
  expect(getPriority(pid)).toBe(10);
  const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
    .split('\0')
    .map((entry) => entry.split('=')[0]);
  expect(names.filter((name) => name && !name.startsWith('NODE_CHANNEL_'))).toEqual([]);
});

test('the drawing process ends when it has been idle, and the next picture starts another', async () => {
  const draw = drawer({ idleMs: 50 });
  await draw(picture);
  await expect.poll(() => drawingProcesses()).toEqual([]);
  expect(await draw(picture)).toMatchObject({ ok: true });
});

test('a crash of the drawing process is a damaged picture and one line in the log, and the next is drawn', async () => {
  const draw = drawer();
  await draw(picture);
  const [pid] = drawingProcesses();
  process.kill(pid!, 'SIGSTOP');
  const crashed = draw(picture);
  const next = draw(picture);
  process.kill(pid!, 'SIGKILL');
  expect(await crashed).toEqual({ ok: false, refusal: 'broken' });
  expect(await next).toMatchObject({ ok: true });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the drawing process ended with SIGKILL');
});

test('a crash between two pictures is not noticed', async () => {
  const draw = drawer();
  await draw(picture);
  process.kill(drawingProcesses()[0]!, 'SIGKILL');
  await expect.poll(() => drawingProcesses()).toEqual([]);
  expect(await draw(picture)).toMatchObject({ ok: true });
  expect(lines).toEqual([]);
});

test('a picture that takes too long is not called damaged, and its process is killed', async () => {
  const draw = drawer({ timeoutMs: 1 });
  expect(await draw(picture)).toEqual({ ok: false, refusal: 'not_in_time' });
  await expect.poll(() => drawingProcesses()).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the drawing of a picture took too long');
});

test('a server that is killed leaves no drawing process behind', async () => {
  const program = new URL('drawing-process.ts', import.meta.url).href;
  const draws = `
    const { createDraw } = await import(${JSON.stringify(program)});
    await createDraw(console, { maxMegapixels: 20, idleMs: 600_000 })(Buffer.from(process.argv[1], 'base64'));
    console.log('drawn');
    setInterval(() => undefined, 1000);`;
  const args = ['--input-type=module', '--eval', draws, picture.toString('base64')];
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(server.stdout, 'data');
  const [pid] = drawingProcessesOf(server.pid!);
  expect(isAlive(pid!)).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(pid!)).toBe(false);
});

test('the server itself does not load the library that draws', async () => {
  const sources = ['../../app.ts', '../../demo/demo-borrowers.ts'].map(
    (file) => new URL(file, import.meta.url),
  );
  const loads = `
    for (const source of ${JSON.stringify(sources)}) await import(source);
    console.log(JSON.stringify(process.report.getReport().sharedObjects));
    process.exit();`;
  const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', loads], {
    encoding: 'utf8',
  });
  expect(loaded).toContain('libc');
  expect(loaded).not.toMatch(/sharp|libvips/);
});

function flat(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: 'green' } });
}

/** The drawing processes that another process started. */
function drawingProcessesOf(startedBy: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table.split('\n').flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return Number(parent) === startedBy && command.join(' ').includes('drawing-program') ? [Number(pid)] : [];
  });
}
