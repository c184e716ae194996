import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nodeOptions } from './api/test/node-options.ts';

/** Besides long files, what takes long: left to the end, it would run alone while the other workers have nothing to do. */
const long = [/every-page/, /^e2e/, /processes|faults|kill|upgrade/];

/** Project by project, since a worker belongs to one; in each, what takes longest comes first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = ['e2e', 'api', 'unit'];
    const weighed = files.map((file) => {
      const place = long.findIndex((name) => name.test(relative(import.meta.dirname, file.moduleId)));
      return {
        file,
        project: projects.indexOf(file.project.name),
        place: place === -1 ? long.length : place,
        size: statSync(file.moduleId).size,
      };
    });
    weighed.sort((a, b) => a.project - b.project || a.place - b.place || b.size - a.size);
    return weighed.map(({ file }) => file);
  }
}

const source = join(import.meta.dirname, 'api', 'src/');
const built = join(import.meta.dirname, 'api', 'dist/');

/**
 * Loads the modules of the service as they were built, where `scripts/test.mjs` says that the build is up to date: to transform and wrap
 * them takes longer than most test files. Otherwise, for example with `npx vitest`, tests load the sources.
 */
const builtService: Plugin = {
  name: 'built-service',
  enforce: 'pre',
  resolveId(id, importer) {
    if (!id.startsWith('.') || !id.endsWith('.ts') || id.endsWith('.test.ts') || importer === undefined) return undefined;
    const path = resolve(dirname(importer), id);
    if (!path.startsWith(source)) return undefined;
    const file = `${built}${path.slice(source.length, -'.ts'.length)}.js`;
    return existsSync(file) ? file : undefined;
  },
};

// Much of a test is waiting: more at a time than there are cores. A browser test uses processes of its own besides its worker.
const browserTests = { maxWorkers: availableParallelism() + 1, sequence: { groupOrder: 0 } };
const others = { maxWorkers: availableParallelism() + 2, sequence: { groupOrder: 1 } };

export default defineConfig({
  // biome-ignore lint/style/noProcessEnv: the only way in which scripts/test.mjs can pass it
  plugins: process.env.SWATH_TEST_BUILT === undefined ? [] : [builtService],
  test: {
    // The service's modules are loaded once per worker and not once per file: they keep nothing of one service for the next.
    isolate: false,
    execArgv: nodeOptions,
    server: { deps: { external: [/\/api\/dist\//] } },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // The default of five seconds is too short for a property on a loaded machine.
        test: { ...others, name: 'unit', include: ['api/src/**/*.test.ts', 'web/src/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          ...others,
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          ...browserTests,
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // The default of one second is too short for a page on a loaded machine. Polling takes time from what it waits for.
          expect: { poll: { timeout: 60_000, interval: 100 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
