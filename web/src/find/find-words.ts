const en = {
  find: 'Find',
  findAnything: 'Find an order, a farmer or a page',
  placeholder: 'Order number, name, phone, place …',
  nothing: 'Nothing found. Try a part of the name, the phone number or the place.',
  looking: 'Looking …',
  failed: 'The search does not answer just now.',
  orders: 'Orders',
  farmers: 'Farmers',
  pages: 'Pages',
  actions: 'Actions',
  bookForCaller: 'Book for a caller',
  bookFor: (name: string) => `Book for ${name}`,
  ordersOf: (name: string) => `Orders of ${name}`,
  allMatching: (text: string) => `All orders with “${text}”`,
  keyboard: 'With the keyboard',
  order: (id: number, name: string) => `Order ${id}, ${name}`,
};

const vi: typeof en = {
  find: 'Tìm',
  findAnything: 'Tìm đơn, nông dân hoặc trang',
  placeholder: 'Số đơn, tên, số điện thoại, nơi phun …',
  nothing: 'Không thấy. Thử một phần tên, số điện thoại hoặc nơi phun.',
  looking: 'Đang tìm …',
  failed: 'Chưa tìm được lúc này.',
  orders: 'Đơn',
  farmers: 'Nông dân',
  pages: 'Trang',
  actions: 'Việc',
  bookForCaller: 'Đặt hộ người gọi',
  bookFor: (name) => `Đặt hộ ${name}`,
  ordersOf: (name) => `Các đơn của ${name}`,
  allMatching: (text) => `Mọi đơn có “${text}”`,
  keyboard: 'Dùng bàn phím',
  order: (id, name) => `Đơn ${id}, ${name}`,
};

export const findWords = { en, vi };
