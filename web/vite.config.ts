import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appShell, packed } from './build/app-shell.ts';
import { chunkOf } from './build/chunks.ts';
import { flatLibraries } from './build/flat-libraries.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { pageParts } from './build/page-parts.ts';
import { steadyIds } from './build/steady-ids.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), flatLibraries(), appShell(), mantineStyles(), pageParts(), steadyIds(), packed()],
  build: {
    target: 'es2022',
    // A picture or font inside a script would be against the page's own policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { app: `${import.meta.dirname}/index.html`, sw: `${import.meta.dirname}/src/service-worker.ts` },
      output: {
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        manualChunks: chunkOf,
        onlyExplicitManualChunks: true,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/pages': 'http://127.0.0.1:8080', '/pay': 'http://127.0.0.1:8080' } },
});
