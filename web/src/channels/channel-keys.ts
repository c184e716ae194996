export const statusKey = ['channel-status'] as const;
