export interface JournalEntry {
  do: string;
  mark?: string;
  order?: number | string;
  status?: number;
  now?: string;
}
export function compare(
  entries: JournalEntry[],
  orders: { id: number | string; location: string; order_status: string; payment_status: string }[],
  steps: { order_id: number | string; action: string }[],
): { lost: string[]; doubled: string[] };
