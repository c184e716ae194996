const en = {
  find: 'Search',
  findAnything: 'Search orders, farmers and pages',
  placeholder: 'Order number, name, phone, place …',
  nothing: 'No results. Try part of the name, the phone number or the place.',
  looking: 'Searching …',
  failed: 'The search is not available at the moment. Try again.',
  orders: 'Orders',
  farmers: 'Farmers',
  pages: 'Pages',
  actions: 'Actions',
  bookForCaller: 'Book for a caller',
  bookFor: (name: string) => `Book for ${name}`,
  ordersOf: (name: string) => `Orders of ${name}`,
  allMatching: (text: string) => `All orders with “${text}”`,
  keyboard: 'Keyboard shortcuts',
  order: (id: number, name: string) => `Order ${id}, ${name}`,
};

const vi: typeof en = {
  find: 'Tìm',
  findAnything: 'Tìm đơn, nông dân hoặc trang',
  placeholder: 'Số đơn, tên, số điện thoại, nơi phun …',
  nothing: 'Không có kết quả. Thử một phần tên, số điện thoại hoặc nơi phun.',
  looking: 'Đang tìm …',
  failed: 'Chưa tìm được lúc này. Xin thử lại.',
  orders: 'Đơn',
  farmers: 'Nông dân',
  pages: 'Trang',
  actions: 'Thao tác',
  bookForCaller: 'Đặt hộ người gọi',
  bookFor: (name) => `Đặt hộ ${name}`,
  ordersOf: (name) => `Các đơn của ${name}`,
  allMatching: (text) => `Mọi đơn có “${text}”`,
  keyboard: 'Phím tắt',
  order: (id, name) => `Đơn ${id}, ${name}`,
};

export const findWords = { en, vi };
