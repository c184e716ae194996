import { AppError, type FieldError } from '../errors.ts';

/** Only sprayers have an expertise, and each of them has one. */
export function expertiseErrors(role: string, expertise: string | null | undefined): FieldError[] {
  if (role === 'sprayer' && (expertise === undefined || expertise === null)) {
    return [{ path: 'expertise', message: 'is required for a sprayer' }];
  }
  return role !== 'sprayer' && expertise !== undefined && expertise !== null
    ? [{ path: 'expertise', message: 'is for sprayers only' }]
    : [];
}

const mostNamed = 20;

function naming(orderIds: readonly string[]): string {
  const named = orderIds.slice(0, mostNamed).join(', ');
  return `${orderIds.length === 1 ? 'order' : 'orders'} ${named}${orderIds.length > mostNamed ? ' and more' : ''}`;
}

/** The same for programs: `order.42` is one that stands in the way. */
const inTheWay = (orderIds: readonly string[]) => ({
  errors: orderIds.slice(0, mostNamed).map((id) => ({ path: `order.${id}`, message: 'is not done yet' })),
});

export function checkNoJobs(name: string, orderIds: readonly string[]): void {
  if (orderIds.length === 0) return;
  throw new AppError(
    'STAFF_HAS_JOBS',
    `${name} is needed for ${naming(orderIds)}. Please give these jobs to another crew first.`,
    inTheWay(orderIds),
  );
}

export function checkNoOpenOrders(name: string, orderIds: readonly string[]): void {
  if (orderIds.length === 0) return;
  throw new AppError(
    'FARMER_HAS_ORDERS',
    `${name} still has ${naming(orderIds)}. A farmer changes role only when these are completed or cancelled.`,
    inTheWay(orderIds),
  );
}

export function checkAnotherAdmin(otherAdmins: number): void {
  if (otherAdmins > 0) return;
  throw new AppError('LAST_ADMIN', 'This is the last active admin. Please make someone else an admin first.');
}
