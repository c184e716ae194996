export const halves: Record<string, string>;
export const untold: Record<string, string>;
