import { unitName } from '../catalog/area-unit-rules.ts';
import { cropName, type Language } from '../catalog/catalog-words.ts';
import { type LunarDate, lunarYearName, toLunar } from '../catalog/lunar-calendar.ts';
import type { PaymentMethod } from '../orders/order.ts';
import type { Bill, BillKind, PriceChange } from './bill.ts';
import { type BillRow, billRowsOf } from './bill-rules.ts';
import type { LedgerMethod } from './payment-rules.ts';

/** The translated and formatted texts of a bill, for the page and the PDF. */
export interface BillSheet {
  language: Language;
  title: string;
  number: string;
  issued: string;
  company: { name: string; lines: string[] };
  farmer: { label: string; name: string; lines: string[] };
  facts: { label: string; value: string }[];
  line: { label: string; value: string }[];
  /** Lines between the price at booking and the total. */
  adjustments: { label: string; value: string }[];
  total: { label: string; value: string };
  state: { tone: 'settled' | 'open' | 'void'; title: string; lines: string[] };
  thanks: string;
}

interface BillTexts {
  locale: string;
  titles: Record<BillKind, string>;
  issued: (date: string) => string;
  taxCode: (code: string) => string;
  labels: { farmer: string; order: string; date: string; lunar: string; time: string; place: string };
  lunar: (date: LunarDate) => string;
  hours: (from: string, to: string) => string;
  columns: { service: string; area: string; price: string; amount: string };
  service: (crop: string) => string;
  area: (amount: string, unit: string) => string;
  total: string;
  sprayed: (sprayed: string, ordered: string) => string;
  otherPayments: string;
  changed: Record<PriceChange['kind'], (reason: string | null) => string>;
  changedLater: Record<PriceChange['kind'], (amount: string, date: string) => string>;
  returned: (amount: string, date: string) => string;
  methods: Record<LedgerMethod, string>;
  paid: (date: string) => string;
  refunded: (date: string) => string;
  due: (amount: string) => string;
  howToPay: Record<PaymentMethod, string>;
  cancelled: string;
  nothingToPay: string;
  reference: (reference: string) => string;
  thanks: string;
}

