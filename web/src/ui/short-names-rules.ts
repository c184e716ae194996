/** A colleague as boards and plans show them. */
export interface NamedPerson {
  id: number;
  fullName: string;
  phoneNumber?: string | null | undefined;
}

const firstLetter = (word: string): string => `${[...word][0]?.toLocaleUpperCase('vi') ?? ''}.`;

/** From short to long; Vietnamese names are family, middle and given name. */
const forms: readonly ((words: readonly string[], person: NamedPerson) => string)[] = [
  (words) => [words.slice(0, -1).map(firstLetter).join(''), ...words.slice(-1)].filter(Boolean).join(' '),
  ([family = '', ...rest]) => (rest.length === 0 ? family : [firstLetter(family), ...rest].join(' ')),
  (words) => words.join(' '),
  (words, { phoneNumber }) => [...words, (phoneNumber ?? '').replace(/\D/g, '').slice(-3)].filter(Boolean).join(' '),
  (words, { id }) => [...words, `#${id}`].join(' '),
];

/**
 * The shortest name by which each of these people is told apart from the others: "N.V. Bay", with the middle name "N. Văn Bay", the whole
 * name, then with the last digits of the phone.
 */
export function shortNames(people: readonly NamedPerson[]): Map<number, string> {
  const unique = [...new Map(people.map((person) => [person.id, person])).values()];
  const level = new Map(unique.map(({ id }) => [id, 0]));
  const nameOf = (person: NamedPerson): string =>
    forms[level.get(person.id) ?? 0]?.(person.fullName.trim().split(/\s+/), person) ?? person.fullName;
  for (let step = 1; step < forms.length; step++) {
    const count = new Map<string, number>();
    for (const person of unique) count.set(nameOf(person), (count.get(nameOf(person)) ?? 0) + 1);
    const same = unique.filter((person) => (count.get(nameOf(person)) ?? 0) > 1);
    for (const { id } of same) level.set(id, step);
  }
  return new Map(unique.map((person) => [person.id, nameOf(person)]));
}
