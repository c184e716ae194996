import { productColumns } from '../products/product-table-rules.ts';

export const sheetKinds = ['farmers', 'fields', 'orders', 'products', 'staff'] as const;
export type SheetKind = (typeof sheetKinds)[number];

/** A column of a list as a file. The exports write the titles, the import reads them. */
export interface SheetColumn {
  /** Name of the value in code. */
  field: string;
  kind: 'text' | 'number' | 'date';
  en: string;
  vi: string;
  /** Other titles that offices use, in lower case and without accents. */
  synonyms?: readonly string[];
  /** An import without this column is refused. */
  isRequired?: true;
  /** Exported for reading; the import ignores it. */
  isReadOnly?: true;
}

const address = [
  { field: 'street', kind: 'text', en: 'Street', vi: 'Đường, ấp', synonyms: ['address', 'dia chi', 'duong', 'ap', 'so nha', 'thon'] },
  { field: 'city', kind: 'text', en: 'City', vi: 'Xã, huyện', synonyms: ['town', 'district', 'commune', 'xa', 'huyen', 'thanh pho'] },
  { field: 'province', kind: 'text', en: 'Province', vi: 'Tỉnh', synonyms: ['tinh thanh', 'tinh thanh pho', 'state province'] },
  { field: 'postalCode', kind: 'text', en: 'Postcode', vi: 'Mã bưu điện', synonyms: ['postal code', 'zip', 'zip code', 'ma buu chinh'] },
] as const satisfies readonly SheetColumn[];

const phoneWords = ['phone number', 'mobile', 'telephone', 'tel', 'so dien thoai', 'sdt', 'dt', 'di dong', 'so dt', 'dien thoai'];
const emailWords = ['email', 'mail', 'e mail address', 'email address', 'thu dien tu', 'hop thu'];
const nameWords = ['full name', 'ho ten', 'ho va ten', 'ten'];
const farmerWords = [
  ...['farmer name', 'customer', 'customer name', 'owner', 'ten nong dan', 'khach hang', 'ten khach hang', 'chu ruong', 'chu ho'],
  ...['ho ten nong dan', 'nha nong', 'ba con'],
];
const idWords = ['id', 'no', 'nr', 'stt', 'so', 'ma', 'ma so', 'number'];

const person = {
  email: { field: 'email', kind: 'text', en: 'E-mail', vi: 'Email', synonyms: emailWords },
  phone: { field: 'phoneNumber', kind: 'text', en: 'Phone', vi: 'Điện thoại', synonyms: phoneWords },
  language: { field: 'language', kind: 'text', en: 'Language', vi: 'Ngôn ngữ', synonyms: ['lang', 'tieng'] },
  active: { field: 'active', kind: 'text', en: 'Account', vi: 'Tài khoản', isReadOnly: true },
} as const satisfies Record<string, SheetColumn>;

const place = [
  { field: 'latitude', kind: 'number', en: 'Latitude', vi: 'Vĩ độ', synonyms: ['lat'] },
  { field: 'longitude', kind: 'number', en: 'Longitude', vi: 'Kinh độ', synonyms: ['lon', 'lng', 'long'] },
] as const satisfies readonly SheetColumn[];

const cropWords = ['crop type', 'plant', 'loai cay', 'cay', 'giong', 'loai cay trong'];

