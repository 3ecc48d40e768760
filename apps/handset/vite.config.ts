import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  base: '/sim/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    target: 'es2022',
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  server: { proxy: { '/sim/api': 'http://localhost:8080' } },
});
