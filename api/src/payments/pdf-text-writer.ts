import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decodeWoff } from './decode-woff.ts';

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
  /** Longer text ends with an ellipsis. */
  maxLines?: number;
  /** Line height as a multiple of the font size. */
  leading?: number;
  /** Structure tag for screen readers; a paragraph by default. */
  tag?: 'H1' | 'H2' | 'P' | 'TH' | 'TD';
  /** Parent structure element; the document by default. */
  parent?: PDFKit.PDFStructureElement;
}

// The font comes as one file per subset, and no single subset has all glyphs of a Vietnamese name.
const subsets = ['latin', 'vietnamese', 'latin-ext'] as const;
type Subset = (typeof subsets)[number];

// PDFKit accepts it, but its types do not declare it.
const columnHeader: object = { scope: 'Column' };

const { resolve } = createRequire(import.meta.url);
const fontFiles = new Map<string, Promise<Buffer>>();

function readFontFile(subset: Subset, weight: Weight): Promise<Buffer> {
  const path = resolve(`@fontsource/be-vietnam-pro/files/be-vietnam-pro-${subset}-${weight}-normal.woff`);
  let file = fontFiles.get(path);
  if (file === undefined) {
    file = readFile(path).then(decodeWoff);
    fontFiles.set(path, file);
    file.catch(() => fontFiles.delete(path));
  }
  return file;
}

/** Writes text into a tagged PDF, each character in a font subset that has its glyph. */
export class PdfTextWriter {
  readonly #document: PDFKit.PDFDocument;
  readonly #fonts = new Map<string, GlyphSet>();
  readonly #root: PDFKit.PDFStructureElement;

  private constructor(document: PDFKit.PDFDocument) {
    this.#document = document;
    this.#root = document.struct('Document');
    document.addStructure(this.#root);
  }

  static async create(document: PDFKit.PDFDocument): Promise<PdfTextWriter> {
    const writer = new PdfTextWriter(document);
    for (const weight of [400, 600] as const) {
      for (const subset of subsets) {
        const name = `${subset} ${weight}`;
        document.registerFont(name, await readFontFile(subset, weight));
      }
    }
    return writer;
  }

  /** Adds a structure element, to be used as the parent of others. */
  element(tag: 'Table' | 'TR', parent = this.#root): PDFKit.PDFStructureElement {
    const element = this.#document.struct(tag);
    parent.add(element);
    return element;
  }

  /** Draws lines and backgrounds as a PDF artifact, which screen readers skip. */
  decoration(draw: () => void): void {
    this.#document.markContent('Artifact', { type: 'Layout' });
    draw();
    this.#document.endMarkedContent();
  }

  /** Writes text into a box and returns the y position of the next line. Reading order is the order of the calls. */
  write(
    text: string,
    style: Style,
    { x, y, width, align = 'left', maxLines = 1, leading = 1.45, tag = 'P', parent = this.#root }: Box,
  ): number {
    const lines = this.#wrapLines(text, style, width, maxLines);
    const content = this.#document.markStructureContent(tag);
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
    parent.add(this.#document.struct(tag, tag === 'TH' ? columnHeader : {}, [content]));
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
    // Fallbacks for a missing glyph: the base letter without diacritics, then a question mark.
    for (const text of [plain, plain.normalize('NFD').charAt(0), '?']) {
      const subset = subsets.find((name) => this.#glyphs(name, weight).hasGlyphForCodePoint(text.codePointAt(0) ?? 0));
      if (subset !== undefined) return { font: `${subset} ${weight}`, text };
    }
    return { font: `latin ${weight}`, text: ' ' };
  }

  #glyphs(subset: Subset, weight: Weight): GlyphSet {
    const name = `${subset} ${weight}`;
    let glyphs = this.#fonts.get(name);
    if (glyphs === undefined) {
      // PDFKit has no public method to find out which glyphs a font has.
      glyphs = (this.#document.font(name) as unknown as { _font: { font: GlyphSet } })._font.font;
      this.#fonts.set(name, glyphs);
    }
    return glyphs;
  }

  #wrapLines(text: string, style: Style, width: number, maxLines: number): string[] {
    const lines = [''];
    for (const word of text.split(/\s+/).flatMap((part) => this.#splitWord(part, style, width))) {
      const longer = lines.at(-1) === '' ? word : `${lines.at(-1)} ${word}`;
      if (this.width(longer, style) <= width) lines[lines.length - 1] = longer;
      else lines.push(word);
      if (lines.length > maxLines) break;
    }
    if (lines.length <= maxLines) return lines;
    let last = lines[maxLines - 1] ?? '';
    while (last !== '' && this.width(`${last}…`, style) > width) last = last.slice(0, -1);
    return [...lines.slice(0, maxLines - 1), `${last}…`];
  }

  /** Splits a word that is wider than the box. */
  #splitWord(word: string, style: Style, width: number): string[] {
    if (this.width(word, style) <= width) return [word];
    const pieces = [''];
    for (const character of word) {
      if (this.width(pieces.at(-1) + character, style) > width) pieces.push('');
      pieces[pieces.length - 1] += character;
    }
    return pieces;
  }
}

interface GlyphSet {
  hasGlyphForCodePoint(codePoint: number): boolean;
}
