import { translateMessage, withLocalDates } from './service-messages.ts';

/** Details of refusals as the service writes them, and their parts. `{}` stands for a part that varies. */
const vi: Record<string, string> = {
  'The order is {}, so you cannot {} now. {}': 'Đơn {} nên lúc này không {} được. {}',
  'The order is {}. {}': 'Đơn {}. {}',
  'What you can do: {}.': 'Có thể: {}.',
  'Nothing more can be done with it.': 'Không còn gì để làm với đơn này.',

  'A browser may sign in and send changes only from our own pages. This page is at {}, but the service expects {}. If {} is its public address, set SWATH_PUBLIC_URL={}.':
    'Chỉ các trang của chính dịch vụ mới được đăng nhập và gửi thay đổi. Trang này ở {}, nhưng dịch vụ chờ {}. Nếu {} là địa chỉ công khai thì đặt SWATH_PUBLIC_URL={}.',
  'A browser may sign in and send changes only from our own pages.': 'Chỉ các trang của chính dịch vụ mới được đăng nhập và gửi thay đổi.',

  // States of an order
  pending: 'chờ xác nhận',
  confirmed: 'đã xác nhận',
  'assigned to a crew': 'đã xếp đội',
  'in progress': 'đang phun',
  'in progress and not reported done yet': 'đang phun, chưa báo xong',
  'reported done and waits for the sign-off by the farmer': 'đã báo phun xong, đang chờ bà con nghiệm thu',
  'reported done and has an open objection': 'đã báo phun xong, còn khiếu nại chưa giải quyết',
  completed: 'đã xong',
  cancelled: 'đã hủy',

  // Actions
  confirm: 'xác nhận',
  'assign a crew': 'xếp đội',
  start: 'bắt đầu',
  finish: 'báo phun xong',
  'report it again': 'báo phun xong lần nữa',
  'sign off': 'nghiệm thu',
  'object to the work': 'khiếu nại',
  'object again': 'khiếu nại lần nữa',
  'resolve an objection': 'giải quyết khiếu nại',
  cancel: 'hủy',
  reschedule: 'dời ngày',
  'decide about the area sprayed': 'quyết định về diện tích đã phun',
  'accept a late report': 'nhận báo cáo gửi muộn',
  'change its details': 'sửa nội dung đơn',
  'rate it': 'đánh giá',
  'add photos of the work': 'thêm ảnh đã phun',
  'add photos to an objection': 'thêm ảnh khiếu nại',

  // What is possible instead
  'You can object once the crew has reported the work done.': 'Khi đội báo phun xong, bà con mới khiếu nại được.',
  'The office will answer your objection. You can sign off the work if it is settled.':
    'Văn phòng sẽ trả lời khiếu nại. Nếu đã giải quyết xong, bà con có thể nghiệm thu.',
  'Work can be objected to within {} hours. Please call the office.': 'Chỉ khiếu nại được trong {} giờ. Xin gọi văn phòng.',
  'There is no open objection. The farmer can object once the work is reported done.':
    'Không có khiếu nại nào. Bà con khiếu nại được khi đội đã báo phun xong.',
  'The farmer signs it off in the app, or tells you the code.': 'Bà con nghiệm thu trên ứng dụng, hoặc đọc mã cho thợ.',
  'The office resolves the objection, or the farmer signs the work off in the app.':
    'Văn phòng giải quyết khiếu nại, hoặc bà con nghiệm thu trên ứng dụng.',
  'You can set the late report aside.': 'Có thể bỏ qua báo cáo gửi muộn này.',
  'You can decide once the crew has reported the work done.': 'Khi đội báo phun xong mới quyết định được.',
  'The area sprayed is the area ordered, or someone has decided about the difference already. Look at the report again.':
    'Diện tích đã phun đúng như đặt, hoặc đã có người quyết định. Xin xem lại báo cáo.',
  'There is no such report, or someone has decided about it already. Look at the order again.':
    'Không có báo cáo này, hoặc đã có người quyết định. Xin xem lại đơn.',
  'Messages can be written up to {} days after the spray. Please call the office.':
    'Chỉ nhắn được trong {} ngày sau khi phun. Xin gọi văn phòng.',
  'You can rate it once it is completed.': 'Đơn xong rồi mới đánh giá được.',
  'A cancelled order is not rated.': 'Đơn đã hủy thì không đánh giá.',
  'You have rated it already. You can add photos to your rating.': 'Bà con đã đánh giá rồi. Có thể thêm ảnh vào đánh giá.',
  'You can add them once the work is reported done.': 'Khi đã báo phun xong mới thêm được.',
  'There is no open objection. Object first, then add photos.': 'Không có khiếu nại nào. Xin khiếu nại trước rồi thêm ảnh.',
  'There is no open objection. Please call the office.': 'Không có khiếu nại nào. Xin gọi văn phòng.',

  // Other details
  'The farmer has objected to the work. The farmer signs it off in the app, or the office resolves the objection first.':
    'Bà con đã khiếu nại. Bà con nghiệm thu trên ứng dụng, hoặc văn phòng giải quyết khiếu nại trước.',
  '{} at {} has just been taken. Please choose another session or date.': '{} lúc {} vừa có người khác đặt. Xin chọn giờ hoặc ngày khác.',
  '{} at {} is closed. Please choose another session or date.': '{} lúc {} nghỉ, không phun. Xin chọn giờ hoặc ngày khác.',
};

const isValue = /^[\d:.-]+$|^https?:\/\/[\w.:[\]-]+$/;

/** A detail of the service in Vietnamese; undefined: there is no translation. */
export function translateDetail(detail: string): string | undefined {
  return translateMessage(vi, detail, translatePart);
}

function translatePart(part: string): string | undefined {
  if (isValue.test(part)) return withLocalDates('vi', part);
  const whole = translateDetail(part);
  if (whole !== undefined) return whole;
  const items = part.split(', ').map((item) => vi[item]);
  return items.every((item) => item !== undefined) ? items.join(', ') : undefined;
}
