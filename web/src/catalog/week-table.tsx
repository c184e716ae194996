import type { Shape } from '../api/client.ts';

export interface Slot {
  date: string;
  session: Shape<'Session'>;
}

interface WeekTableProps {
  /** What was chosen last. */
  chosen?: Slot | undefined;
  onChoose(slot: Slot): void;
}

/** Seven days and their sessions with the free places in each. */
export function WeekTable(_: WeekTableProps) {
  return null;
}
