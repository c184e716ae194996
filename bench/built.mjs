// Imports from the built service; the only place in the benchmark that does.
import { fileURLToPath } from 'node:url';

const built = (path) => new URL(`../api/dist/${path}`, import.meta.url);

export const load = (path) => import(built(path).href);
export const mainFile = fileURLToPath(built('main.js'));
