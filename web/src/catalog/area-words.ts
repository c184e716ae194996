const en = {
  area: (unit: string) => `Area in ${unit}${unit === 'decare' ? 's' : ''}`,
  less: 'Less',
  more: 'More',
  wrong: 'At least 1, at most 1,000,000.',
  crop: 'Crop',
};

const vi: typeof en = {
  area: (unit) => `Diện tích (${unit})`,
  less: 'Bớt',
  more: 'Thêm',
  wrong: 'Từ 1 đến 1.000.000.',
  crop: 'Loại cây',
};

export const areaWords = { en, vi };
