import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run } from './project.mjs';
import { stopWithNpm } from './stop-with-npm.mjs';

// Runs a program of the project on the project's own Node: node scripts/program.mjs scripts/check.ts
await ensureInstalled();
stopWithNpm();
const [program, ...programArguments] = process.argv.slice(2);
process.exitCode = await run(projectNode, [join(root, program), ...programArguments]);
