import { setImmediate as othersFirst } from 'node:timers/promises';
import type { Language } from '../catalog/catalog-words.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import type { Bill } from './bill.ts';
import { type BillSheet, billSheet } from './bill-words.ts';
import { PdfType, type Style } from './pdf-type.ts';

const page = { width: 595.28, height: 841.89 };
const margin = 60;
const right = page.width - margin;
const inner = right - margin;

const ink = '#2a2018';
const quiet = '#6a5c4b';
const leaf = '#2a5f1c';
const hairline = '#d9cfbc';
const tones = {
  settled: { ground: '#eaf2dd', mark: leaf },
  open: { ground: '#f7f0e0', mark: '#7a4d06' },
  void: { ground: '#fbe9e5', mark: '#8c1d10' },
} as const;

const text: Style = { weight: 400, size: 10, color: ink };
const strong: Style = { ...text, weight: 600 };
const small: Style = { ...text, size: 9, color: quiet };
const label: Style = { ...small, weight: 600 };

// One takes some fifty milliseconds of the processor. Whatever else waits gets its turn between two of them.
const drawing = new Semaphore(1).lane(100);

/** A bill as a PDF of one page, A4. */
export function billPdf(bill: Bill, language: Language): Promise<Buffer> {
  return drawing(async () => {
    // Only those who ask for one wait for the library; most starts of the service never need it.
    const { default: PDFDocument } = await import('pdfkit');
    await othersFirst();
    const sheet = billSheet(bill, language);
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      font: '',
      lang: language === 'vi' ? 'vi-VN' : 'en-GB',
      displayTitle: true,
      tagged: true,
      pdfVersion: '1.7',
      info: {
        Title: `${sheet.title} ${sheet.number}`,
        Author: sheet.company.name,
        Keywords: sheet.number,
        Creator: 'Swath',
        CreationDate: bill.issuedAt,
      },
    });
    const bytes = collected(document);
    draw(document, await PdfType.on(document), sheet);
    document.end();
    return bytes;
  });
}

function collected(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}

function draw(document: PDFKit.PDFDocument, type: PdfType, sheet: BillSheet): void {
  const underHead = drawHead(document, type, sheet);
  const below = drawPeople(type, sheet, underHead + 26);
  const underTable = drawTable(document, type, sheet, below + 30);
  drawState(document, type, sheet, underTable + 30);
  drawFoot(document, type, sheet);
}

function drawHead(document: PDFKit.PDFDocument, type: PdfType, { company, title, number, issued }: BillSheet): number {
  type.ornament(() => document.rect(margin, 52, 28, 3).fill(leaf));
  let y = type.write(company.name, { ...strong, size: 14 }, { x: margin, y: 64, width: inner, most: 2, leading: 1.35 });
  y += 2;
  for (const line of company.lines) y = type.write(line, small, { x: margin, y, width: inner, most: 2 });

  const top = Math.max(160, y + 24);
  type.write(title, { ...strong, size: 12, color: leaf }, { x: margin, y: top, width: inner });
  type.write(number, { ...strong, size: 28 }, { x: margin, y: top + 16, width: inner, as: 'H1' });
  return type.write(issued, { ...text, color: quiet }, { x: margin, y: top + 57, width: inner });
}

function drawPeople(type: PdfType, { farmer, facts }: BillSheet, top: number): number {
  const gap = 28;
  const column = 196;
  let y = type.write(farmer.label, label, { x: margin, y: top, width: column, as: 'H2' }) + 1;
  y = type.write(farmer.name, strong, { x: margin, y, width: column, most: 3 });
  for (const line of farmer.lines) y = type.write(line, text, { x: margin, y, width: column, most: 4 });

  const x = margin + column + gap;
  const labels = Math.max(...facts.map((fact) => type.width(fact.label, label))) + 16;
  let factY = top;
  for (const fact of facts) {
    type.write(fact.label, label, { x, y: factY + 0.8, width: labels });
    factY = type.write(fact.value, text, { x: x + labels, y: factY, width: right - x - labels, most: 5 }) + 3;
  }
  return Math.max(y, factY);
}

function drawTable(document: PDFKit.PDFDocument, type: PdfType, { line, total }: BillSheet, top: number): number {
  const pad = 10;
  const widths = [0.29, 0.32, 0.18, 0.21].map((share) => share * inner);
  const rule = (y: number, color: string) =>
    type.ornament(() => document.moveTo(margin, y).lineTo(right, y).lineWidth(0.75).strokeColor(color).stroke());
  const table = type.part('Table');
  const [head, body, foot] = [type.part('TR', table), type.part('TR', table), type.part('TR', table)];
  let x = margin;
  let bottom = top;
  rule(top, ink);
  line.forEach((cell, at) => {
    const width = widths[at] ?? 0;
    const align = at === 0 ? 'left' : 'right';
    const room = { x: at === 0 ? x : x + pad, width: width - pad };
    type.write(cell.label, label, { ...room, y: top + 8, align, as: 'TH', into: head });
    bottom = Math.max(bottom, type.write(cell.value, text, { ...room, y: top + 32, align, most: 4, as: 'TD', into: body }));
    x += width;
  });
  rule(top + 26, hairline);
  rule(bottom + 5, hairline);
  const sum = { x: margin + inner / 3, y: bottom + 13, width: (inner * 2) / 3, align: 'right', as: 'TD', into: foot } as const;
  type.write(total.label, { ...strong, size: 12 }, { x: margin, y: bottom + 17, width: inner / 3, as: 'TD', into: foot });
  type.write(total.value, { ...strong, size: 16 }, sum);
  return bottom + 40;
}

function drawState(document: PDFKit.PDFDocument, type: PdfType, { state }: BillSheet, top: number): void {
  const { ground, mark } = tones[state.tone];
  const pad = 16;
  const height = pad * 2 + 13 * 1.45 + state.lines.length * 10 * 1.45 - 3;
  type.ornament(() => {
    document.roundedRect(margin, top, inner, height, 6).fill(ground);
    document.roundedRect(margin, top, 4, height, 2).fill(mark);
  });
  const room = { x: margin + pad + 4, width: inner - 2 * pad - 4 };
  let y = type.write(state.title, { ...strong, size: 13, color: mark }, { ...room, y: top + pad - 2, as: 'H2' });
  for (const line of state.lines) y = type.write(line, text, { ...room, y });
}

function drawFoot(document: PDFKit.PDFDocument, type: PdfType, { thanks, number }: BillSheet): void {
  const y = page.height - 66;
  type.ornament(() => document.moveTo(margin, y).lineTo(right, y).lineWidth(0.5).strokeColor(hairline).stroke());
  type.write(thanks, small, { x: margin, y: y + 10, width: inner / 2 });
  type.write(number, small, { x: margin + inner / 2, y: y + 10, width: inner / 2, align: 'right' });
}
