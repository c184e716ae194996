export const formsOfAddress = ['anh', 'chi', 'co', 'chu'] as const;
export type FormOfAddress = (typeof formsOfAddress)[number];

const spoken: Record<FormOfAddress, string> = { anh: 'Anh', chi: 'Chị', co: 'Cô', chu: 'Chú' };

/** In Vietnamese names the given name is the last word. */
export const givenName = (fullName: string): string => fullName.trim().split(/\s+/).at(-1) ?? '';

/** For greetings: "Anh Bảy" for a reader of Vietnamese who chose a form of address, otherwise the full name. */
export function greetingName(language: 'en' | 'vi', fullName: string, form: FormOfAddress | null): string {
  return language === 'vi' && form !== null ? `${spoken[form]} ${givenName(fullName)}` : fullName;
}

/** For sentences to farmers in Vietnamese: "anh Bảy" instead of "bà con". */
export function farmerAddress(fullName: string, form: FormOfAddress | null): string {
  return form === null ? 'bà con' : `${spoken[form].toLowerCase()} ${givenName(fullName)}`;
}
