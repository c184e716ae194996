import { unitName, unitOfOrder } from '../catalog/area-unit-rules.ts';
import { cropName, type Language } from '../catalog/catalog-words.ts';

export interface FormattedOrder {
  when: string;
  crop: string;
  area: string;
  cost: string;
}

// Cached, because creating a formatter costs more than the rest of a message.
const formatters = new Map<string, ReturnType<typeof createFormatters>>();

function createFormatters(language: Language, currency: string, currencyDigits: number) {
  const locale = language === 'vi' ? 'vi-VN' : 'en-GB';
  return {
    day: new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
    area: new Intl.NumberFormat(locale, { maximumFractionDigits: 4 }),
    cost: new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: currencyDigits }),
  };
}

function formattersFor(language: Language, currency: string, currencyDigits: number) {
  const key = `${language} ${currency} ${currencyDigits}`;
  let found = formatters.get(key);
  if (found === undefined) {
    found = createFormatters(language, currency, currencyDigits);
    formatters.set(key, found);
  }
  return found;
}

interface Formatting {
  areaUnit: string;
  currency: string;
  currencyDigits: number;
}

interface AreaOfOrder {
  area: string;
  areaUnit?: string | null | undefined;
}

/** An area with its unit in the recipient's language. Without a unit, it is in the company's. */
export function formatArea(language: Language, { area, areaUnit }: AreaOfOrder, company: Formatting): string {
  const amount = formattersFor(language, company.currency, company.currencyDigits).area.format(Number(area));
  return `${amount} ${unitName(language, unitOfOrder(areaUnit, company.areaUnit), Number(area))}`;
}

/** Date, crop, area and cost in the recipient's language. */
export function formatOrder(
  language: Language,
  order: AreaOfOrder & { date: string; startTime: string; crop: string; cost: string },
  company: Formatting,
): FormattedOrder {
  const format = formattersFor(language, company.currency, company.currencyDigits);
  const day = format.day.format(new Date(`${order.date}T00:00:00Z`));
  const time = order.startTime.slice(0, 5);
  return {
    when: language === 'vi' ? `${time} ${day}` : `${day}, ${time}`,
    crop: cropName(language, order.crop),
    area: formatArea(language, order, company),
    cost: format.cost.format(order.cost as unknown as number),
  };
}
