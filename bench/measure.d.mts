/** Seconds; NaN on platforms other than Linux. */
export function cpuOfFamily(pid: number): number;
