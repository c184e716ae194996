import type { SheetKind } from './column-rules.ts';
import { fieldHandler } from './field-sheet.ts';
import { orderHandler } from './order-sheet.ts';
import { personHandler } from './person-sheet.ts';
import { productHandler } from './product-sheet.ts';
import type { SheetHandler } from './sheet-handler.ts';

const handlers: Record<SheetKind, unknown> = {
  farmers: personHandler('farmers'),
  fields: fieldHandler,
  orders: orderHandler,
  products: productHandler,
  staff: personHandler('staff'),
};

export const handlerOf = (kind: SheetKind) => handlers[kind] as SheetHandler<object>;
