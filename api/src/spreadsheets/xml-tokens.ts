import { unreadable } from './sheet-errors.ts';

export interface XmlHandler {
  /** `attributes`: the text between the name and the end of the tag. */
  open(name: string, attributes: string): void;
  text(text: string): void;
  close(name: string): void;
}

/** What is not complete is read again with each new part. A cell has at most 32,767 characters, each up to six long. */
const maxPendingText = 262_144;
const maxPendingTag = 65_536;
const damaged = () => unreadable('The file is damaged: a part of it is not valid XML.');

/** A streaming reader of XML without document types. Namespaces are dropped. */
export class XmlTokens {
  readonly #handler: XmlHandler;
  #pending = '';

  constructor(handler: XmlHandler) {
    this.#handler = handler;
  }

  feed(part: string): void {
    const text = this.#pending + part;
    let at = 0;
    for (;;) {
      const start = text.indexOf('<', at);
      if (start < 0) break;
      if (start > at) this.#handler.text(decodeEntities(text.slice(at, start)));
      at = start;
      const end = endOfTag(text, start);
      if (end < 0) break;
      this.#tag(text, start, end);
      at = end;
    }
    this.#pending = text.slice(at);
    if (this.#pending.length > (this.#pending.startsWith('<') ? maxPendingTag : maxPendingText)) throw damaged();
  }

  end(): void {
    if (this.#pending.includes('<')) throw damaged();
  }

  #tag(text: string, start: number, end: number): void {
    const second = text[start + 1];
    if (second === '?') return;
    if (second === '!') {
      if (text.startsWith('<![CDATA[', start)) this.#handler.text(text.slice(start + 9, end - 3));
      else if (!text.startsWith('<!--', start)) throw unreadable('The file has parts that a table does not need.');
      return;
    }
    if (second === '/') {
      this.#handler.close(localName(text.slice(start + 2, end - 1).trim()));
      return;
    }
    const isClosed = text[end - 2] === '/';
    const inside = text.slice(start + 1, end - (isClosed ? 2 : 1));
    const space = inside.search(/\s/);
    const name = localName(space < 0 ? inside : inside.slice(0, space));
    this.#handler.open(name, space < 0 ? '' : inside.slice(space));
    if (isClosed) this.#handler.close(name);
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** After the end of the tag; -1: it is not complete yet. */
function endOfTag(text: string, start: number): number {
  if (text[start + 1] === '!') {
    if (text.startsWith('<!--', start)) return endAfter(text, '-->', start);
    if (text.startsWith('<![CDATA[', start)) return endAfter(text, ']]>', start);
  }
  const end = endAfter(text, '>', start);
  if (end < 0) return -1;
  const equals = text.slice(start, end).indexOf('=');
  return equals < 0 ? end : endOfAttributes(text, start + equals);
}

function endAfter(text: string, close: string, start: number): number {
  const end = text.indexOf(close, start);
  return end < 0 ? -1 : end + close.length;
}

/** An attribute may contain the sign that ends a tag. */
function endOfAttributes(text: string, start: number): number {
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const sign = text[at] as string;
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
  });
}

const patterns = new Map<string, RegExp>();

/** The value of an attribute. */
export function attributeOf(attributes: string, name: string): string | undefined {
  let pattern = patterns.get(name);
  if (pattern === undefined) {
    pattern = new RegExp(`\\s(?:[\\w-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
    patterns.set(name, pattern);
  }
  const found = pattern.exec(attributes);
  return found === null ? undefined : decodeEntities(found[1] ?? found[2] ?? '');
}
