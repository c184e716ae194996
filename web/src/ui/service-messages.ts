import { dateFormat } from './intl.ts';
import type { Language } from './language.tsx';

const isoDate = /\b(\d{4}-\d{2}-\d{2})\b(?!T)/g;
const dateFormats: Record<Language, () => Intl.DateTimeFormat> = {
  en: () => dateFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }),
  vi: () => dateFormat('vi-VN', { timeZone: 'UTC', day: '2-digit', month: '2-digit', year: 'numeric' }),
};

/** A message of the service with its dates as users write them: 2026-11-20 is 20 Nov 2026 or 20/11/2026. */
export function withLocalDates(language: Language, message: string): string {
  return message.replace(isoDate, (text) => {
    const date = new Date(`${text}T12:00:00Z`);
    const isDate = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
    return isDate ? dateFormats[language]().format(date) : text;
  });
}

/**
 * Translates a message by templates in which `{}` stands for a part that varies. `formatPart` shows such a part; undefined: the part is
 * unknown, so the message is not translated. `{name}` stands for names and texts that people have entered: they stay as they are.
 */
export function translateMessage(
  words: Record<string, string>,
  message: string,
  formatPart: (part: string) => string | undefined,
  formatName: (name: string) => string = (name) => name,
): string | undefined {
  if (words[message] !== undefined) return words[message];
  // Longest template first: "must be {}" matches nearly all messages.
  for (const [template, translation] of Object.entries(words).sort(([a], [b]) => b.length - a.length)) {
    const values = partsOf(template, message);
    if (values === undefined) continue;
    const placeholders = template.match(placeholder) ?? [];
    const parts = values.map((value, at) => (placeholders[at] === '{}' ? formatPart(value) : formatName(value)));
    if (!parts.every((part) => part !== undefined)) continue;
    // In the order of the template: a translation has its placeholders in the same order.
    let next = 0;
    return translation.replace(placeholder, () => parts[next++] ?? '');
  }
  return undefined;
}

const placeholder = /\{(?:name)?\}/g;

/** The values of the placeholders; undefined if the message does not match. */
function partsOf(template: string, message: string): string[] | undefined {
  if (!template.includes('{')) return undefined;
  const pattern = template.split(placeholder).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('(.+)')}$`).exec(message)?.slice(1);
}
