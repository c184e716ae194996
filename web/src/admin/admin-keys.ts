import { ordersKey } from '../api/live.ts';

/** Query keys; queries with the same prefix are invalidated together. */
export const usersKey = ['users'] as const;
export const cropsKey = ['priced-crops'] as const;
export const sessionsKey = ['session-places'] as const;
export const settingKey = ['setting'] as const;
export const waitingSettingKey = ['waiting-setting'] as const;
export const plannerSettingKey = ['planner-setting'] as const;
export const webhooksKey = ['webhooks'] as const;
export const apiKeysKey = ['api-keys'] as const;
export const issuersKey = ['issuers'] as const;
export const deadLettersKey = ['dead-letters'] as const;
export const auditKey = ['audit'] as const;

/** Queries of other pages that show crops and sessions; availability is below the key of the orders. */
export const catalogKeys = [['crops'], ['quote'], ordersKey] as const;
