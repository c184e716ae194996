import { AppError } from '../errors.ts';

const maxListedOrders = 20;

function listOrders(orderIds: readonly string[]): string {
  const listed = orderIds.slice(0, maxListedOrders).join(', ');
  return `${orderIds.length === 1 ? 'order' : 'orders'} ${listed}${orderIds.length > maxListedOrders ? ' and more' : ''}`;
}

/** The blocking orders in machine-readable form, as the path `order.42`. */
const blockingOrders = (orderIds: readonly string[]) => ({
  errors: orderIds.slice(0, maxListedOrders).map((id) => ({ path: `order.${id}`, message: 'is not done yet' })),
});

export function checkNoJobs(name: string, orderIds: readonly string[]): void {
  if (orderIds.length === 0) return;
  throw new AppError(
    'STAFF_HAS_JOBS',
    `${name} is needed for ${listOrders(orderIds)}. Please give these jobs to another crew first.`,
    blockingOrders(orderIds),
  );
}

export function checkNoOpenOrders(name: string, orderIds: readonly string[]): void {
  if (orderIds.length === 0) return;
  throw new AppError(
    'FARMER_HAS_ORDERS',
    `${name} still has ${listOrders(orderIds)}. A farmer changes role only when these are completed or cancelled.`,
    blockingOrders(orderIds),
  );
}

export function checkAnotherAdmin(otherAdmins: number): void {
  if (otherAdmins > 0) return;
  throw new AppError('LAST_ADMIN', 'This is the last active admin. Please make someone else an admin first.');
}
