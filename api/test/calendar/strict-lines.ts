/** A content line of iCalendar, unfolded and unescaped. */
export interface Line {
  name: string;
  value: string;
}

/** Reads iCalendar text as strictly as RFC 5545: CRLF, lines of at most 75 octets, balanced components, escaped text. */
export function strictLines(text: string): Line[] {
  if (!text.endsWith('\r\n') && !text.endsWith('END:VCALENDAR')) throw new Error('the text does not end with its last line');
  if (/[^\r]\n|\r[^\n]/.test(text)) throw new Error('a line does not end with CRLF');
  for (const line of text.split('\r\n'))
    if (Buffer.byteLength(line) > 75) throw new Error(`a line has ${Buffer.byteLength(line)} octets: ${line}`);
  const open: string[] = [];
  const lines = text
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line): Line => {
      const [, name = '', value = ''] = /^([A-Z-]+)(?:;[A-Z-]+=(?:"[^"]*"|[^:;",]*))*:(.*)$/s.exec(line) ?? [];
      if (name === '') throw new Error(`not a content line: ${line}`);
      if (name === 'BEGIN') open.push(value);
      if (name === 'END' && open.pop() !== value) throw new Error(`${value} ends where it did not begin`);
      if (['SUMMARY', 'DESCRIPTION', 'LOCATION'].includes(name) && /(^|[^\\])(\\\\)*(,|;|\\[^nN,;\\])/.test(value))
        throw new Error(`a text is not escaped: ${value}`);
      return { name, value: value.replace(/\\([nN,;\\])/g, (_, char: string) => (char.toLowerCase() === 'n' ? '\n' : char)) };
    });
  if (open.length > 0) throw new Error(`${open.join(', ')} does not end`);
  for (const { name, value } of lines)
    if (/^DT(START|END|STAMP)$/.test(name) && !/^\d{8}T\d{6}Z$/.test(value)) throw new Error(`${name} is not in UTC: ${value}`);
  return lines;
}
