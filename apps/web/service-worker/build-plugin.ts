import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

type ServiceWorkerOptions = {
  /** Files beside the build that every load asks for. */
  publicFiles: readonly string[];
  /** Modules that are loaded lazily but belong to the first screen. */
  firstScreens: readonly string[];
  /** Modules that a borrower needs without a network. */
  offlineScreens: readonly string[];
};

/**
 * Bundles the service worker into one classic script at `/sw.js` and tells it the files of this build
 * (docs/decisions/0019-a-service-worker-of-our-own-build.md).
 */
export function serviceWorker({ publicFiles, firstScreens, offlineScreens }: ServiceWorkerOptions): Plugin {
  let root = '';
  let publicFolder = '';
  return {
    name: 'thumba:service-worker',
    apply: 'build',
    configResolved(config) {
      root = config.root;
      publicFolder = config.publicDir;
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const filesOf = (screens: readonly string[]) =>
          screens.flatMap((screen) => filesWith(chunkOf(chunks, path.join(root, screen)), bundle));
        const page = bundle['index.html'];
        if (page?.type !== 'asset') throw new Error('The build has no index.html.');
        const shell = unique([
          ...chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => filesWith(entry, bundle)),
          ...filesOf(firstScreens),
        ]);
        const offline = filesOf(offlineScreens).filter((file) => !shell.includes(file));
        const parts = Object.keys(bundle).filter((file) => file.startsWith('assets/'));
        this.emitFile({
          type: 'asset',
          fileName: 'sw.js',
          source: await bundleWorker({
            shell: [
              { url: '/index.html', revision: revisionOf(page.source) },
              ...publicFiles.map((file) => ({
                url: `/${file}`,
                revision: revisionOf(readFileSync(path.join(publicFolder, file))),
              })),
              ...shell.map((file) => ({ url: `/${file}`, revision: null })),
            ],
            offlineParts: unique(offline).map((file) => `/${file}`),
            furtherParts: unique(parts)
              .filter((file) => !isLanguage(file) && !shell.includes(file) && !offline.includes(file))
              .map((file) => `/${file}`),
            languageParts: unique(parts)
              .filter(isLanguage)
              .map((file) => `/${file}`),
          }),
        });
      },
    },
  };
}

async function bundleWorker(ofThisBuild: object): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      BUILD: JSON.stringify(ofThisBuild),
    },
    build: {
      write: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(import.meta.dirname, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  });
  if (!('output' in built)) throw new Error('The service worker was not built in one go.');
  return built.output[0].code;
}

/** The chunk that a module is loaded with. It may have other modules. */
export function chunkOf(chunks: readonly Rolldown.OutputChunk[], module: string): Rolldown.OutputChunk {
  const chunk = chunks.find(({ facadeModuleId, moduleIds }) =>
    facadeModuleId ? facadeModuleId === module : moduleIds.includes(module),
  );
  if (!chunk) throw new Error(`${module} is no part of this build that arrives by itself.`);
  return chunk;
}

/** A chunk with all that it imports, and the styles of both. */
export function filesWith(
  chunk: Rolldown.OutputChunk,
  bundle: Rolldown.OutputBundle,
  known = new Set<string>(),
): string[] {
  known.add(chunk.fileName);
  for (const css of chunk.viteMetadata?.importedCss ?? []) known.add(css);
  for (const name of chunk.imports) {
    const imported = bundle[name];
    if (imported?.type === 'chunk' && !known.has(name)) filesWith(imported, bundle, known);
  }
  return [...known];
}

/** The name of such a part is given in vite.config.ts. */
function isLanguage(file: string): boolean {
  return file.startsWith('assets/language.');
}

function revisionOf(source: string | Uint8Array): string {
  return createHash('sha256').update(source).digest('hex').slice(0, 16);
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)].sort();
}
