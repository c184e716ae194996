import type { Base } from './planner-setting-store.ts';

/** A base in the audit trail. */
export const baseText = (base: Base | null): string | null => (base === null ? null : `${base.name} (${base.latitude}, ${base.longitude})`);
