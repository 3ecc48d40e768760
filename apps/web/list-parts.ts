import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { chunkOf, filesWith } from './service-worker/build-plugin.ts';

/**
 * Writes `.parts.json`: the files of the build that each module needs which is loaded by itself, without those of the
 * modules that it loads later. The size limits add them up (.size-limit.mjs).
 */
export function listParts(): Plugin {
  let root = '';
  return {
    name: 'thumba:list-parts',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const modules = new Set(
        [...this.getModuleIds()].filter((id) => {
          const module = this.getModuleInfo(id);
          return module?.isEntry || (module?.dynamicImporters.length ?? 0) > 0;
        }),
      );
      const parts = [...modules].map((id) => [
        path.relative(root, id),
        filesWith(chunkOf(chunks, id), bundle).sort(),
      ]);
      writeFileSync(
        path.join(root, '.parts.json'),
        JSON.stringify(Object.fromEntries(parts.sort()), null, 2),
      );
    },
  };
}
