import type { ApiScope, Role } from '../platform/http/auth.ts';

export const defaultRequestsPerMinute = 600;
export const maxRequestsPerMinute = 6000;
export const maxExpiryDays = 730;

/** The scopes that have an operation for the role. */
export const scopesByRole: Record<Role, readonly ApiScope[]> = {
  farmer: ['orders:read', 'orders:write', 'payments:write', 'notifications:read', 'catalog:read'],
  receptionist: ['orders:read', 'orders:write', 'feedback:read', 'notifications:read', 'catalog:read'],
  sprayer: ['orders:read', 'notifications:read', 'catalog:read'],
  admin: ['orders:read', 'orders:write', 'feedback:read', 'notifications:read', 'catalog:read'],
};

export const apiKeyStates = ['active', 'expired', 'revoked'] as const;
