import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Language } from '../catalog/catalog-words.ts';
import { Semaphore } from '../platform/concurrency/semaphore.ts';
import { PdfTextWriter } from './pdf-text-writer.ts';

// Drawing takes about 50 ms of CPU time: one at a time, so that other requests run in between.
const drawing = new Semaphore(1).lane(100);

export interface PdfInfo {
  title: string;
  number: string;
  author?: string;
  createdAt: Date;
}

/** An accessible PDF on A4 without margins. */
export function drawPdf(
  { title, number, author, createdAt }: PdfInfo,
  language: Language,
  draw: (document: PDFKit.PDFDocument, writer: PdfTextWriter) => void,
): Promise<Buffer> {
  return drawing(async () => {
    // Loaded on first use: most processes never draw a PDF.
    const { default: PDFDocument } = await import('pdfkit');
    await yieldToEventLoop();
    const document = new PDFDocument({
      size: 'A4',
      margin: 0,
      font: '',
      lang: language === 'vi' ? 'vi-VN' : 'en-GB',
      displayTitle: true,
      tagged: true,
      pdfVersion: '1.7',
      info: {
        Title: `${title} ${number}`,
        ...(author === undefined ? {} : { Author: author }),
        Keywords: number,
        Creator: 'Swath',
        CreationDate: createdAt,
      },
    });
    const bytes = collectBytes(document);
    draw(document, await PdfTextWriter.create(document));
    document.end();
    return bytes;
  });
}

function collectBytes(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
}
