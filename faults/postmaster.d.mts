export function clusterOf(folder: string): string;
export function postmasterOf(folder: string): { pid: number; socketFolder: string } | undefined;
export function isRunning(pid: number): boolean;
export function childrenOf(pid: number): number[];
export function familyOf(postmaster: number): number[];
export function signal(pids: readonly number[], name: NodeJS.Signals): void;
