import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { fail, outerEnvironment, run } from './project.mjs';

const candidates = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The full path of the browser for the journeys. It is given, found, or installed from Debian's packages. */
export async function findChromium(): Promise<string> {
  const given = process.env.CHROMIUM_PATH;
  if (given)
    return works(given) ? fullPathOf(given) : fail(`CHROMIUM_PATH is ${given}, which does not start.`);
  const found = candidates.find(works);
  if (found) return fullPathOf(found);
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    console.log("Installing Chromium from the system's packages …");
    const environment = { ...outerEnvironment, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env: environment });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      env: environment,
    });
    if (works('chromium')) return fullPathOf('chromium');
  }
  return fail('The browser tests need Chromium or Chrome: install one, or set CHROMIUM_PATH to its program.');
}

/** Playwright starts a file and does not search PATH. */
function fullPathOf(program: string): string {
  if (isAbsolute(program)) return program;
  const places = outerEnvironment.PATH.split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => existsSync(place)) ?? program;
}

function works(program: string): boolean {
  return spawnSync(program, ['--version'], { env: outerEnvironment }).status === 0;
}
