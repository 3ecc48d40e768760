import path from 'node:path';
import { runCommandOf } from '../../staff/terminal/command-runner.ts';

/* npm run upkeep -- <command> …, and the scripts in package.json that name a command */
await runCommandOf(path.join(import.meta.dirname, 'commands'), process.argv.slice(2));
