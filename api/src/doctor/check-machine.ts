import { constants, existsSync } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Finding, judgeDisk, judgeMemory, judgeNode, ok, wrong } from './doctor-rules.ts';

export const checkNode = async (): Promise<Finding> => judgeNode(process.versions.node);

export async function checkMemory(): Promise<Finding> {
  const limit = process.constrainedMemory();
  const total = limit > 0 && limit < totalmem() ? limit : totalmem();
  return judgeMemory(Math.min(process.availableMemory?.() ?? freemem(), total), total);
}

/** The nearest existing ancestor, in which a missing folder would be created. */
export function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

export async function checkDisk(folder: string): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(nearestFolder(folder));
  return judgeDisk(bavail * bsize, blocks * bsize, folder);
}

export async function checkWritable(folder: string, variable: string): Promise<Finding> {
  const nearest = nearestFolder(folder);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
    return ok(nearest === folder ? `${folder} can be written to` : `${folder} does not exist yet and can be created`);
  } catch {
    return wrong(`${nearest} cannot be written to`, `Let this account write there, or set ${variable} to another folder.`);
  }
}
