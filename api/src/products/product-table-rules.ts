import type { Product } from './product.ts';

/** Columns of a product file: one row for each use, with the fields of the product repeated. */
export const productColumns = [
  { field: 'name', kind: 'text', en: 'Name', vi: 'Tên thuốc' },
  { field: 'authorisationNumber', kind: 'text', en: 'Authorisation number', vi: 'Số đăng ký' },
  { field: 'activeIngredients', kind: 'text', en: 'Active ingredients', vi: 'Hoạt chất' },
  { field: 'reEntryHours', kind: 'number', en: 'Re-entry hours', vi: 'Giờ cách ly vào ruộng' },
  { field: 'rainFastHours', kind: 'number', en: 'Rain-fast hours', vi: 'Giờ không mưa' },
  { field: 'beeHazard', kind: 'text', en: 'Danger for bees', vi: 'Độc với ong' },
  { field: 'bufferMetres', kind: 'number', en: 'Buffer metres', vi: 'Khoảng cách an toàn (m)' },
  { field: 'withdrawnOn', kind: 'date', en: 'Withdrawn on', vi: 'Ngừng dùng từ ngày' },
  { field: 'crop', kind: 'text', en: 'Crop', vi: 'Cây trồng' },
  { field: 'target', kind: 'text', en: 'Target', vi: 'Đối tượng trừ' },
  { field: 'doseMin', kind: 'number', en: 'Smallest dose', vi: 'Liều thấp nhất' },
  { field: 'doseMax', kind: 'number', en: 'Largest dose', vi: 'Liều cao nhất' },
  { field: 'doseUnit', kind: 'text', en: 'Unit', vi: 'Đơn vị' },
  { field: 'waterRate', kind: 'number', en: 'Water litres per hectare', vi: 'Lượng nước (lít/ha)' },
  { field: 'maxApplications', kind: 'number', en: 'Most applications in a season', vi: 'Số lần tối đa mỗi vụ' },
  { field: 'preHarvestDays', kind: 'number', en: 'Days to harvest', vi: 'Ngày cách ly thu hoạch' },
] as const;

export const beeHazardWords = {
  en: { none: 'None', moderate: 'Moderate', high: 'High' },
  vi: { none: 'Không', moderate: 'Vừa', high: 'Cao' },
} as const;

/** Rows of a file that the import finds the same. `cropNames`: names of crops by id. */
export function productRows(
  products: readonly Product[],
  cropNames: ReadonlyMap<string, string>,
  language: 'en' | 'vi',
): (string | null)[][] {
  const shown = (value: number | string | null) => (value === null ? null : String(value));
  return products.flatMap((product) => {
    const { beeHazard } = product;
    const head = [
      ...[product.name, product.authorisationNumber, product.activeIngredients, shown(product.reEntryHours), shown(product.rainFastHours)],
      ...[beeHazard === null ? null : beeHazardWords[language][beeHazard], shown(product.bufferMetres), product.withdrawnOn],
    ];
    if (product.uses.length === 0) return [[...head, ...Array.from({ length: 8 }, () => null)]];
    return product.uses.map((use) => [
      ...head,
      ...[cropNames.get(use.cropId) ?? null, use.target, shown(use.doseMin), shown(use.doseMax), use.doseUnit],
      ...[shown(use.waterRate), shown(use.maxApplications), shown(use.preHarvestDays)],
    ]);
  });
}
