import type { SheetKind } from './column-rules.ts';
import { fieldHandler } from './field-sheet.ts';
import { orderHandler } from './order-sheet.ts';
import { personHandler } from './person-sheet.ts';
import type { SheetHandler } from './sheet-handler.ts';

const handlers: Partial<Record<SheetKind, unknown>> = {
  farmers: personHandler('farmers'),
  fields: fieldHandler,
  orders: orderHandler,
  staff: personHandler('staff'),
};

/** The kinds that can be imported. */
export const importedKinds = Object.keys(handlers) as SheetKind[];

export function handlerOf(kind: SheetKind): SheetHandler<object> {
  const handler = handlers[kind];
  if (handler === undefined) throw new Error(`there is no import of ${kind}`);
  return handler as SheetHandler<object>;
}
