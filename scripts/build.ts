import { buildFrontEnds } from './front-ends.ts';

await buildFrontEnds();
