import { type AuditAction, differences, insertAudit } from '../accounts/audit-store.ts';
import type { Tx } from '../platform/postgres/database.ts';
import { polygonsOf } from './boundary-rules.ts';
import type { Field } from './field.ts';

type CropName = (id: string) => string;

/** A field as the audit trail shows it: a boundary by its area and its number of points. */
const audited = ({ name, boundary, areaM2, latitude, longitude, cropId, obstacles, notes, archived }: Field, cropName: CropName) => ({
  name,
  boundary: boundary === null ? null : `${areaM2} m², ${pointsOf(boundary)} points`,
  coordinates: `${latitude}, ${longitude}`,
  cropType: cropId === null ? null : cropName(cropId),
  obstacles,
  notes,
  archived,
});

const pointsOf = (boundary: NonNullable<Field['boundary']>): number =>
  polygonsOf(boundary).reduce((sum, rings) => sum + rings.reduce((points, ring) => points + ring.length - 1, 0), 0);

/** Writes what has changed; `before` is undefined for a new field. Another boundary of the same size is a change, too. */
export async function auditField(
  tx: Tx,
  { actorId, cropName, now }: { actorId: string; cropName: CropName; now: Date },
  before: Field | undefined,
  after: Field,
): Promise<void> {
  const action: AuditAction = before === undefined ? 'field_create' : 'field_update';
  const changes = differences(before === undefined ? {} : audited(before, cropName), audited(after, cropName)).filter(
    ({ from, to }) => !(from === null && to === false),
  );
  const isMoved = before !== undefined && JSON.stringify(before.boundary) !== JSON.stringify(after.boundary);
  if (isMoved && !changes.some(({ field }) => field === 'boundary')) {
    const { boundary } = audited(after, cropName);
    changes.push({ field: 'boundary', from: boundary, to: boundary });
  }
  if (changes.length > 0) await insertAudit(tx, { actorId, action, subjectType: 'field', subjectId: after.id, changes }, now);
}
