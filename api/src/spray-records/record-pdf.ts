import type { Language } from '../catalog/catalog-words.ts';
import { drawPdf } from '../payments/draw-pdf.ts';
import type { PdfTextWriter, Style } from '../payments/pdf-text-writer.ts';
import type { RecordSheet, SheetRow } from './record-sheet.ts';

const page = { width: 595.28, height: 841.89 };
const margin = 60;
const inner = page.width - 2 * margin;
const labelWidth = 150;
const bottom = page.height - 70;

const ink = '#2a2018';
const leaf = '#2a5f1c';
const warning = '#7a4d06';
const hairline = '#d9cfbc';
const text: Style = { weight: 400, size: 10, color: ink };
const label: Style = { weight: 600, size: 9, color: '#6a5c4b' };

/** A record as a PDF, A4. */
export function recordPdf(sheet: RecordSheet, language: Language, madeAt: Date): Promise<Buffer> {
  const { title, number } = sheet;
  return drawPdf({ title, number, createdAt: madeAt }, language, (document, writer) => draw(document, writer, sheet));
}

function draw(document: PDFKit.PDFDocument, writer: PdfTextWriter, sheet: RecordSheet): void {
  writer.decoration(() => document.rect(margin, 52, 28, 3).fill(leaf));
  writer.write(sheet.title, { ...text, weight: 600, size: 12, color: leaf }, { x: margin, y: 64, width: inner });
  writer.write(sheet.number, { ...text, weight: 600, size: 26 }, { x: margin, y: 80, width: inner, tag: 'H1' });
  let y = writer.write(sheet.subtitle, text, { x: margin, y: 118, width: inner, maxLines: 2 });
  const stateColor = sheet.isComplete ? leaf : warning;
  y = writer.write(sheet.state, { ...text, weight: 600, color: stateColor }, { x: margin, y: y + 4, width: inner, maxLines: 3 }) + 10;
  for (const section of [...sheet.sections, sheet.foot]) y = drawSection(document, writer, section, y);
}

function drawSection(document: PDFKit.PDFDocument, writer: PdfTextWriter, section: readonly SheetRow[], top: number): number {
  let y = top;
  writer.decoration(() =>
    document
      .moveTo(margin, y)
      .lineTo(margin + inner, y)
      .lineWidth(0.5)
      .strokeColor(hairline)
      .stroke(),
  );
  y += 8;
  for (const row of section) {
    if (y > bottom) {
      document.addPage();
      y = margin;
    }
    writer.write(row.label, label, { x: margin, y: y + 0.8, width: labelWidth - 12, maxLines: 3 });
    y = writer.write(row.value, text, { x: margin + labelWidth, y, width: inner - labelWidth, maxLines: 8 }) + 4;
  }
  return y + 6;
}
