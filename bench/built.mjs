// The service's own code, as it is built: whatever the bench needs of it comes from here.
import { fileURLToPath } from 'node:url';

const built = (path) => new URL(`../api/dist/${path}`, import.meta.url);

export const load = (path) => import(built(path).href);
export const mainFile = fileURLToPath(built('main.js'));
