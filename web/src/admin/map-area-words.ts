const en = {
  title: 'Map',
  intro: 'Move and zoom the map until it shows where you spray. Maps open here when there is nothing else to show.',
  map: 'Map: shows the area in which you spray',
  use: 'Use this view',
  clear: 'Clear the area',
  saved: 'Maps now open in this area.',
  cleared: 'Maps open at the whole country again.',
  isSet: (from: string, to: string) => `The area is set: from ${from} to ${to}.`,
  notSet: 'No area is set yet: maps open at the whole country.',
};

const vi: typeof en = {
  title: 'Bản đồ',
  intro: 'Dời và phóng bản đồ cho thấy đúng vùng mình phun. Khi chưa có gì để hiện, bản đồ sẽ mở ở vùng này.',
  map: 'Bản đồ: vùng công ty đi phun',
  use: 'Lấy vùng đang thấy',
  clear: 'Bỏ vùng đã chọn',
  saved: 'Từ giờ bản đồ mở ở vùng này.',
  cleared: 'Bản đồ lại mở ra cả nước.',
  isSet: (from, to) => `Đã chọn vùng: từ ${from} đến ${to}.`,
  notSet: 'Chưa chọn vùng: bản đồ mở ra cả nước.',
};

export const mapAreaWords = { en, vi };
