import { useQueryClient } from '@tanstack/react-query';
import type { Shape } from '../api/client.ts';
import { choicesQuery, type RebookingRow } from './rebooking-queries.ts';
import { neighbourPlace } from './step-place-rules.ts';

/** Moves an order of a proposal to the next earlier or later place that it could have. */
export function useStepPlace(id: number, move: (row: RebookingRow, to: Shape<'RebookingChoice'>) => void, atEnd: () => void) {
  const queries = useQueryClient();
  return async (row: RebookingRow, direction: -1 | 1): Promise<void> => {
    const { content } = await queries.fetchQuery(choicesQuery(id, row.orderId));
    const next = neighbourPlace(content, row.to ?? row.from, direction);
    if (next === undefined) atEnd();
    else move(row, next);
  };
}
