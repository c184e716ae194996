import { mkdirSync, rmSync, statSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FolderLock {
  release(): Promise<void>;
}

/**
 * Lock of a data folder: one service at a time. The lock is a listening socket, which the operating system closes when its process ends in
 * any way, so kill -9 leaves no stale lock. Undefined: the folder is locked.
 */
export async function lockFolder(folder: string): Promise<FolderLock | undefined> {
  mkdirSync(folder, { recursive: true });
  const { dev, ino } = statSync(folder);
  const name = `swath-${dev}-${ino}`;
  const linux = process.platform === 'linux';
  const address = linux ? `\0${name}` : process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), name);
  const server = await tryListen(address);
  if (server !== undefined) return holding(server);
  // Where the address is a file, it remains after its process has ended. If no process accepts connections there, it is stale.
  if (linux || process.platform === 'win32' || (await answers(address))) return undefined;
  rmSync(address, { force: true });
  const second = await tryListen(address);
  return second === undefined ? undefined : holding(second);
}

function tryListen(address: string): Promise<net.Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function holding(server: net.Server): FolderLock {
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}
