/** Decimal places of a product of a dose and an area. */
const places = 6;

function toInteger(decimal: string): { digits: bigint; scale: number } {
  // JavaScript writes very small numbers with an exponent.
  const plain = decimal.includes('e') ? Number(decimal).toFixed(20) : decimal;
  const [whole = '0', fraction = ''] = plain.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** The product of two positive decimals, exact and then rounded half-up to six places. `divisor`: a power of ten. */
export function multiplyDecimals(a: string, b: string, divisor = 1): number {
  const [left, right] = [toInteger(a), toInteger(b)];
  const scale = left.scale + right.scale + String(divisor).length - 1;
  const digits = left.digits * right.digits;
  const shift = scale - places;
  const rounded = shift <= 0 ? digits * 10n ** BigInt(-shift) : (digits + 10n ** BigInt(shift) / 2n) / 10n ** BigInt(shift);
  return Number(`${rounded}e-${places}`);
}
