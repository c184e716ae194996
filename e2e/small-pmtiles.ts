/** The smallest useful PMTiles archive (version 3): land everywhere, at zoom 0 and 1. */
export function smallPmtiles(): Buffer {
  const tile = vectorTile();
  // One entry for tiles 0 to 4: tile id, run length, length, offset + 1.
  const directory = Buffer.from([1, 0, 5, ...varint(tile.length), 1]);
  const metadata = Buffer.from('{}');
  const head = Buffer.alloc(127);
  head.write('PMTiles', 'latin1');
  head.writeUInt8(3, 7);
  let at = head.length;
  const section = (position: number, content: Buffer) => {
    head.writeBigUInt64LE(BigInt(at), position);
    head.writeBigUInt64LE(BigInt(content.length), position + 8);
    at += content.length;
  };
  section(8, directory);
  section(24, metadata);
  section(40, Buffer.alloc(0));
  section(56, tile);
  for (const [position, count] of [
    [72, 5],
    [80, 1],
    [88, 1],
  ] as const)
    head.writeBigUInt64LE(BigInt(count), position);
  // Clustered, neither directory nor tiles compressed, vector tiles of zoom 0 to 1.
  head.set([1, 1, 1, 1, 0, 1], 96);
  for (const [position, degrees] of [
    [102, -180],
    [106, -85],
    [110, 180],
    [114, 85],
  ] as const)
    head.writeInt32LE(degrees * 10_000_000, position);
  return Buffer.concat([head, directory, metadata, tile]);
}

/** A Mapbox vector tile with one square of the layer `earth`. */
function vectorTile(): Buffer {
  // Move to the corner, three lines around the tile of 4096 units, close: zigzag-encoded.
  const geometry = [9, 0, 0, 26, 8192, 0, 0, 8192, 8191, 0, 15].flatMap(varint);
  const feature = [...numberField(3, 3), ...bytesField(4, geometry)];
  const layer = [...numberField(15, 2), ...bytesField(1, [...Buffer.from('earth')]), ...bytesField(2, feature), ...numberField(5, 4096)];
  return Buffer.from(bytesField(3, layer));
}

const numberField = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];
const bytesField = (field: number, bytes: number[]): number[] => [...varint((field << 3) | 2), ...varint(bytes.length), ...bytes];

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}
