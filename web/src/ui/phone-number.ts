const patterns = [/^(0\d{3})(\d{3})(\d{3,4})$/, /^(\+84)([1-9]\d{2})(\d{3})(\d{3,4})$/];

/** A phone number as it is shown: Vietnamese numbers in groups of digits, others as they were entered. */
export function formatPhone(phoneNumber: string): string {
  const plain = phoneNumber.replace(/[\s().-]/g, '');
  for (const pattern of patterns) {
    const groups = pattern.exec(plain);
    if (groups !== null) return groups.slice(1).join(' ');
  }
  return phoneNumber;
}
