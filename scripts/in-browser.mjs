import './node-version.mjs';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';
import { projectEnvironment, projectNode, root, run } from './project.mjs';

// Runs one of our programs that need the built front ends and a browser: node scripts/in-browser.mjs e2e/pictures/screenshots.ts
await ensureInstalled();
await buildFrontEnds();
const [program, ...programArguments] = process.argv.slice(2);
process.exitCode = await run(projectNode, [join(root, program), ...programArguments], {
  env: { ...projectEnvironment, CHROMIUM_PATH: await findChromium() },
});
