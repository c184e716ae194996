import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Besides long files, what takes long: left to the end, it would run alone while the other workers have nothing to do. */
const long = [/every-page/, /^e2e/, /processes|faults|kill|upgrade/];

/** What depends on how statements travel: rows, errors, transactions, group commit, paging, concurrent writes. */
const testsOfBothDrivers = [
  'wire-formats',
  'paging',
  'idempotency',
  'platform/pipeline-pool',
  'platform/database-errors',
  'orders/place-order',
  'orders/life-of-an-order',
  'payments/ledger',
];

/** Project by project, since a worker belongs to one; in each, what takes longest comes first. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = ['e2e', 'api', 'pool-driver', 'unit'];
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

export default defineConfig({
  test: {
    // Much of a test is waiting: more at a time than there are cores.
    maxWorkers: availableParallelism() + 1,
    // The service's modules are loaded once per worker and not once per file: they keep nothing of one service for the next.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        // The default of five seconds is too short for a property on a loaded machine.
        test: { name: 'unit', include: ['api/src/**/*.test.ts', 'web/src/**/*.test.ts'], testTimeout: 60_000 },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['api/test/**/*.test.ts'],
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        // The same tests on the other database driver (platform/postgres/plain-pool.ts).
        extends: true,
        test: {
          name: 'pool-driver',
          include: testsOfBothDrivers.map((name) => `api/test/${name}.test.ts`),
          provide: { databaseDriver: 'pool' },
          globalSetup: ['api/test/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // The default of one second is too short for a page on a loaded machine.
          expect: { poll: { timeout: 60_000 } },
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
