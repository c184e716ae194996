import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { appShell, compressedFiles } from './build/app-shell.ts';
import { chunkOf } from './build/chunks.ts';
import { directLibraryFiles } from './build/direct-library-files.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { pageManifest } from './build/page-manifest.ts';
import { reactIds } from './build/react-ids.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), directLibraryFiles(), appShell(), mantineStyles(), pageManifest(), reactIds(), compressedFiles()],
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
  server: {
    proxy: {
      '/api': 'http://127.0.0.1:8080',
      '/pages': 'http://127.0.0.1:8080',
      '/pay': 'http://127.0.0.1:8080',
      '/link': 'http://127.0.0.1:8080',
    },
  },
});
