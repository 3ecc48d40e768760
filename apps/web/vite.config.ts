import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorker } from './service-worker/build-plugin.ts';

/** What a call is about and whose things it touches is for the server and the API page: a phone needs the rest. */
const shortCalls: Plugin = {
  name: 'short-calls',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/calls\/\w+\.ts$/ },
    handler: (code) => code.replaceAll(/^ +(?:owner|summary): *(?:'[^']*'|"[^"]*"),$/gm, ''),
  },
};

export default defineConfig(({ command }) => ({
  base: '/',
  // No phone has React's tools for developers: what looks for them stays out of the first load.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  plugins: [
    react(),
    shortCalls,
    serviceWorker({
      publicFiles: ['icon.svg'],
      firstScreens: [
        'src/features/home/about-loans.tsx',
        'src/app/after-start.tsx',
        'src/app/around-screens.tsx',
      ],
      offlineScreens: [
        'src/features/home/signed-in-home.tsx',
        'src/features/home/finish-details.tsx',
        'src/features/home/application-states.tsx',
        'src/features/bill/billing-details-page.tsx',
        'src/features/bill/repayment-plan-page.tsx',
        'src/features/borrow/loan-contract-page.tsx',
        'src/features/calendar/enter-due-date.ts',
        'src/platform/kept-answers.ts',
        'src/features/paper/kept-papers.ts',
        '../../packages/contract/src/signature.ts',
      ],
    }),
  ],
  // React has had it itself since version 18: the router need not bring it along for older ones.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    cssMinify: 'lightningcss',
    // An asset inside the page or the style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // Every browser that runs this target knows module preloading.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first load names every part, and a name's hash cannot be compressed: seven letters tell versions apart too.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          groups: [
            // One file for all that the first screen needs, and one for what every screen behind the login shares.
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              name: 'query',
              // A list of queries is asked by one form only, and goes with it.
              test: /@tanstack(?!.*\/(?:queriesObserver|useQueries))|@noble|contract\/src\/codes|platform\/(query|user-info)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': 'http://localhost:8080',
      '/paper': 'http://localhost:8080',
      '/sim': 'http://localhost:8080',
      '/my-data': 'http://localhost:8080',
    },
  },
}));
