import { findChromium } from '../../../scripts/chromium.ts';
import { buildFrontEnds } from '../../../scripts/front-ends.ts';
import { projectEnvironment, runTool } from '../../../scripts/project.mjs';

// Runs the built borrower app in Chromium with the Java of the Android app: npm run android:e2e
await buildFrontEnds();
const environment = { ...projectEnvironment, CHROMIUM_PATH: await findChromium() };
process.exitCode = await runTool('vitest/vitest.mjs', ['run', '--config', 'e2e/android/vitest.config.ts'], {
  env: environment,
});
