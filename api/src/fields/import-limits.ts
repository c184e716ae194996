export const importLimits = { fileBytes: 10_000_000, unpackedBytes: 100_000_000, fields: 5000, layers: 500 };
