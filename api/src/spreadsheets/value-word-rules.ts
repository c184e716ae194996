import { cropWords } from '../catalog/crop-word-rules.ts';
import { beeHazardWords } from '../products/product-table-rules.ts';

/** Words of values in exported lists. The import reads both languages. */
export const valueWords = {
  en: {
    role: { farmer: 'Farmer', receptionist: 'Receptionist', sprayer: 'Sprayer', admin: 'Admin' },
    expertise: { apprentice: 'Apprentice', adept: 'Adept', expert: 'Expert' },
    language: { en: 'English', vi: 'Vietnamese' },
    active: { true: 'Active', false: 'Deactivated' },
    archived: { true: 'Archived', false: 'Current' },
    paymentMethod: { cash: 'Cash', visa: 'Visa', mastercard: 'Mastercard' },
    crop: cropWords.en,
    beeHazard: beeHazardWords.en,
  },
  vi: {
    role: { farmer: 'Nông dân', receptionist: 'Văn phòng', sprayer: 'Thợ phun', admin: 'Quản trị' },
    expertise: { apprentice: 'Thợ học việc', adept: 'Thợ lành nghề', expert: 'Thợ bậc cao' },
    language: { en: 'Tiếng Anh', vi: 'Tiếng Việt' },
    active: { true: 'Đang dùng', false: 'Đã khóa' },
    archived: { true: 'Đã cất', false: 'Đang dùng' },
    paymentMethod: { cash: 'Tiền mặt', visa: 'Visa', mastercard: 'Mastercard' },
    crop: cropWords.vi,
    beeHazard: beeHazardWords.vi,
  },
} as const;
export type WordList = keyof typeof valueWords.en;
