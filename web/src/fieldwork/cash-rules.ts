/** Amounts are whole numbers of the smallest unit, so that nothing is lost to floating point. */
export function toUnits(text: string, digits: number): bigint | undefined {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined || decimals.length > digits) return undefined;
  return BigInt(whole + decimals.padEnd(digits, '0'));
}

export function fromUnits(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

export type Change = { kind: 'none' } | { kind: 'exact' } | { kind: 'back' | 'missing'; amount: string };

/** What to give back, or what is missing; `received` as it stands on the pad. */
export function changeOf(cost: number, received: string, digits: number): Change {
  const got = toUnits(received, digits);
  const due = toUnits(cost.toFixed(digits), digits);
  if (got === undefined || due === undefined) return { kind: 'none' };
  if (got === due) return { kind: 'exact' };
  return got > due ? { kind: 'back', amount: fromUnits(got - due, digits) } : { kind: 'missing', amount: fromUnits(due - got, digits) };
}

/** Adds what was pressed to the number on the pad, if it fits there. */
export function pressed(text: string, key: string, decimals: number): string {
  if (key === 'back') return text.slice(0, -1);
  const next = key === '.' ? `${text === '' ? '0' : text}.` : `${text === '0' ? '' : text}${key}`.replace(/^0+(?=\d)/, '');
  const [whole = '', fraction, ...rest] = next.split('.');
  const fits = rest.length === 0 && whole.length <= 12 && (fraction === undefined || (decimals > 0 && fraction.length <= decimals));
  return fits ? next : text;
}

/** Amounts that farmers are likely to hand over: what it costs, and rounded up to common notes. */
export function likelyAmounts(cost: number, digits: number): string[] {
  const due = toUnits(cost.toFixed(digits), digits) ?? 0n;
  const power = 10n ** BigInt(due.toString().length - 1);
  const notes = [power / 2n, power, power * 2n, power * 5n, power * 10n, power * 20n].filter((note) => note > 0n);
  const amounts = [due, ...notes.map((note) => ((due + note - 1n) / note) * note)];
  const distinct = [...new Set(amounts)].sort((a, b) => (a < b ? -1 : 1));
  return distinct.slice(0, 3).map((amount) => fromUnits(amount, digits).replace(/\.0+$/, ''));
}
