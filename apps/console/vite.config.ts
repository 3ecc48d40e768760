import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The summary of a call is for the server and the papers only, so the console leaves it out. */
const shortCalls: Plugin = {
  name: 'short-calls',
  enforce: 'pre',
  transform: {
    filter: { id: /packages\/contract\/src\/staff\/calls\/[\w-]+\.ts$/ },
    handler: (code) => code.replaceAll(/^ +summary:\s*(?:'[^']*'|"[^"]*"),$/gm, ''),
  },
};

export default defineConfig(({ command }) => ({
  base: '/console/',
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  plugins: [react(), shortCalls],
  // React has this hook since version 18, so the router's copy for older versions is not needed.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    cssMinify: 'lightningcss',
    // An asset inside the page or the style sheet would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { '/console/api': 'http://localhost:8080' } },
}));
