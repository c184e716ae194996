// The built service with demo data in a temporary folder, for scripts that open its pages.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
export const demoPassword = 'Spray-Demo-1';

/** Starts it; returns its address and a stop function. */
export async function startDemo() {
  const folder = mkdtempSync(join(tmpdir(), 'swath-demo-'));
  const child = spawn(process.execPath, [join(root, 'api', 'dist', 'main.js')], {
    cwd: root,
    env: { ...process.env, SWATH_DATA: folder, PORT: '0', SWATH_DEMO: 'on', DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const found = /Swath is ready: (\S+)/.exec(output);
      if (found !== null) resolve(found[1]);
    });
    child.once('exit', () => reject(new Error('The service did not start.')));
  });
  return {
    url,
    async stop() {
      child.removeAllListeners('exit');
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Signs a browser in like the sign-in page. */
export async function signIn(context, url, email, language) {
  const headers = { origin: url };
  const answer = await context.request.post(`${url}/api/auth/login`, { data: { email, password: demoPassword }, headers });
  if (!answer.ok()) throw new Error(`${email} cannot sign in.`);
  const profile = await context.request.patch(`${url}/api/common/profile`, { data: { language }, headers });
  const { role } = await profile.json();
  await context.addInitScript(`localStorage.setItem('swath-signed-in', '${role}')`);
}
