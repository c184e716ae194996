// Takes the screenshots in docs/screenshots: the main pages of each role, on a phone and on a desktop.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './prepare.mjs';
import { chromium as findChromium } from './chromium.mjs';
import { signIn, startDemo } from './demo-service.mjs';

const { chromium } = await import('playwright-core');
const { default: sharp } = await import('sharp');

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'docs', 'screenshots');
const phone = { width: 360, height: 740 };
const desk = { width: 1440, height: 900 };
const pictures = [
  { name: 'sign-in-phone', path: '/', size: phone, language: 'vi' },
  { name: 'farmer-home-phone', email: 'farmer@swath.example', path: '/', size: phone, language: 'vi' },
  { name: 'farmer-book-phone', email: 'farmer@swath.example', path: '/book', size: phone, language: 'vi' },
  { name: 'farmer-home-desk', email: 'farmer2@swath.example', path: '/', size: desk, language: 'en' },
  { name: 'office-board-desk', email: 'receptionist2@swath.example', path: '/', size: desk, language: 'en' },
  { name: 'office-board-desk-dark', email: 'receptionist2@swath.example', path: '/', size: desk, language: 'en', colors: 'dark' },
  { name: 'office-inbox-phone', email: 'receptionist2@swath.example', path: '/inbox', size: phone, language: 'en' },
  { name: 'sprayer-day-phone', email: 'sprayer@swath.example', path: '/', size: phone, language: 'vi' },
  { name: 'sprayer-day-desk', email: 'sprayer@swath.example', path: '/', size: desk, language: 'en' },
  { name: 'admin-figures-desk', email: 'admin@swath.example', path: '/figures', size: desk, language: 'en' },
  { name: 'admin-figures-phone', email: 'admin@swath.example', path: '/figures', size: phone, language: 'en' },
];

mkdirSync(folder, { recursive: true });
const demo = await startDemo();
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
for (const { name, email, path, size, language, colors = 'light' } of pictures) {
  const context = await browser.newContext({
    viewport: size,
    colorScheme: colors,
    locale: language === 'vi' ? 'vi-VN' : 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  if (email !== undefined) await signIn(context, demo.url, email, language);
  const page = await context.newPage();
  await page.goto(demo.url + path);
  await page.locator('h1').first().waitFor();
  await page.waitForLoadState('load');
  await page.waitForTimeout(2500);
  const png = await page.screenshot();
  writeFileSync(join(folder, `${name}.png`), await sharp(png).png({ palette: true, compressionLevel: 9 }).toBuffer());
  console.log(`  ${name}`);
  await context.close();
}
await browser.close();
await demo.stop();
