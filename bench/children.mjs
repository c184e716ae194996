// Child processes of a run, so that load and helpers do not share the event loop of the measured service.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { nodeOptions, serviceEnvironment } from './settings.mjs';

const running = new Set();

/** A helper process that processes jobs one at a time. */
export function startHelper(name, settings = {}) {
  const child = fork(fileURLToPath(new URL(`./${name}.mjs`, import.meta.url)), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  const ask = (message) =>
    new Promise((resolve, reject) => {
      const gone = (code) => reject(new Error(`${name} ended with ${code}`));
      child.once('exit', gone);
      child.once('message', (answer) => {
        child.off('exit', gone);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(`${name}: ${answer.error}`));
      });
      child.send(message);
    });
  return { pid: child.pid, ready: ask(settings), ask, stop: () => stop(child) };
}

/** The service, started like `npm start`. Ready after its first response. */
export function startService(main, environment, execArgv = nodeOptions) {
  const began = performance.now();
  const child = fork(main, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv,
    env: { ...process.env, ...serviceEnvironment, ...environment },
  });
  running.add(child);
  const listening = new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const found = /Swath is ready: (http\S+)/.exec(output)?.[1];
      if (found !== undefined) resolve(found.replace('localhost', '127.0.0.1'));
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const ready = listening.then(async (url) => {
    const answer = await fetch(`${url}/api/health/ready`);
    if (answer.status !== 200) throw new Error(`the service printed that it is ready, and answers ${answer.status}`);
    return { url, seconds: (performance.now() - began) / 1000 };
  });
  return { pid: child.pid, ready, stop: () => stop(child) };
}

function stop(child) {
  running.delete(child);
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', resolve);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 15_000).unref();
  });
}

export async function stopAll() {
  await Promise.all([...running].map(stop));
}

/** The entry point of a helper: the first message initialises it, each further one is a job. */
export function serveJobs(setUp, doJob) {
  let ready = false;
  process.on('message', async (message) => {
    try {
      const answer = ready ? await doJob(message) : await setUp(message);
      ready = true;
      process.send(answer ?? {});
    } catch (error) {
      process.send({ error: error.stack ?? String(error) });
    }
  });
  process.on('disconnect', () => process.exit(0));
}
