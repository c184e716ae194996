import type { Language } from '../catalog/catalog-words.ts';
import type { Bill } from './bill.ts';
import { type BillSheet, billSheet } from './bill-texts.ts';
import { drawPdf } from './draw-pdf.ts';
import type { PdfTextWriter, Style } from './pdf-text-writer.ts';

const page = { width: 595.28, height: 841.89 };
const margin = 60;
const right = page.width - margin;
const inner = right - margin;

const ink = '#2a2018';
const muted = '#6a5c4b';
const leaf = '#2a5f1c';
const hairline = '#d9cfbc';
const tones = {
  settled: { background: '#eaf2dd', accent: leaf },
  open: { background: '#f7f0e0', accent: '#7a4d06' },
  void: { background: '#fbe9e5', accent: '#8c1d10' },
} as const;

const text: Style = { weight: 400, size: 10, color: ink };
const strong: Style = { ...text, weight: 600 };
const small: Style = { ...text, size: 9, color: muted };
const label: Style = { ...small, weight: 600 };

/** A bill as a PDF of one page, A4. */
export function billPdf(bill: Bill, language: Language): Promise<Buffer> {
  const sheet = billSheet(bill, language);
  const { title, number, company } = sheet;
  return drawPdf({ title, number, author: company.name, createdAt: bill.issuedAt }, language, (document, writer) =>
    draw(document, writer, sheet),
  );
}

function draw(document: PDFKit.PDFDocument, writer: PdfTextWriter, sheet: BillSheet): void {
  const headBottom = drawHead(document, writer, sheet);
  const peopleBottom = drawPeople(writer, sheet, headBottom + 26);
  const tableBottom = drawTable(document, writer, sheet, peopleBottom + 30);
  drawState(document, writer, sheet, tableBottom + 30);
  drawFoot(document, writer, sheet);
}

function drawHead(document: PDFKit.PDFDocument, writer: PdfTextWriter, { company, title, number, issued }: BillSheet): number {
  writer.decoration(() => document.rect(margin, 52, 28, 3).fill(leaf));
  let y = writer.write(company.name, { ...strong, size: 14 }, { x: margin, y: 64, width: inner, maxLines: 2, leading: 1.35 });
  y += 2;
  for (const line of company.lines) y = writer.write(line, small, { x: margin, y, width: inner, maxLines: 2 });

  const top = Math.max(160, y + 24);
  writer.write(title, { ...strong, size: 12, color: leaf }, { x: margin, y: top, width: inner });
  writer.write(number, { ...strong, size: 28 }, { x: margin, y: top + 16, width: inner, tag: 'H1' });
  return writer.write(issued, { ...text, color: muted }, { x: margin, y: top + 57, width: inner });
}

function drawPeople(writer: PdfTextWriter, { farmer, facts }: BillSheet, top: number): number {
  const gap = 28;
  const column = 196;
  let y = writer.write(farmer.label, label, { x: margin, y: top, width: column, tag: 'H2' }) + 1;
  y = writer.write(farmer.name, strong, { x: margin, y, width: column, maxLines: 3 });
  for (const line of farmer.lines) y = writer.write(line, text, { x: margin, y, width: column, maxLines: 4 });

  const x = margin + column + gap;
  const labels = Math.max(...facts.map((fact) => writer.width(fact.label, label))) + 16;
  let factY = top;
  for (const fact of facts) {
    writer.write(fact.label, label, { x, y: factY + 0.8, width: labels });
    factY = writer.write(fact.value, text, { x: x + labels, y: factY, width: right - x - labels, maxLines: 5 }) + 3;
  }
  return Math.max(y, factY);
}

function drawTable(document: PDFKit.PDFDocument, writer: PdfTextWriter, { line, adjustments, total }: BillSheet, top: number): number {
  const pad = 10;
  const widths = [0.29, 0.32, 0.18, 0.21].map((share) => share * inner);
  const rule = (y: number, color: string) =>
    writer.decoration(() => document.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke());
  const table = writer.element('Table');
  const [head, body] = [writer.element('TR', table), writer.element('TR', table)];
  let x = margin;
  let bottom = top;
  rule(top, ink);
  line.forEach((cell, at) => {
    const width = widths[at] ?? 0;
    const align = at === 0 ? 'left' : 'right';
    const room = { x: at === 0 ? x : x + pad, width: width - pad };
    writer.write(cell.label, label, { ...room, y: top + 8, align, tag: 'TH', parent: head });
    bottom = Math.max(bottom, writer.write(cell.value, text, { ...room, y: top + 32, align, maxLines: 4, tag: 'TD', parent: body }));
    x += width;
  });
  rule(top + 26, hairline);
  for (const row of adjustments) {
    const parent = writer.element('TR', table);
    const y = bottom + 6;
    const labelBottom = writer.write(row.label, text, { x: margin, y, width: inner * 0.6, maxLines: 4, tag: 'TD', parent });
    const amount = { x: margin + inner * 0.6, y, width: inner * 0.4 - pad, align: 'right', tag: 'TD', parent } as const;
    bottom = Math.max(labelBottom, writer.write(row.value, text, amount));
  }
  rule(bottom + 5, hairline);
  const foot = writer.element('TR', table);
  const sum = { x: margin + inner / 3, y: bottom + 13, width: (inner * 2) / 3, align: 'right', tag: 'TD', parent: foot } as const;
  writer.write(total.label, { ...strong, size: 12 }, { x: margin, y: bottom + 17, width: inner / 3, tag: 'TD', parent: foot });
  writer.write(total.value, { ...strong, size: 16 }, sum);
  return bottom + 40;
}

function drawState(document: PDFKit.PDFDocument, writer: PdfTextWriter, { state }: BillSheet, top: number): void {
  const { background, accent } = tones[state.tone];
  const pad = 16;
  const height = pad * 2 + 13 * 1.45 + state.lines.length * 10 * 1.45 - 3;
  writer.decoration(() => {
    document.roundedRect(margin, top, inner, height, 6).fill(background);
    document.roundedRect(margin, top, 4, height, 2).fill(accent);
  });
  const room = { x: margin + pad + 4, width: inner - 2 * pad - 4 };
  let y = writer.write(state.title, { ...strong, size: 13, color: accent }, { ...room, y: top + pad - 2, tag: 'H2' });
  for (const line of state.lines) y = writer.write(line, text, { ...room, y });
}

function drawFoot(document: PDFKit.PDFDocument, writer: PdfTextWriter, { thanks, number }: BillSheet): void {
  const y = page.height - 66;
  writer.decoration(() => document.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).strokeColor(hairline).stroke());
  writer.write(thanks, small, { x: margin, y: y + 10, width: inner / 2 });
  writer.write(number, small, { x: margin + inner / 2, y: y + 10, width: inner / 2, align: 'right' });
}
