import { ordersKey } from '../api/live.ts';

/** Questions that belong together are asked again together. */
export const usersKey = ['users'] as const;
export const cropsKey = ['priced-crops'] as const;
export const sessionsKey = ['session-places'] as const;
export const settingKey = ['setting'] as const;
export const webhooksKey = ['webhooks'] as const;
export const deadLettersKey = ['dead-letters'] as const;
export const auditKey = ['audit'] as const;

/** What other pages show of crops and sessions; free places are asked for together with orders. */
export const catalogKeys = [['crops'], ['quote'], ordersKey] as const;
