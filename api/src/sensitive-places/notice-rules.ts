export const noticeKinds = ['upcoming', 'moved', 'cancelled'] as const;
export type NoticeKind = (typeof noticeKinds)[number];

const hourMs = 3_600_000;
/** How long before a session its notice is sent. */
export const noticeAheadMs = 48 * hourMs;
/** A notice is corrected until this long after the session that it names: work can be called off late. */
export const correctedForMs = 24 * hourMs;

/** What is known about an order, a place whose contact asks for notices, and the last notice. */
export interface NoticeFacts {
  /** Confirmed, and not begun. */
  isPlanned: boolean;
  isCancelled: boolean;
  /** The field is within the buffer of the place. */
  isNear: boolean;
  startsAt: Date;
  last: { kind: NoticeKind; namedStart: Date; sentAt: Date } | undefined;
}

/** The notice that the contact must get now, if any. */
export function dueNotice({ isPlanned, isCancelled, isNear, startsAt, last }: NoticeFacts, now: Date): NoticeKind | undefined {
  const untilStartMs = startsAt.getTime() - now.getTime();
  const isAhead = untilStartMs > 0 && untilStartMs <= noticeAheadMs;
  if (last === undefined || last.kind === 'cancelled') return isPlanned && isNear && isAhead ? 'upcoming' : undefined;
  const isCorrected = last.namedStart.getTime() + correctedForMs > now.getTime();
  if (isCancelled || (isPlanned && !isNear)) return isCorrected ? 'cancelled' : undefined;
  if (!isPlanned) return undefined;
  if (startsAt.getTime() !== last.namedStart.getTime()) return untilStartMs > 0 && isCorrected ? 'moved' : undefined;
  // A move that was reported long before is followed by the usual notice.
  const isOld = last.kind === 'moved' && startsAt.getTime() - last.sentAt.getTime() > noticeAheadMs;
  return isOld && isAhead ? 'upcoming' : undefined;
}