/** The columns of every kind of list, in the order of the export. */
export const sheetColumns: Record<SheetKind, readonly SheetColumn[]> = {
  farmers: [
    { field: 'id', kind: 'number', en: 'Number', vi: 'Mã nông dân', synonyms: idWords.filter((word) => word !== 'stt') },
    { field: 'fullName', kind: 'text', en: 'Name', vi: 'Họ tên', synonyms: [...nameWords, 'farmer', ...farmerWords], isRequired: true },
    { ...person.phone, isRequired: true },
    person.email,
    ...address,
    person.language,
    person.active,
  ],
  fields: [
    { field: 'id', kind: 'number', en: 'Number', vi: 'Mã ruộng', synonyms: idWords.filter((word) => word !== 'stt') },
    { field: 'farmer', kind: 'text', en: 'Farmer', vi: 'Nông dân', synonyms: [...farmerWords, 'ho ten', 'full name'] },
    { ...person.phone, isRequired: true },
    {
      ...{ field: 'name', kind: 'text', en: 'Field', vi: 'Tên ruộng', isRequired: true },
      synonyms: ['name', 'field name', 'place', 'ruong', 'thua', 'thua ruong', 'ten thua', 'dia diem', 'canh dong', 'ten'],
    },
    ...place.map((column) => ({ ...column, isRequired: true as const })),
    { field: 'crop', kind: 'text', en: 'Crop', vi: 'Cây trồng', synonyms: cropWords },
    { field: 'obstacles', kind: 'text', en: 'Obstacles', vi: 'Vật cản', synonyms: ['obstacle', 'chuong ngai', 'day dien'] },
    { field: 'notes', kind: 'text', en: 'Notes', vi: 'Ghi chú', synonyms: ['note', 'remark', 'remarks', 'comment', 'luu y'] },
    { field: 'area', kind: 'number', en: 'Area', vi: 'Diện tích', synonyms: ['size', 'dt ruong'], isReadOnly: true },
    { field: 'archived', kind: 'text', en: 'State', vi: 'Tình trạng', isReadOnly: true },
  ],
  orders: [
    { field: 'id', kind: 'number', en: 'Number', vi: 'Số đơn', synonyms: ['id', 'order', 'order number', 'ma don', 'don'] },
    {
      ...{ field: 'date', kind: 'date', en: 'Date', vi: 'Ngày', isRequired: true },
      synonyms: ['day', 'spray date', 'ngay phun', 'ngay lam', 'ngay hen'],
    },
    {
      ...{ field: 'start', kind: 'text', en: 'From', vi: 'Từ giờ', isRequired: true },
      synonyms: ['start', 'time', 'start time', 'session', 'hour', 'gio', 'gio phun', 'bat dau', 'gio bat dau', 'ca', 'buoi', 'luc'],
    },
    {
      field: 'end',
      kind: 'text',
      en: 'To',
      vi: 'Đến giờ',
      synonyms: ['end', 'end time', 'until', 'gio xong', 'ket thuc'],
      isReadOnly: true,
    },
    { field: 'farmer', kind: 'text', en: 'Farmer', vi: 'Nông dân', synonyms: [...farmerWords, ...nameWords, 'name'] },
    { ...person.phone, isRequired: true },
    {
      ...{ field: 'location', kind: 'text', en: 'Place', vi: 'Địa điểm', isRequired: true },
      synonyms: ['location', 'field', 'where', 'address', 'ruong', 'noi phun', 'dia chi', 'cho phun', 'ten ruong'],
    },
    ...place.map((column) => ({ ...column, isRequired: true as const })),
    { field: 'crop', kind: 'text', en: 'Crop', vi: 'Cây trồng', synonyms: cropWords, isRequired: true },
    {
      ...{ field: 'area', kind: 'number', en: 'Area', vi: 'Diện tích', isRequired: true },
      synonyms: ['size', 'hectares', 'so cong', 'so sao', 'so ha', 'so mau', 'dien tich phun', 'cong', 'sao', 'mau', 'ha'],
    },
    { field: 'cost', kind: 'number', en: 'Price at booking', vi: 'Giá khi đặt', isReadOnly: true },
    { field: 'orderStatus', kind: 'text', en: 'State', vi: 'Tình trạng', isReadOnly: true },
    { field: 'paymentStatus', kind: 'text', en: 'Payment', vi: 'Thanh toán', isReadOnly: true },
    {
      ...{ field: 'paymentMethod', kind: 'text', en: 'Paid by', vi: 'Cách trả' },
      synonyms: ['payment method', 'pay by', 'hinh thuc thanh toan', 'cach thanh toan', 'tra bang'],
    },
    { field: 'completed', kind: 'date', en: 'Completed on', vi: 'Ngày xong', isReadOnly: true },
    { field: 'crew', kind: 'text', en: 'Crew', vi: 'Đội phun', isReadOnly: true },
  ],
  products: productColumns.map((column) => ({
    ...column,
    ...(productWords()[column.field] === undefined ? {} : { synonyms: productWords()[column.field] }),
    ...(['name', 'authorisationNumber', 'activeIngredients'].includes(column.field) ? { isRequired: true as const } : {}),
  })),
  staff: [
    { field: 'id', kind: 'number', en: 'Number', vi: 'Mã nhân viên', synonyms: idWords.filter((word) => word !== 'stt') },
    { field: 'fullName', kind: 'text', en: 'Name', vi: 'Họ tên', synonyms: [...nameWords, 'employee', 'nhan vien'], isRequired: true },
    { field: 'role', kind: 'text', en: 'Role', vi: 'Vai trò', synonyms: ['job', 'position', 'chuc vu', 'cong viec'], isRequired: true },
    { field: 'expertise', kind: 'text', en: 'Expertise', vi: 'Tay nghề', synonyms: ['level', 'grade', 'bac tho', 'trinh do', 'bac'] },
    person.phone,
    person.email,
    ...address,
    person.language,
    person.active,
  ],
};

