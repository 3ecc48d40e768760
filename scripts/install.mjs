import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, outerEnvironment, projectNode, root, run } from './project.mjs';

/** Installs what package-lock.json names, unless that is what node_modules holds already. */
export async function ensureInstalled() {
  if (isInstalled()) return;
  console.log('Installing the packages Thumba needs: a minute or two the first time …');
  const beganAt = performance.now();
  const progress = setInterval(() => console.log(`  still installing, ${secondsSince(beganAt)} s`), 10_000);
  const status = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env: outerEnvironment,
    shell: process.platform === 'win32',
  }).catch((error) => fail(`npm could not be started: ${error.message}`));
  clearInterval(progress);
  if (status !== 0) fail(`The packages could not be installed: npm ci ended with status ${status}.`, status);
  if (!isInstalled()) {
    fail(
      'npm ci did not bring Node 24: allow install scripts (npm config set ignore-scripts false) and start again.',
    );
  }
  console.log(`Installed in ${secondsSince(beganAt)} s.`);
}

/**
 * npm writes node_modules/.package-lock.json when an install is complete. Only a package for another platform may be
 * missing in it.
 */
function isInstalled() {
  if (!existsSync(projectNode)) return false;
  const wanted = packagesIn('package-lock.json');
  const installed = packagesIn(join('node_modules', '.package-lock.json'));
  if (!installed) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    if (path === '') return true;
    const found = installed[path];
    return found ? found.version === version : optional === true;
  });
}

function packagesIn(lockFile) {
  const path = join(root, lockFile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined;
}

function secondsSince(beganAt) {
  return Math.round((performance.now() - beganAt) / 1000);
}
