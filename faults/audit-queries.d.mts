export const incompleteChecks: Record<string, string>;
export const notificationChecks: Record<string, string>;