const words: Record<Language, BillTexts> = {
  en: {
    locale: 'en-GB',
    titles: { receipt: 'Receipt', invoice: 'Invoice' },
    issued: (date) => `Issued on ${date}`,
    taxCode: (code) => `Tax code ${code}`,
    labels: { farmer: 'For', order: 'Order', date: 'Spray date', lunar: 'Lunar date', time: 'Time', place: 'Place' },
    lunar: ({ day, month, leap, year }) => `day ${day} of ${leap ? 'leap ' : ''}month ${month}, ${lunarYearName(year)}`,
    hours: (from, to) => `${from} to ${to}`,
    columns: { service: 'Service', area: 'Area', price: 'Price per unit', amount: 'Amount' },
    service: (crop) => `Crop spraying: ${crop}`,
    area: (amount, unit) => `${amount} ${unit}${amount === '1' ? '' : 's'}`,
    total: 'Total',
    sprayed: (sprayed, ordered) => `Sprayed ${sprayed} of ${ordered}`,
    otherPayments: 'Not part of this payment',
    changed: {
      credit: (reason) => (reason === null ? 'Credit' : `Credit: ${reason}`),
      surcharge: (reason) => (reason === null ? 'Extra charge' : `Extra charge: ${reason}`),
    },
    changedLater: {
      credit: (amount, date) => `Credit of ${amount} on ${date}`,
      surcharge: (amount, date) => `Extra charge of ${amount} on ${date}`,
    },
    returned: (amount, date) => `Of that, ${amount} refunded on ${date}`,
    methods: { cash: 'Paid in cash', transfer: 'Paid by bank transfer', visa: 'Paid by Visa', mastercard: 'Paid by Mastercard' },
    paid: (date) => `Paid on ${date}`,
    refunded: (date) => `Refunded on ${date}`,
    due: (amount) => `To be paid: ${amount}`,
    howToPay: {
      cash: 'In cash, to the crew or at our office.',
      visa: 'By Visa, on the page of your order in the app.',
      mastercard: 'By Mastercard, on the page of your order in the app.',
    },
    cancelled: 'Cancelled',
    nothingToPay: 'The order was cancelled. There is nothing to pay.',
    reference: (reference) => `Reference ${reference}`,
    thanks: 'Thank you for your order.',
  },
  vi: {
    locale: 'vi-VN',
    titles: { receipt: 'Biên nhận thanh toán', invoice: 'Hóa đơn' },
    issued: (date) => `Ngày lập: ${date}`,
    taxCode: (code) => `Mã số thuế ${code}`,
    labels: { farmer: 'Khách hàng', order: 'Đơn số', date: 'Ngày phun', lunar: 'Âm lịch', time: 'Giờ', place: 'Nơi phun' },
    lunar: ({ day, month, leap, year }) => `ngày ${day} tháng ${month}${leap ? ' nhuận' : ''} năm ${lunarYearName(year)}`,
    hours: (from, to) => `${from} đến ${to}`,
    columns: { service: 'Dịch vụ', area: 'Diện tích', price: 'Đơn giá', amount: 'Thành tiền' },
    service: (crop) => `Phun thuốc: ${crop}`,
    area: (amount, unit) => `${amount} ${unit}`,
    total: 'Tổng cộng',
    sprayed: (sprayed, ordered) => `Đã phun ${sprayed} trên ${ordered}`,
    otherPayments: 'Ngoài khoản này',
    changed: {
      credit: (reason) => (reason === null ? 'Giảm tiền' : `Giảm tiền: ${reason}`),
      surcharge: (reason) => (reason === null ? 'Thu thêm' : `Thu thêm: ${reason}`),
    },
    changedLater: {
      credit: (amount, date) => `Giảm ${amount} ngày ${date}`,
      surcharge: (amount, date) => `Thu thêm ${amount} ngày ${date}`,
    },
    returned: (amount, date) => `Trong đó đã hoàn ${amount} ngày ${date}`,
    methods: {
      cash: 'Thanh toán bằng tiền mặt',
      transfer: 'Thanh toán bằng chuyển khoản',
      visa: 'Thanh toán bằng thẻ Visa',
      mastercard: 'Thanh toán bằng thẻ Mastercard',
    },
    paid: (date) => `Đã thanh toán ngày ${date}`,
    refunded: (date) => `Đã hoàn tiền ngày ${date}`,
    due: (amount) => `Cần thanh toán: ${amount}`,
    howToPay: {
      cash: 'Bằng tiền mặt, cho đội phun hoặc tại văn phòng.',
      visa: 'Bằng thẻ Visa, ở trang của đơn trên ứng dụng.',
      mastercard: 'Bằng thẻ Mastercard, ở trang của đơn trên ứng dụng.',
    },
    cancelled: 'Đã hủy',
    nothingToPay: 'Đơn đã hủy. Không phải thanh toán.',
    reference: (reference) => `Mã giao dịch ${reference}`,
    thanks: 'Cảm ơn bà con đã đặt phun.',
  },
};

const clock = (time: string) => time.slice(0, 5);
const present = (lines: readonly (string | null)[]): string[] => lines.filter((line) => line !== null);

