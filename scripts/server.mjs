import { join } from 'node:path';
import { projectEnvironment, projectNode, root, settingsFromFile } from './project.mjs';
import { supervise } from './supervise.mjs';

/**
 * Runs the server until it is stopped, also over its unexpected ends. Answers its last exit status.
 *
 * @param {string[]} serverArguments
 * @returns {Promise<number>}
 */
export function runServer(serverArguments) {
  const stopWithParent = new URL('stop-with-parent.ts', import.meta.url).href;
  const server = join(root, 'apps', 'server', 'src', 'main.ts');
  return supervise(
    projectNode,
    [...settingsFromFile, '--import', stopWithParent, server, ...serverArguments],
    {
      // In a session of its own the server does not get the terminal's Ctrl-C beside the one that is handed on to it.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: projectEnvironment,
    },
    console.error,
  );
}
