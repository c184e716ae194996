import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

const webFolder = join(import.meta.dirname, '..', 'web', 'src');

/** Every mutating request of the web app, as "METHOD /path/{id}", from its source. */
export function actionsOfWebApp(folder = webFolder): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /(?<!\.test|\.d)\.tsx?$/.test(name));
  const actions = files.flatMap((name) => {
    const source = readFileSync(join(folder, name), 'utf8');
    const byClient = source.matchAll(/\bapi\.(POST|PUT|PATCH|DELETE)\(\s*'([^']+)'/g);
    const byRequest = source.matchAll(/\.open\('(POST|PUT|PATCH|DELETE)', [`']([^`']+)[`']/g);
    return [...byClient, ...byRequest].map(([, method, path = '']) => `${method} ${path.replace(/\$\{\w+\}/g, '{id}')}`);
  });
  return [...new Set(actions)].sort();
}

/** The actions without an accepted request. */
export function actionsWithoutJourney(actions: readonly string[], acceptedRequests: readonly string[]): string[] {
  return actions.filter((action) => {
    const pattern = new RegExp(`^${action.replace(/\{\w+\}/g, '[^/ ]+')}$`);
    return !acceptedRequests.some((request) => pattern.test(request));
  });
}

/** After a run of all journeys: fails the run if an action of the web app was not used successfully by any journey. */
export async function checkActionCoverage(project: TestProject, acceptedRequests: readonly string[]): Promise<void> {
  const { testFiles } = await project.globTestFiles();
  const ran = project.vitest.state.getFiles().filter(({ projectName }) => projectName === project.name);
  const isWholeRun = ran.length === testFiles.length && project.vitest.config.testNamePattern === undefined;
  // Without a browser no journey ran.
  if (!isWholeRun || acceptedRequests.length === 0) return;
  const missing = actionsWithoutJourney(actionsOfWebApp(), acceptedRequests);
  if (missing.length === 0) return;
  process.stderr.write(`\nActions of the web app that no journey in e2e presses successfully:\n  ${missing.join('\n  ')}\n`);
  process.exitCode = 1;
}
