import './node-version.mjs';
import { join } from 'node:path';
import { ensureInstalled } from './install.mjs';
import { projectNode, root, run, settingsFromFile } from './project.mjs';

// Runs one of the server's own commands with the server's settings: node scripts/command.mjs apps/server/src/upkeep/terminal/doctor.ts
await ensureInstalled();
const [program, ...programArguments] = process.argv.slice(2);
process.exitCode = await run(projectNode, [...settingsFromFile, join(root, program), ...programArguments]);
