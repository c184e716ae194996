const en = {
  search: 'Farmer’s name or phone',
  filters: (count: number): string => (count === 0 ? 'Filters' : `Filters (${count})`),
  found: (found: string, all: string) => `${found} of ${all} orders`,
  clear: 'Clear filters',
  none: 'No orders match',
  noneText: 'None of the orders on these days match the filters.',
  loading: (loaded: string, all: string) => `${loaded} of ${all} orders loaded`,
  state: 'Status',
  sprayer: 'Sprayer',
  crop: 'Crop',
  any: 'Any',
  withoutCrew: 'Without a crew',
};

const vi: typeof en = {
  search: 'Tên hoặc số điện thoại nông dân',
  filters: (count) => (count === 0 ? 'Bộ lọc' : `Bộ lọc (${count})`),
  found: (found, all) => `${found} trong ${all} đơn`,
  clear: 'Bỏ lọc',
  none: 'Không có đơn nào khớp',
  noneText: 'Trong những ngày này không có đơn nào đúng với bộ lọc.',
  loading: (loaded, all) => `Đã tải ${loaded} trong ${all} đơn`,
  state: 'Trạng thái',
  sprayer: 'Thợ phun',
  crop: 'Cây trồng',
  any: 'Tất cả',
  withoutCrew: 'Chưa xếp đội',
};

export const boardFilterWords = { en, vi };
