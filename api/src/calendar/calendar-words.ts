import type { Language } from '../catalog/catalog-words.ts';
import { orderStatusWords } from '../orders/order-word-rules.ts';

export interface CalendarWords {
  name: Record<'own' | 'jobs' | 'office', string>;
  summary(crop: string, area: string): string;
  farmer: string;
  phone: string;
  crew: string;
  noCrew: string;
  status: string;
  statuses: Record<'pending' | 'confirmed' | 'assigned' | 'in_progress' | 'completed' | 'cancelled', string>;
}

export const calendarWords: Record<Language, CalendarWords> = {
  en: {
    name: { own: 'Spraying of my fields', jobs: 'My spraying jobs', office: 'Spraying orders' },
    summary: (crop, area) => `Spraying: ${crop}, ${area}`,
    farmer: 'Farmer',
    phone: 'Phone',
    crew: 'Crew',
    noCrew: 'not assigned yet',
    status: 'Status',
    statuses: orderStatusWords.en,
  },
  vi: {
    name: { own: 'Lịch phun ruộng của tôi', jobs: 'Lịch phun của tôi', office: 'Đơn phun' },
    summary: (crop, area) => `Phun: ${crop}, ${area}`,
    farmer: 'Nông dân',
    phone: 'Điện thoại',
    crew: 'Đội phun',
    noCrew: 'chưa phân công',
    status: 'Trạng thái',
    statuses: orderStatusWords.vi,
  },
};
