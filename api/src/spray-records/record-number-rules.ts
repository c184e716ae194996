const prefix = 'SR-';

/** The number of a record, as it is printed. */
export const recordNumber = (id: string): string => `${prefix}${id.padStart(6, '0')}`;

/** The id of a record from its number, however it was typed; undefined: it is not a number of a record. */
export function recordIdOf(number: string): string | undefined {
  const digits = /^\s*(?:SR)?[-\s]*0*([1-9]\d{0,17})\s*$/i.exec(number)?.[1];
  return digits;
}
