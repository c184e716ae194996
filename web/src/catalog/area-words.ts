const en = {
  area: (unit: string) => `Area in ${unit}${unit === 'decare' ? 's' : ''}`,
  less: 'Less',
  more: 'More',
  wrong: 'Enter an area from 1 to 1,000,000.',
  crop: 'Crop',
};

const vi: typeof en = {
  area: (unit) => `Diện tích (${unit})`,
  less: 'Bớt',
  more: 'Thêm',
  wrong: 'Nhập diện tích từ 1 đến 1.000.000.',
  crop: 'Cây trồng',
};

export const areaWords = { en, vi };
