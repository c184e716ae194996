// Checks which file may import which, for every folder of api/src and web/src. Each rule is written once, in `rules`.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A folder may import itself and those before it in its list. Files directly in `src` come last. */
const layers = {
  'api/src': [
    ['errors.ts', 'platform'],
    ...['accounts', 'catalog', 'fields', 'products', 'equipment', 'weather', 'orders', 'payments', 'dispatch', 'crew-plan'],
    ...['rebooking', 'mixes', 'sensitive-places', 'spray-records', 'fieldwork', 'feedback', 'calendar'],
    ...['channels', 'notifications'],
    ...['waiting', 'customers', 'spreadsheets', 'reports', 'admin'],
    ...['demo', 'pages', 'doctor'],
  ],
  'web/src': ['icons', ['api', 'ui'], 'map'],
};

/** Code of the service that runs in the web app, too. */
const shared = ['api/src/weather/judge-measured.ts'];

const isTest = (path) => path.endsWith('.test.ts');
const isStore = (path) => path.endsWith('-store.ts');
const isRules = (path) => path.endsWith('-rules.ts');
const isRoutes = (path) => path.endsWith('-routes.ts');

const rules = [
  {
    says: 'a folder imports only folders that stand before it in the dependency order',
    breaks: ({ from, to }) => isSameSource(from, to) && layerOf(to) > layerOf(from),
  },
  {
    says: 'the web app imports from the service what both share, nothing else',
    breaks: ({ from, to, isType }) => from.startsWith('web/') && to.startsWith('api/') && !isType && !shared.includes(to),
  },
  {
    says: 'rules are pure: they import types, errors.ts and other rules, nothing else',
    breaks: ({ from, to, isType }) => from.startsWith('api/') && isRules(from) && !isType && to !== 'api/src/errors.ts' && !isRules(to),
  },
  {
    says: 'SQL is written in *-store.ts files only',
    breaks: ({ from, to, isType }) => to === 'api/src/platform/postgres/sql.ts' && !isType && !isStore(from) && !inPlatform(from),
  },
  {
    says: 'the database driver is used through platform/postgres',
    breaks: ({ from, to, isType }) => to === 'pg' && !isType && !inPlatform(from),
  },
  {
    says: 'a route file exports routes to routes.ts and app.ts; what others need lives in a file of its own',
    breaks: ({ from, to }) => isRoutes(to) && !['api/src/routes.ts', 'api/src/app.ts'].includes(from),
  },
];

const isSameSource = (from, to) => from.startsWith('web/') === to.startsWith('web/');
const inPlatform = (path) => path.startsWith('api/src/platform/');

/** Position of a file's folder in the dependency order; external packages come first. */
function layerOf(path) {
  const source = Object.keys(layers).find((folder) => path.startsWith(`${folder}/`));
  if (source === undefined) return -1;
  const [first] = path.slice(source.length + 1).split('/');
  const at = layers[source].findIndex((layer) => [layer].flat().includes(first));
  return at === -1 ? layers[source].length : at;
}

function importsOf(path) {
  const text = readFileSync(join(root, path), 'utf8');
  const statements = text.matchAll(
    /^(?:import|export) (type )?(?:(\*[\w ]*|\w*,? ?(?:\{[^}]*\})?) from )?'([^']+)';$|import\('([^']+)'\)/gm,
  );
  return [...statements].map(([, type, names = '', target, loaded]) => {
    const specifier = target ?? loaded;
    const to = specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier;
    const named = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    const allTypes = named?.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
    return { from: path, to, isType: type !== undefined || allTypes === true };
  });
}

const files = Object.keys(layers).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !isTest(name))
    .map((name) => relative(root, join(root, folder, name)).replaceAll('\\', '/')),
);

const broken = files
  .flatMap(importsOf)
  .flatMap((found) => rules.filter(({ breaks }) => breaks(found)).map(({ says }) => `${found.from} imports ${found.to}: ${says}.`));
for (const line of broken) console.error(line);
if (broken.length === 0) console.log(`Dependencies of ${files.length} files follow the ${rules.length} rules.`);
process.exit(broken.length === 0 ? 0 : 1);
