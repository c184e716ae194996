/** What one file may have. */
export const sheetLimits = {
  fileBytes: 20_000_000,
  /** Of all parts of a workbook together, as they are decompressed. */
  unpackedBytes: 300_000_000,
  rows: 50_000,
  /** Each is changed by several statements, and bookings of its session wait until the last one is. */
  changedOrders: 200,
  columns: 60,
  cellLength: 2100,
  /** Text of all distinct cells of a workbook. */
  sharedTextLength: 40_000_000,
};

/** Imports and their rows are kept this long. */
export const keptDays = 7;
