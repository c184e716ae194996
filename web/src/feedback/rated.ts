const keptAs = 'swath-rated';

function readIds(): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keptAs) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

/** Whether this device knows of a rating: nobody should be asked twice. */
export const hasRated = (id: number): boolean => readIds().includes(id);

export function rememberRated(id: number): void {
  localStorage.setItem(keptAs, JSON.stringify([...readIds().filter((other) => other !== id), id].slice(-500)));
}
