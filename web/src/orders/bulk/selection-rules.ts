/** As many as the service accepts in one action. */
export const maxSelected = 200;

/** The ids from the last selected one to the clicked one, in the order of the screen; only the clicked one if there is no last one. */
export function idsBetween(shown: readonly number[], last: number | undefined, clicked: number): number[] {
  const [from, to] = [last === undefined ? -1 : shown.indexOf(last), shown.indexOf(clicked)];
  if (from === -1 || to === -1) return [clicked];
  return shown.slice(Math.min(from, to), Math.max(from, to) + 1);
}
