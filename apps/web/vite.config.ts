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
  },
  server: { proxy: { '/api': 'http://localhost:8080' } },
});