/** The texts of a bill in a language, with amounts and numbers exactly as issued. */
export function billSheet(bill: Bill, language: Language): BillSheet {
  const texts = words[language];
  const { company, farmer } = bill;
  const { number, money, day, weekday } = formats(language, bill);
  const amount = money(bill.amount);
  const unit = unitName(language, bill.areaUnit);
  const labelOf = ({ kind, area, note }: BillRow): string => {
    if (kind === 'adjustment') return texts.sprayed(number(area ?? ''), texts.area(number(bill.area), unit));
    return kind === 'credit' || kind === 'surcharge' ? texts.changed[kind](note) : texts.otherPayments;
  };
  return {
    language,
    title: texts.titles[bill.kind],
    number: bill.number,
    issued: texts.issued(day(bill.issuedAt)),
    company: {
      name: company.name,
      lines: present([
        company.address,
        company.taxCode === null ? null : texts.taxCode(company.taxCode),
        present([company.phoneNumber, company.email]).join(' · ') || null,
      ]),
    },
    farmer: { label: texts.labels.farmer, name: farmer.fullName, lines: present([farmer.address, farmer.phoneNumber]) },
    facts: [
      { label: texts.labels.order, value: bill.orderId },
      { label: texts.labels.date, value: weekday(bill.date) },
      { label: texts.labels.lunar, value: texts.lunar(toLunar(bill.date)) },
      { label: texts.labels.time, value: texts.hours(clock(bill.startTime), clock(bill.endTime)) },
      { label: texts.labels.place, value: bill.place },
    ],
    line: [
      { label: texts.columns.service, value: texts.service(cropName(language, bill.crop)) },
      { label: texts.columns.area, value: texts.area(number(bill.area), unit) },
      { label: texts.columns.price, value: money(bill.price) },
      { label: texts.columns.amount, value: money(bill.cost) },
    ],
    adjustments: billRowsOf(bill)
      .filter(({ kind }) => kind !== 'service')
      .map((row) => ({ label: labelOf(row), value: money(row.amount) })),
    total: { label: texts.total, value: amount },
    state: withLaterChanges(stateOf(bill, texts, money, day), bill, texts, { money, day }),
    thanks: texts.thanks,
  };
}

function withLaterChanges(
  state: BillSheet['state'],
  { laterChanges = [] }: Bill,
  texts: BillTexts,
  { money, day }: Pick<Formats, 'money' | 'day'>,
): BillSheet['state'] {
  const lines = laterChanges.map(({ kind, amount, at }) => texts.changedLater[kind](money(amount), day(at)));
  return { ...state, lines: [...state.lines, ...lines] };
}

function stateOf(bill: Bill, texts: BillTexts, money: Formats['money'], day: Formats['day']): BillSheet['state'] {
  const { status, paidAt, refundedAt, method } = bill;
  const reference = bill.reference === null ? null : texts.reference(bill.reference);
  const paid = paidAt === null ? null : texts.paid(day(paidAt));
  if (status === 'paid') {
    const returned = bill.returned === undefined || refundedAt === null ? null : texts.returned(money(bill.returned), day(refundedAt));
    return paid === null
      ? { tone: 'settled', title: texts.due(money('0')), lines: [] }
      : { tone: 'settled', title: paid, lines: present([texts.methods[method], reference, returned]) };
  }
  if (status === 'refunded')
    return {
      tone: 'void',
      title: texts.refunded(refundedAt === null ? '' : day(refundedAt)),
      lines: present([paid, texts.methods[method], reference]),
    };
  if (status === 'cancelled') return { tone: 'void', title: texts.cancelled, lines: [texts.nothingToPay] };
  return { tone: 'open', title: texts.due(money(bill.due ?? bill.amount)), lines: [texts.howToPay[method]] };
}

interface Formats {
  number: (text: string) => string;
  money: (text: string) => string;
  day: (instant: Date) => string;
  weekday: (date: string) => string;
}

// Cached, because creating a formatter costs more than a hundred uses of it.
const kept = new Map<string, Formats>();

function formats(language: Language, { currency, currencyDigits, timeZone }: Bill): Formats {
  const key = [language, currency, currencyDigits, timeZone].join(' ');
  let found = kept.get(key);
  if (found === undefined) {
    found = makeFormats(words[language].locale, currency, currencyDigits, timeZone);
    if (kept.size < 100) kept.set(key, found);
  }
  return found;
}

function makeFormats(locale: string, currency: string, currencyDigits: number, timeZone: string): Formats {
  // All decimals: a bill never rounds.
  const exact = { maximumFractionDigits: 20 };
  const number = new Intl.NumberFormat(locale, exact);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency, minimumFractionDigits: currencyDigits, ...exact });
  const long = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const day = new Intl.DateTimeFormat(locale, { ...long, timeZone });
  const weekday = new Intl.DateTimeFormat(locale, { ...long, weekday: 'long', timeZone: 'UTC' });
  return {
    // Intl.NumberFormat formats decimal text exactly; its types do not declare that yet.
    number: (text) => number.format(text as unknown as number),
    money: (text) => money.format(text as unknown as number),
    day: (instant) => day.format(instant),
    weekday: (date) => weekday.format(new Date(`${date}T00:00:00Z`)),
  };
}
