import { translateMessage, withLocalDates } from './service-messages.ts';

/** Details of refusals as the service writes them, and their parts. `{}` stands for a part that varies, `{name}` for names that people have. */
const vi: Record<string, string> = {
  'The order is {}, so you cannot {} now. {}': 'Đơn {} nên lúc này không {} được. {}',
  'The order is {}. {}': 'Đơn {}. {}',
  'What you can do: {}.': 'Có thể: {}.',
  'This order has no crew, and who reported it has another order in its session. Change one of them first.':
    'Đơn này chưa có đội phun, mà người báo lại đang có đơn khác trong cùng khung giờ. Đổi một trong hai đơn trước đã.',
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
  'withdraw an objection': 'rút khiếu nại',
  'take back the start': 'hủy lần bấm bắt đầu',
  'mark it as not sprayed': 'ghi là chưa phun được',
  cancel: 'hủy',
  reschedule: 'dời ngày',
  'decide about the area sprayed': 'quyết định về diện tích đã phun',
  'accept a late report': 'nhận báo cáo gửi muộn',
  'change its details': 'sửa nội dung đơn',
  'rate it': 'đánh giá',
  'add photos of the work': 'thêm ảnh đã phun',
  'add photos to an objection': 'thêm ảnh khiếu nại',
  'add photos of the field': 'thêm ảnh ruộng',

  // What is possible instead
  'You can object once the crew has reported the work done.': 'Khi đội báo phun xong, bà con mới khiếu nại được.',
  'The office will answer your objection. You can sign off the work if it is settled.':
    'Văn phòng sẽ trả lời khiếu nại. Nếu đã giải quyết xong, bà con có thể nghiệm thu.',
  'The office will answer your objection. You can withdraw it if it is settled.':
    'Văn phòng sẽ trả lời khiếu nại. Nếu đã giải quyết xong, bà con có thể rút khiếu nại.',
  'Completed work can be objected to within {} days. Please call the office.':
    'Đơn đã hoàn tất chỉ khiếu nại được trong {} ngày. Xin gọi văn phòng.',
  'There is no open objection.': 'Không có khiếu nại nào.',
  'Only the one who started can take it back.': 'Chỉ người đã bấm bắt đầu mới hủy được.',
  'That is possible for {} minutes. Report the work, or mark it as not sprayed.':
    'Chỉ hủy được trong {} phút. Xin báo phun xong, hoặc ghi là chưa phun được.',
  'The crew has reported the work done. Please call the office.': 'Đội đã báo phun xong. Xin gọi văn phòng.',
  'You can add them once you have marked the job as not sprayed.': 'Báo chưa phun được rồi mới thêm ảnh được.',
  'This spray is on {}. It can be marked as not sprayed on its day.': 'Lần phun này vào ngày {}. Tới ngày đó mới ghi chưa phun được.',
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
  '{} at {} is closed ({name}). Please choose another session or date.':
    '{} lúc {} nghỉ, không phun ({name}). Xin chọn giờ hoặc ngày khác.',
  'This session is closed on that date.': 'Khung giờ này nghỉ vào ngày đó.',
  'There is no place left in this session on that date.': 'Khung giờ này ngày đó đã hết chỗ.',
  'There is no place left on {} at {}.': 'Ngày {} lúc {} đã hết chỗ.',
  'This place has just been taken.': 'Chỗ này vừa có người khác đặt.',
  'Its new place has been taken meanwhile.': 'Chỗ mới của đơn này vừa có người khác đặt.',
  'Its earlier place has been taken since then.': 'Chỗ cũ của đơn này đã có người khác đặt.',

  // Crews
  '{name} already has a job in that session.': '{name} đã có việc khác trong khung giờ đó.',
  'A sprayer of its earlier crew has another job now.': 'Có thợ trong đội trước nay bận việc khác.',
  '{name} is absent in that session.': '{name} nghỉ trong khung giờ đó.',
  '{name} already has as many jobs on that day as the limit allows.': '{name} đã đủ số việc được giao trong ngày đó.',
  'This order is pinned to {name}, with or without a partner. Remove the pin first, or choose that crew.':
    'Đơn này đã ghim cho {name}, đi một mình hay với người khác. Xin bỏ ghim trước, hoặc chọn đội đó.',
  'This order is pinned to {name}. Remove the pin first, or choose that crew.':
    'Đơn này đã ghim cho {name}. Xin bỏ ghim trước, hoặc chọn đội đó.',
  'This order is pinned to another crew. Remove the pin first.': 'Đơn này đã ghim cho đội khác. Xin bỏ ghim trước.',
  '{} Choose another crew, or give a reason for an exception.': '{} Chọn đội khác, hoặc ghi lý do ngoại lệ.',
  '{name} does not work for this farmer.': '{name} không phun cho nông dân này.',
  '{name} do not work together.': '{name} không làm chung với nhau.',
  '{name} has no licence that is valid on that day. An admin can enter a new one.':
    '{name} không có chứng chỉ còn hạn vào ngày đó. Quản trị có thể nhập chứng chỉ mới.',
  'The registration {name} of the drone {name} was valid until {}. Choose another drone.':
    'Số đăng ký {name} của máy bay {name} chỉ còn hạn đến {}. Xin chọn máy bay khác.',
  'The work has begun, or the order is closed, so its crew cannot be pinned any more.':
    'Đơn đã bắt đầu phun hoặc đã đóng nên không ghim đội được nữa.',
  'The work is reported or the order is closed, so its drone cannot be changed.':
    'Đơn đã báo phun xong hoặc đã đóng nên không đổi máy bay được.',
  'The work is reported or the order is closed, so its mix cannot be changed.':
    'Đơn đã báo phun xong hoặc đã đóng nên không đổi cách pha được.',
  'The office entered this absence. Please ask the office to remove it.': 'Văn phòng đã nhập ngày nghỉ này. Xin nhờ văn phòng xóa.',
  'It has been {} already. Remove it and enter another absence to change it.':
    'Đơn xin nghỉ này {}. Muốn đổi, xin xóa rồi nhập ngày nghỉ khác.',
  'approved by {name}': 'đã được {name} duyệt',
  'refused by {name}': 'đã bị {name} từ chối',
  approved: 'đã được duyệt',
  refused: 'đã bị từ chối',

  // Planning
  "There is no base for {name}. Set the company's base, or a base of their own, under Sprayers, Crew rules.":
    'Chưa có điểm xuất phát cho {name}. Đặt điểm xuất phát của công ty hoặc của từng thợ ở mục Thợ phun, Quy định xếp đội.',
  'No order on {} is confirmed and not started, so there is nothing to plan. Confirm orders first, or choose another date.':
    'Ngày {} không có đơn nào đã xác nhận mà chưa bắt đầu nên không có gì để xếp. Xác nhận đơn trước, hoặc chọn ngày khác.',
  'These orders have the proposed crews already: there is nothing to accept.':
    'Các đơn này đã có đúng đội được đề xuất, không có gì để nhận.',
  'At most {} orders and {} sprayers can be planned at once. Deactivate sprayers who no longer work, or assign some crews by hand and start their work.':
    'Mỗi lần xếp nhiều nhất {} đơn và {} thợ. Khóa tài khoản thợ đã nghỉ làm, hoặc tự xếp đội cho một số đơn và cho bắt đầu phun.',
  'The orders are like that already: there is nothing to change.': 'Các đơn đã như vậy rồi, không có gì để đổi.',

  // Others
  'The checklist has open steps. Finish or skip them, then dismiss the checklist.':
    'Danh sách còn việc chưa xong. Làm xong hoặc bỏ qua từng việc rồi mới ẩn danh sách.',
  'This webhook is turned off. Turn it on first.': 'Webhook này đang tắt. Xin bật lên trước.',
  'You have answered already.': 'Bà con đã trả lời rồi.',
  'The office has taken this change back.': 'Văn phòng đã rút lại thay đổi này.',
  '{} {name} are to be paid, and that is less.': 'Phải trả {} {name}, số tiền này ít hơn.',
  'A new password was asked for too often. Please look into your mail, or wait.':
    'Yêu cầu mật khẩu mới quá nhiều lần. Xin xem hộp thư, hoặc chờ.',
  'These are many messages at once. Please wait a little, or call.': 'Gửi quá nhiều tin một lúc. Xin chờ chút, hoặc gọi điện.',
  'Too many accounts were made from your network. Please try again later.': 'Mạng này đã tạo quá nhiều tài khoản. Xin thử lại sau.',
  'Too many attempts at once. Please wait a moment.': 'Thử quá nhiều lần cùng lúc. Xin chờ một lát.',
  'Too many checks from your address. Please wait a minute.': 'Kiểm tra quá nhiều lần. Xin chờ một phút.',
  'Too many codes were requested. Please wait {}, then try again.': 'Yêu cầu quá nhiều mã. Xin chờ {} rồi thử lại.',
  'a minute': 'một phút',
  '{} minutes': '{} phút',
  'an hour': 'một giờ',
  '{} hours': '{} giờ',
  'Too many wrong codes. Please ask the office for help.': 'Nhập sai mã quá nhiều lần. Xin nhờ văn phòng giúp.',
  'Too many wrong passwords. Please wait before you try again.': 'Sai mật khẩu quá nhiều lần. Xin chờ rồi thử lại.',
  'Too many wrong payment secrets for this order. Please wait before you try again.':
    'Sai mã thanh toán của đơn này quá nhiều lần. Xin chờ rồi thử lại.',
};

const isValue = /^[\d:.-]+$|^https?:\/\/[\w.:[\]-]+$/;

/** A detail of the service in Vietnamese; undefined: there is no translation. */
export function translateDetail(detail: string): string | undefined {
  return translateMessage(vi, detail, translatePart, (names) => names.replaceAll(' and ', ' và '));
}

const isAmount = /^-?\d+([.,]\d+)?$/;

function translatePart(part: string): string | undefined {
  if (isValue.test(part) || isAmount.test(part)) return withLocalDates('vi', part);
  const whole = translateDetail(part);
  if (whole !== undefined) return whole;
  const items = part.split(', ').map((item) => vi[item]);
  if (items.every((item) => item !== undefined)) return items.join(', ');
  // Several sentences, each with names of its own.
  const sentences = part.split(/(?<=\.) /);
  const translated = sentences.length < 2 ? [undefined] : sentences.map(translateDetail);
  return translated.every((sentence) => sentence !== undefined) ? translated.join(' ') : undefined;
}
