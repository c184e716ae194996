import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { unwrapWoff } from './woff.ts';

export type Weight = 400 | 600;

export interface Style {
  weight: Weight;
  size: number;
  color: string;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  align?: 'left' | 'right';
  /** What does not fit into so many lines ends with an ellipsis. */
  most?: number;
  /** Added to every line, for letters that stand wide. */
  leading?: number;
  /** What a screen reader takes it for; a paragraph if left out. */
  as?: 'H1' | 'H2' | 'P' | 'TH' | 'TD';
  /** What it is part of; of the document itself if left out. */
  into?: PDFKit.PDFStructureElement;
}

// The family comes as one file for each group of letters, and no single file has all that a Vietnamese name needs.
const groups = ['latin', 'vietnamese', 'latin-ext'] as const;
type Group = (typeof groups)[number];

// The library takes it, though its types do not say so.
const headOfColumn: object = { scope: 'Column' };

const { resolve } = createRequire(import.meta.url);
const files = new Map<string, Promise<Buffer>>();

function fontFile(group: Group, weight: Weight): Promise<Buffer> {
  const path = resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${group}-${weight}-normal.woff`);
  let file = files.get(path);
  if (file === undefined) {
    file = readFile(path).then(unwrapWoff);
    files.set(path, file);
    file.catch(() => files.delete(path));
  }
  return file;
}

/** Sets text in a PDF, each letter from the file that has it. */
export class PdfType {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts = new Map<string, Letters>();
  readonly #root: PDFKit.PDFStructureElement;

  private constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  static async on(document: PDFKit.PDFDocument): Promise<PdfType> {
    const type = new PdfType(document);
    for (const weight of [400, 600] as const) {
      for (const group of groups) {
        const name = `${group} ${weight}`;
        document.registerFont(name, await fontFile(group, weight));
      }
    }
    return type;
  }

  /** A part of the document, or of another part, that what is written can be put into. */
  part(tag: 'Table' | 'TR', into = this.#root): PDFKit.PDFStructureElement {
    const element = this.#document.struct(tag);
    into.add(element);
    return element;
  }

  /** Lines and grounds, which say nothing to whoever hears the page read out. */
  ornament(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }

  /** Writes into a box and answers with where the next line would begin. What is written first is read out first. */
  write(text: string, style: Style, { x, y, width, align = 'left', most = 1, leading = 1.45, as = 'P', into = this.#root }: Box): number {
    const lines = this.#lines(text, style, width, most);
    const content = this.#document.markStructureContent(as);
    this.#document.fillColor(style.color);
    lines.forEach((line, at) => {
      let left = align === 'left' ? x : x + width - this.width(line, style);
      for (const run of this.#runs(line, style)) {
        this.#document.font(run.font).fontSize(style.size);
        this.#document.text(run.text, left, y + at * style.size * leading, { lineBreak: false });
        left += this.#document.widthOfString(run.text);
      }
    });
    this.#document.endMarkedContent();
    into.add(this.#document.struct(as, as === 'TH' ? headOfColumn : {}, [content]));
    return y + lines.length * style.size * leading;
  }

  width(text: string, style: Style): number {
    return this.#runs(text, style).reduce(
      (sum, run) => sum + this.#document.font(run.font).fontSize(style.size).widthOfString(run.text),
      0,
    );
  }

  #runs(text: string, { weight }: Style): { font: string; text: string }[] {
    const runs: { font: string; text: string }[] = [];
    for (const character of text.normalize('NFC')) {
      const found = this.#fontFor(character, weight);
      const last = runs.at(-1);
      if (last?.font === found.font) last.text += found.text;
      else runs.push(found);
    }
    return runs;
  }

  #fontFor(character: string, weight: Weight): { font: string; text: string } {
    const plain = /\s/.test(character) ? ' ' : character;
    // A letter that nobody drew is written without its marks, or at least not left out unseen.
    for (const text of [plain, plain.normalize('NFD').charAt(0), '?']) {
      const group = groups.find((name) => this.#letters(name, weight).hasGlyphForCodePoint(text.codePointAt(0) ?? 0));
      if (group !== undefined) return { font: `${group} ${weight}`, text };
    }
    return { font: `latin ${weight}`, text: ' ' };
  }

  #letters(group: Group, weight: Weight): Letters {
    const name = `${group} ${weight}`;
    let letters = this.#fonts.get(name);
    if (letters === undefined) {
      // The library has no other way to ask a font which letters are in it.
      letters = (this.#document.font(name) as unknown as { _font: { font: Letters } })._font.font;
      this.#fonts.set(name, letters);
    }
    return letters;
  }

  #lines(text: string, style: Style, width: number, most: number): string[] {
    const lines = [''];
    for (const word of text.split(/\s+/).flatMap((part) => this.#pieces(part, style, width))) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
      if (this.width(longer, style) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
      if (lines.length > most) break;
    }
    if (lines.length <= most) return lines;
    let last = lines[most - 1] ?? '';
    while (last !== '' && this.width(`${last}…`, style) > width) last = last.slice(0, -1);
    return [...lines.slice(0, most - 1), `${last}…`];
  }

  /** A word that is wider than the box, in pieces that are not. */
  #pieces(word: string, style: Style, width: number): string[] {
    if (this.width(word, style) <= width) return [word];
    const pieces = [''];
    for (const character of word) {
      if (this.width(pieces.at(-1) + character, style) > width) pieces.push('');
      pieces[pieces.length - 1] += character;
    }
    return pieces;
  }
}

interface Letters {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
