import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import type { PlantedFault } from './planted-faults/planted-fault.ts';
import { PLANTED_FAULTS } from './planted-faults/planted-faults.ts';
import { projectEnvironment, projectNode, root, run } from './project.mjs';

/*
 * Plants one fault after the other in a copy of the project and runs the test that has to find it. Before that, the
 * same tests must pass without a fault. `npm run mutate wheel` takes the faults whose words contain "wheel".
 */

type FoundBy = PlantedFault['foundBy'];
type Outcome = 'passed' | 'failed' | 'missing';

const LEFT_OUT = ['node_modules', '.git', '.data', 'dist', 'screenshots', 'test-output'];

const chosen = PLANTED_FAULTS.filter(({ fault }) => fault.includes(process.argv[2] ?? ''));
if (chosen.length === 0) throw new Error('No planted fault has these words.');
const copy = await copyProject();
try {
  const complaints = [...(await findBroken(chosen)), ...(await plantAll(chosen))];
  for (const complaint of complaints) console.error(complaint);
  console.log(
    complaints.length === 0
      ? `All ${chosen.length} planted faults were found.`
      : `FAILED: ${complaints.length} of ${chosen.length}.`,
  );
  process.exitCode = complaints.length === 0 ? 0 : 1;
} finally {
  await rm(copy, { recursive: true, force: true });
}

/** The packages of the project are linked to the copy, and the libraries to those that are installed. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'thumba-mutate-'));
  await cp(root, folder, {
    recursive: true,
    filter: (path) =>
      !path
        .slice(root.length)
        .split('/')
        .some((part) => LEFT_OUT.includes(part)),
  });
  const installed = join(root, 'node_modules');
  const linked = join(folder, 'node_modules');
  await mkdir(join(linked, '@thumba'), { recursive: true });
  for (const name of await readdir(installed)) {
    if (name === '@thumba' || name === '.cache' || name.startsWith('.vite')) continue;
    await symlink(join(installed, name), join(linked, name));
  }
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(join(folder, 'packages', name), join(linked, '@thumba', name));
  return folder;
}

/** The named tests that do not pass although nothing was planted. */
async function findBroken(faults: readonly PlantedFault[]): Promise<string[]> {
  const complaints: string[] = [];
  for (const foundBy of new Map(faults.map((fault) => [keyOf(fault.foundBy), fault.foundBy])).values()) {
    const outcome = await runTest(foundBy);
    if (outcome !== 'passed')
      complaints.push(`Without a fault, "${foundBy.test}" ${outcome} (${foundBy.file}).`);
  }
  return complaints;
}

async function plantAll(faults: readonly PlantedFault[]): Promise<string[]> {
  const complaints: string[] = [];
  for (const { fault, file, from, to, foundBy } of faults) {
    const place = join(copy, file);
    const sound = await readFile(place, 'utf8');
    if (sound.split(from).length !== 2) {
      complaints.push(`The fault that ${fault} does not fit: ${file} must have "${from}" exactly once.`);
      continue;
    }
    await writeFile(
      place,
      sound.replace(from, () => to),
    );
    const outcome = await runTest(foundBy);
    await writeFile(place, sound);
    if (outcome === 'failed') console.log(`✓ found: ${fault}`);
    else complaints.push(`The fault that ${fault} was not found: "${foundBy.test}" ${outcome}.`);
  }
  return complaints;
}

function keyOf({ project, file, test }: FoundBy): string {
  return `${project} ${file} ${test}`;
}

async function runTest({ project, file, test }: FoundBy): Promise<Outcome> {
  if (project === 'e2e') await buildFrontEnds();
  const output = join(copy, 'mutate.json');
  await rm(output, { force: true });
  const environment = project === 'e2e' ? { CHROMIUM_PATH: await findChromium() } : {};
  await run(
    projectNode,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--project', project, file, '-t', patternOf(test)],
      ...['--reporter=json', `--outputFile.json=${output}`],
    ],
    { cwd: copy, env: { ...projectEnvironment, ...environment }, stdio: 'ignore' },
  );
  const report = JSON.parse(await readFile(output, 'utf8').catch(() => '{"testResults":[]}')) as {
    testResults: { assertionResults: { title: string; status: string }[] }[];
  };
  const named = new RegExp(`^${patternOf(test)}$`);
  const statuses = report.testResults
    .flatMap((result) => result.assertionResults)
    .filter(({ title }) => named.test(title))
    .map(({ status }) => status);
  if (statuses.includes('failed')) return 'failed';
  return statuses.includes('passed') ? 'passed' : 'missing';
}

async function buildFrontEnds(): Promise<void> {
  const status = await run(projectNode, [join(copy, 'scripts/build.ts')], { cwd: copy, stdio: 'ignore' });
  if (status !== 0) throw new Error('The front ends could not be built.');
}

/** The name of a test as a pattern: what a table fills in may be anything. */
function patternOf(test: string): string {
  return test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%[a-z]/g, '.*');
}
