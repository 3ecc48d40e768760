import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/',
  plugins: [react()],
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
        codeSplitting: {
          groups: [
            // One file for all that the first screen needs, and one for what every screen behind the login shares.
            { name: 'first', tags: ['$initial'], priority: 2 },
            {
              name: 'query',
              test: /@tanstack|@noble|contract\/src\/codes|platform\/(query|user-info)/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