function productWords(): Partial<Record<string, readonly string[]>> {
  return {
    name: ['product', 'product name', 'trade name', 'thuoc', 'ten thuong pham'],
    authorisationNumber: ['authorization number', 'registration number', 'so dang ky luu hanh', 'sdk'],
    activeIngredients: ['active ingredient', 'ingredient', 'ten hoat chat'],
    reEntryHours: ['re entry', 'rei'],
    crop: ['crop type', 'cay'],
    target: ['pest', 'disease', 'sau benh', 'dich hai', 'doi tuong'],
    doseUnit: ['dose unit', 'don vi lieu'],
    preHarvestDays: ['phi', 'pre harvest days', 'thoi gian cach ly'],
  };
}

/** Titles of the columns of a kind in one language, as an export writes them. */
export const columnTitles = (kind: SheetKind, language: 'en' | 'vi'): string[] => sheetColumns[kind].map((column) => column[language]);

/** A text as titles and values are compared: lower case, without accents, punctuation and what stands in parentheses. */
export function plainText(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[đĐ]/g, 'd')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The column of the file for each field of a kind, from its titles: undefined if no title fits. A title that is exactly one of the export
 * comes before a synonym, a synonym before a title that contains one, the longest first. A column of the file is used once.
 */
export function guessColumns(kind: SheetKind, titles: readonly string[]): Partial<Record<string, number>> {
  const plain = titles.map(plainText);
  const guessed: Record<string, number> = {};
  const used = new Set<number>();
  const choose = (isMatch: (column: SheetColumn, title: string) => boolean) => {
    for (const column of sheetColumns[kind]) {
      if (guessed[column.field] !== undefined) continue;
      const at = plain.findIndex((title, index) => title !== '' && !used.has(index) && isMatch(column, title));
      if (at < 0) continue;
      guessed[column.field] = at;
      used.add(at);
    }
  };
  choose(({ field, en, vi }, title) => [field, en, vi].some((name) => plainText(name) === title));
  choose(({ synonyms = [] }, title) => synonyms.includes(title));
  const contained = sheetColumns[kind]
    .flatMap(({ field, en, vi, synonyms = [] }) => [plainText(en), plainText(vi), ...synonyms].map((name) => ({ field, name })))
    .filter(({ name }) => name.length >= 4)
    .sort((a, b) => b.name.length - a.name.length);
  for (const { field, name } of contained) choose((column, title) => column.field === field && ` ${title} `.includes(` ${name} `));
  return guessed;
}
