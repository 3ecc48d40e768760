import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

const toolFolder = join(root, 'node_modules', '.bin');

/** The Node that the project brings along: the one that may have started this script is often older. */
export const projectNode = join(toolFolder, 'node');

/** Has Node read the settings of a person who keeps them in .env. What the environment sets wins. */
export const settingsFromFile = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];

const foreignPath = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => folder !== toolFolder)
  .join(delimiter);

/** The environment of the person at the terminal, without the tools of this project. */
export const outerEnvironment = { ...process.env, PATH: foreignPath };

/** Node keeps here what it compiled. A command at the terminal starts in a third of the time with it. */
export const compiledFolder = join(root, 'node_modules/.cache/thumba/compiled');

/** The same, with the tools of this project first. */
export const projectEnvironment = {
  NODE_COMPILE_CACHE: compiledFolder,
  ...process.env,
  PATH: toolFolder + delimiter + foreignPath,
};

/**
 * Runs a command in the project, hands it the signals this script gets, and answers its exit status as a shell counts
 * it. A terminal and npm may both deliver one Ctrl-C, so only a signal a second later ends a command that does not
 * listen.
 *
 * @param {string} command
 * @param {string[]} commandArguments
 * @param {import('node:child_process').SpawnOptions} options
 * @param {(child: import('node:child_process').ChildProcess) => void} onStart
 * @returns {Promise<number>}
 */
export function run(command, commandArguments, options = {}, onStart = () => undefined) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: root,
      env: projectEnvironment,
      stdio: 'inherit',
      ...options,
    });
    onStart(child);
    let firstSignalAt;
    const forward = (signal) => {
      if (firstSignalAt === undefined) {
        firstSignalAt = performance.now();
        child.kill(signal);
      } else if (performance.now() - firstSignalAt > 1000) {
        child.kill('SIGKILL');
      }
    };
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    child.on('error', reject);
    child.on('exit', (status, signal) => {
      for (const handled of signals) process.off(handled, forward);
      resolve(status ?? 128 + constants.signals[signal]);
    });
  });
}

/**
 * Runs the script of an installed package on the project's own Node.
 *
 * @param {string} script
 * @param {string[]} toolArguments
 * @param {import('node:child_process').SpawnOptions} options
 */
export function runTool(script, toolArguments = [], options = {}) {
  return run(projectNode, [join(root, 'node_modules', script), ...toolArguments], options);
}

/**
 * Ends this script with one line for the person at the terminal.
 *
 * @param {string} line
 * @param {number} status
 * @returns {never}
 */
export function fail(line, status = 1) {
  console.error(line);
  process.exit(status);
}
