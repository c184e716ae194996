import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../platform/db.ts';

export const demoPassword = 'Spray-Demo-1';

export const demoAccounts: { email: string; title: string }[] = [];

export async function addDemoData(_database: Database, _catalog: Catalog, _now: Date): Promise<void> {}

export async function hasDemoAccounts(_database: Database): Promise<boolean> {
  return false;
}
