// Number of orders per day. The weeks around today are the same for every size; only the past grows. Today is in the low season; half a
// year ago all sessions were full.

const maxOrdersAroundToday = 1500;
const presentFrom = -14;
const presentTo = 45;

/** Enough sprayers for the fullest session, in pairs. */
export const sprayersFor = (orders) => 160 * Math.max(1, Math.ceil(orders / 1_000_000));
export const receptionists = 8;
export const farmersFor = (orders) => Math.max(200, Math.round(orders / 50));

/** Groups of days, each small enough for one transaction, oldest first: `ahead` days from today, `orders` per day, `first` id, and `size`. */
export function planDays(orders, chunk = 25_000) {
  const present = Math.min(maxOrdersAroundToday, Math.round(orders * 0.3));
  const years = Math.min(10, Math.ceil(orders / 100_000));
  const days = [
    ...spread(range(-365 * years, presentFrom - 1), season, orders - present),
    ...spread(range(presentFrom, presentTo), (ahead) => (ahead <= 0 ? 30 : 36 * (1 - ahead / 60)), present),
  ];
  const groups = [];
  let next = 1;
  for (const { ahead, count } of days) {
    if (groups.length === 0 || groups.at(-1).size + count > chunk) groups.push({ ahead: [], orders: [], first: next, size: 0 });
    const group = groups.at(-1);
    group.ahead.push(ahead);
    group.orders.push(count);
    group.size += count;
    next += count;
  }
  return groups;
}

/** Two months of high season; an eighth of that in the low season. */
const season = (ahead) => Math.min(1, 0.62 - 0.5 * Math.cos((2 * Math.PI * ahead) / 365));

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Integers in these proportions with an exact sum. */
function spread(days, weight, total) {
  const whole = days.reduce((sum, ahead) => sum + weight(ahead), 0);
  let before = 0;
  let sum = 0;
  return days.map((ahead) => {
    sum += weight(ahead);
    const until = Math.round((total * sum) / whole);
    const count = until - before;
    before = until;
    return { ahead, count };
  });
}

const surnames = 'Nguyễn Trần Lê Phạm Huỳnh Phan Vũ Võ Đặng Bùi Đỗ Hồ Ngô Dương Lý'.split(' ');
const middles = 'Văn Thị Hữu Đức Minh Thanh Ngọc Quốc Công Xuân Hoàng Kim Thành Tấn Phước Bảo Gia Trung Tuấn Hồng'.split(' ');
const givens = (
  'An Bình Châu Chiến Cường Danh Diễm Dũng Đạt Đông Giang Hà Hạnh Hải Hiếu Hòa Hùng Huệ Khánh Khoa Kiên Lan Lành Liên Linh Loan Long Lộc Lợi Lúa ' +
  'Mai Mẫn Mận Nam Nga Nghĩa Nhàn Nhung Oanh Phát Phong Phú Phượng Quang Quyên Sáng Sen Sơn Tài Tâm Tân Thắm Thắng Thảo Thu Thủy Tiến Toàn Trà Trí Tùng Tuyết Út Vinh Xuyến Yến'
).split(' ');
const fields = ['Ruộng sau đình', 'Ruộng cạnh kênh', 'Vườn đầu ấp', 'Rẫy ven sông', 'Ruộng gò', 'Vườn sau nhà', 'Ruộng trũng'];
const communes = (
  'Long Điền A,Long Điền B,Long Giang,Mỹ An,Mỹ Hiệp,Mỹ Hội Đông,Mỹ Luông,Nhơn Mỹ,Kiến An,Kiến Thành,Bình Phước Xuân,Hội An,Hòa An,Hòa Bình,An Thạnh Trung,Tấn Mỹ,' +
  'Phú Thuận,Vĩnh Chánh,Vĩnh Trạch,Tây Phú,Thoại Giang,Vọng Đông,Vọng Thê,Óc Eo,Định Mỹ,Định Thành,Phú Hòa,An Bình,Bình Thành,Mỹ Phú Đông'
).split(',');

export const words = { surnames, middles, givens, fields, communes };
