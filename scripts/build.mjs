import './node-version.mjs';
import { buildFrontEnds } from './front-ends.mjs';
import { ensureInstalled } from './install.mjs';

await ensureInstalled();
await buildFrontEnds();
