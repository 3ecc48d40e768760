import { join } from 'node:path';
import { findChromium } from './chromium.ts';
import { buildFrontEnds } from './front-ends.ts';
import { projectEnvironment, projectNode, root, run } from './project.mjs';

// Runs a program that needs the built front ends and a browser: node scripts/program.mjs scripts/in-browser.ts bench/web.ts
const [program, ...programArguments] = process.argv.slice(2);
if (program === undefined) throw new Error('Name the program to run.');
await buildFrontEnds();
process.exitCode = await run(projectNode, [join(root, program), ...programArguments], {
  env: { ...projectEnvironment, CHROMIUM_PATH: await findChromium() },
});
