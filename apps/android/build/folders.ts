import { join } from 'node:path';
import { root } from '../../../scripts/project.mjs';

export const androidFolder = join(root, 'apps/android');
/** What the build makes. It is not committed. */
export const targetFolder = join(androidFolder, 'target');
