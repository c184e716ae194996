import { capitalised } from './intl.ts';
import type { Language } from './language.tsx';
import { translateDetail } from './problem-words.details.ts';
import { translateMessage, withLocalDates } from './service-messages.ts';

/**
 * What the service says about a single field, as it says it, and what the reader sees. `{}` stands for a part that varies.
 * English is the service's own as it stands, except where that speaks of names that no form has.
 */
const en: Record<string, string> = {
  'is required': 'Please fill this in.',
  'must not be empty': 'Please fill this in.',
  'must be later than startTime, on the same day': 'Must be later than the start time, on the same day.',
  'must be at most a tenth of orderWithoutCrew': 'Must be at most a tenth of the cost of an order without a crew.',
  'is required, unless phoneNumber is given': 'Enter an e-mail address or a phone number.',
  // The dates are examples of the forms that can be typed.
  'must be a date: 2026-11-17 or 17/11/2026': 'Must be a date: 2026-11-17 or 17/11/2026.',
};

const vi: Record<string, string> = {
  // Any form
  'is required': 'Xin điền vào đây.',
  'must not be empty': 'Xin điền vào đây.',
  'must be at least {}': 'Ít nhất là {}.',
  'must be at most {}': 'Nhiều nhất là {}.',
  'must have at least {} characters': 'Cần ít nhất {} ký tự.',
  'must have at most {} characters': 'Nhiều nhất {} ký tự.',
  'must be one line, without tabs and control characters': 'Chỉ viết trên một dòng, không có dấu xuống dòng hay ký tự ẩn.',
  'must have no decimals': 'Xin nhập số tiền chẵn, không có số lẻ.',
  'must have at most {} decimals': 'Nhiều nhất {} số lẻ.',
  'must be a number': 'Xin nhập số.',
  'must be a whole number': 'Xin nhập số nguyên.',
  'must be a whole number from {} to {}': 'Xin nhập số nguyên từ {} đến {}.',
  'must be text': 'Xin nhập chữ.',
  'must be one of {}': 'Xin chọn một trong: {}.',
  'must be a date, YYYY-MM-DD': 'Xin nhập ngày theo dạng năm-tháng-ngày.',
  'must be a time: an object, or HH:mm, or HH:mm:ss': 'Xin nhập giờ theo dạng giờ:phút.',
  'must be a time, HH:mm': 'Xin nhập giờ theo dạng giờ:phút.',
  'must be {} digits': 'Xin nhập {} chữ số.',
  'must be {} to {} digits': 'Xin nhập từ {} đến {} chữ số.',
  'must be {} to {} letters or digits': 'Xin nhập từ {} đến {} chữ cái hoặc chữ số.',
  'must be an e-mail address': 'Địa chỉ email chưa đúng.',
  'must be an e-mail address, or empty': 'Địa chỉ email chưa đúng. Nếu không có thì để trống.',
  'must be {}': 'Chưa đúng dạng, xin xem lại.',
  'is not in the expected form': 'Chưa đúng dạng, xin xem lại.',
  'is not valid': 'Chỗ này chưa đúng.',
  'is not a {} of this request{}': 'Mục này không sửa được ở đây.',
  'is not a field of this request': 'Mục này không sửa được ở đây.',
  'is required; null clears it': 'Xin điền vào đây.',
  'must be an active account': 'Xin chọn tài khoản đang dùng.',
  'must be among {} for the role {}': 'Tài khoản này chỉ được: {}.',
  'must not be before from': 'Ngày cuối không được trước ngày đầu.',

  // Sensitive places
  'is required for notices': 'Muốn báo trước cần có địa chỉ email.',
  'must be west, south, east and north in degrees, like {}': 'Vùng bản đồ chưa đúng.',
  // Channels
  'must name each channel once': 'Mỗi kênh chỉ ghi một lần.',
  'must be a template of your Zalo account': 'Tài khoản Zalo của bạn không có mẫu này.',
  'must be a template that Zalo has approved': 'Zalo chưa duyệt mẫu này.',
  'must name each field once': 'Mỗi trường chỉ ghi một lần.',
  'is not a field of the template': 'Mẫu không có trường này.',
  'is at a push service that we do not know: please use Chrome, Edge, Firefox or Safari':
    'Trình duyệt này chưa nhận được thông báo của công ty. Xin dùng Chrome, Edge, Firefox hoặc Safari.',
  'must be a public key of 65 bytes': 'Khóa của trình duyệt chưa đúng.',
  'must be a secret of 16 bytes': 'Mã của trình duyệt chưa đúng.',

  // Spray records
  'is required: the record is complete, so a change is a correction': 'Nhật ký đã đủ, xin ghi lý do sửa.',
  'is required: a value that the record has is changed, which is a correction': 'Nội dung đã ghi bị thay đổi, xin ghi lý do sửa.',
  'must not be in the future': 'Không được ở tương lai.',
  'must not be after the end of the work': 'Không được sau lúc kết thúc.',
  'must be an EPPO code of five or six letters and digits, like ORYSA': 'Mã EPPO có năm hoặc sáu chữ hay số, như ORYSA.',

  // People
  'must be 0 or +84 followed by 9 or 10 digits': 'Số 0 hoặc +84, rồi 9 hoặc 10 chữ số.',
  'must be a phone number, or its beginning': 'Xin nhập số điện thoại hoặc các số đầu.',
  'must have at least {} digits': 'Xin nhập ít nhất {} chữ số.',
  'needs {}': 'Ít nhất 8 ký tự, trong đó có chữ hoa và ký tự đặc biệt.',
  'belongs to an account already': 'Tài khoản khác đã dùng.',
  'can only be given by an admin': 'Chỉ quản trị viên mới ghi được.',
  'is not your present password': 'Không đúng mật khẩu hiện tại.',
  'is required, unless phoneNumber is given': 'Cần email hoặc số điện thoại.',
  'is required: was this cash received in addition to that of the other report?':
    'Xin chọn: tiền này là thu thêm hay là tiền của báo cáo kia?',
  'is required: the office and the crew call farmers': 'Cần số điện thoại để văn phòng và đội phun gọi.',
  'is required, unless there is a phone number: one of them is needed to sign in': 'Cần email hoặc số điện thoại để đăng nhập.',
  'is required, unless there is an e-mail address to send a link to': 'Cần mật khẩu, nếu không có email để gửi liên kết.',
  'is required for a sprayer': 'Hãy chọn tay nghề của thợ phun.',
  'is not done yet': 'Đơn này chưa xong.',
  'is for sprayers only': 'Chỉ thợ phun mới có tay nghề.',

  // Fields
  'must be Polygon or MultiPolygon': 'Ranh thửa phải là một hoặc nhiều vùng khép kín.',
  'must be a list': 'Chưa đúng dạng, xin xem lại.',
  'must be a list of positions': 'Chưa đúng dạng, xin xem lại.',
  'must have an outer ring': 'Ranh thửa chưa có đường bao.',
  'must have at most {} points': 'Ranh thửa nhiều nhất {} điểm.',
  'must be at most {} in all, archived ones too': 'Nhiều nhất {} thửa, kể cả thửa đã lưu trữ. Xin gọi văn phòng để thêm nữa.',
  'must have at least 3 different points': 'Ranh thửa cần ít nhất 3 điểm khác nhau.',
  'must be a longitude and a latitude': 'Mỗi điểm cần kinh độ và vĩ độ.',
  'is outside the map: latitude and longitude seem to be swapped': 'Điểm nằm ngoài bản đồ: có vẻ vĩ độ và kinh độ bị đổi chỗ.',
  'is outside the map: longitude must be from -180 to 180, latitude from -90 to 90':
    'Điểm nằm ngoài bản đồ: kinh độ từ -180 đến 180, vĩ độ từ -90 đến 90.',
  'crosses itself near {}': 'Ranh thửa tự cắt ở gần {}.',
  'has a hole that is not inside it': 'Có lỗ trống nằm ngoài thửa.',
  'has a hole inside another hole': 'Có lỗ trống nằm trong lỗ trống khác.',
  'has a part inside another part': 'Có phần nằm trong phần khác.',
  'must be at least {} m², not {} m²': 'Thửa phải từ {} m² trở lên, đây chỉ {} m².',
  'must be at most 100 km², not {} km²': 'Thửa nhiều nhất 100 km², đây là {} km².',
  'is required without a boundary': 'Chưa có ranh thửa thì cần điểm vào ruộng.',
  'is required: the field has no boundary': 'Thửa chưa có ranh, xin nhập diện tích.',
  'is not a field of this farmer': 'Không phải thửa của nông dân này.',

  // Crew rules
  'must be at most a tenth of orderWithoutCrew': 'Nhiều nhất bằng một phần mười giá của đơn không có đội.',
  'must be another sprayer': 'Chọn thợ khác.',
  'give either the farmer or the other sprayer': 'Chọn nông dân hoặc thợ kia, một trong hai.',
  'must have one sprayer for a pinned person': 'Ghim một người thì chỉ chọn một thợ.',
  'must be today or later': 'Chọn từ hôm nay trở đi.',
  'needs a crew': 'Chưa có đội thì không ghim được.',
  '{} is not part of the plan': 'Đơn {} không có trong bản xếp đội này.',
  'The plan that is being made.': 'Bản đang xếp.',
  'It has changed since the plan was made.': 'Đơn đã thay đổi sau khi xếp.',
  'A sprayer of its earlier crew is no longer active.': 'Có thợ trong đội trước đã bị khóa tài khoản.',
  'A sprayer of its earlier crew has another job now.': 'Có thợ trong đội trước nay bận việc khác.',

  // Products
  'must not be below the smallest dose': 'Không được thấp hơn liều thấp nhất.',
  'is there twice for this crop': 'Đã có cách dùng này cho cây trồng đó.',
  'is not a product that we know': 'Không có thuốc này trong danh sách.',
  'must not be there twice': 'Thuốc này đã có trong cách pha.',
  'has no use for the crop of this order': 'Nhãn không có cây trồng của đơn này.',
  'is withdrawn since {}': 'Đã ngừng dùng từ {}.',
  'must be from {} to {} {} by the label': 'Theo nhãn, liều từ {} đến {} {}.',
  'would be application {} of at most {} in the season': 'Đây sẽ là lần thứ {}, nhãn cho nhiều nhất {} lần mỗi năm.',
  'is not an active drone': 'Máy bay này không còn dùng.',
  'is a column that the file needs': 'Tệp cần có cột này.',
  'must be the same as in row {}': 'Phải giống như ở dòng {}.',
  'must be one of at most {} uses': 'Mỗi loại thuốc nhiều nhất {} cách dùng.',

  // Orders
  'must be today ({}) or later': 'Chọn từ hôm nay trở đi.',
  'must be at most {} days ahead, so not after {}': 'Chọn trong vòng {} ngày tới.',
  'has begun already': 'Khung giờ này đã bắt đầu.',
  'now begins at {}: please look at the sessions again': 'Khung giờ này giờ bắt đầu lúc {}. Xin xem lại các khung giờ.',
  'is not one of our sessions': 'Khung giờ này không còn nữa. Chọn giờ khác.',
  'is not a crop that we spray': 'Công ty không còn phun cây trồng này. Chọn cây trồng khác.',
  'is the number of someone who is not a farmer': 'Số này không phải của nông dân.',
  'is not the number of this farmer any more': 'Bà con đã đổi số điện thoại. Xin tải lại trang.',
  'is required: we do not know this number yet': 'Số này chưa có trong danh sách, xin nhập họ tên.',
  'must be six digits': 'Mã có sáu chữ số.',
  'is required: why does the price stay as it is?': 'Xin ghi lý do giữ nguyên tiền công.',
  'is required: when is the rest sprayed?': 'Xin chọn ngày phun phần còn lại.',
  'is required: the order for the rest needs both': 'Đơn cho phần còn lại cần cả ngày và giờ.',
  'must not have a row twice': 'Có dòng bị lặp lại.',
  'must not be below {} ({})': 'Không được nhỏ hơn {} ({}).',
  'is not a farmer': 'Tài khoản này không phải của nông dân.',
  'is required with the other coordinate': 'Cần cả vĩ độ và kinh độ.',
  'is required: why is the report set aside?': 'Hãy ghi lý do không nhận báo cáo này.',

  // Orders of an action on many
  'must not name an order twice': 'Có đơn bị chọn hai lần.',
  'is required for every order': 'Mỗi đơn đều cần có.',
  'There is no such order.': 'Không có đơn này.',
  'It has changed since you looked at it.': 'Đơn này vừa được thay đổi.',
  'It has been changed since then.': 'Đơn này đã được thay đổi sau đó.',
  'There is no place left on {} at {}.': 'Không còn chỗ ngày {} lúc {}.',
  'Its earlier session is over, so it stays as it is.': 'Giờ cũ của đơn này đã qua, nên đơn giữ nguyên.',
  'Its earlier place has been taken since then.': 'Chỗ cũ của đơn này đã có người khác đặt.',
  'It has been refunded, so it stays as it is. Book it again.': 'Đơn này đã hoàn tiền nên giữ nguyên. Hãy đặt lại đơn mới.',

  'is where the order is now': 'Đơn đang ở giờ này rồi. Chọn giờ khác.',
  'Its new place has been taken meanwhile.': 'Chỗ mới của đơn này vừa có người khác đặt.',
  'The weather no longer allows spraying at its new place.': 'Thời tiết ở chỗ mới của đơn này không còn phun được.',
  'It has changed since the proposal was made.': 'Đơn này đã thay đổi từ khi lập đề xuất.',
  'The new proposal.': 'Đề xuất mới.',
  'cannot be combined with date or allWithStop': 'Không chọn cùng lúc với ngày hoặc thời tiết.',
  'needs a date, and cannot be combined with allWithStop': 'Cần chọn ngày, và không chọn cùng lúc với thời tiết.',
  'orderIds, date or allWithStop is required': 'Xin chọn đơn, ngày hoặc thời tiết.',

  // The company
  'must be later than startTime, on the same day': 'Giờ kết thúc phải sau giờ bắt đầu, trong cùng ngày.',
  'must be three capitals, like VND': 'Ba chữ hoa, ví dụ VND.',
  'is not a currency that we know, like VND': 'Không có loại tiền này. Ví dụ: VND.',
  'is not a time zone that we know, like Asia/Ho_Chi_Minh': 'Không có múi giờ này. Ví dụ: Asia/Ho_Chi_Minh.',
  'is not a time zone that the service and its database agree on': 'Cơ sở dữ liệu không hỗ trợ múi giờ này. Chọn múi giờ khác.',
  'is not a locale that we know, like vi-VN': 'Không có kiểu này. Ví dụ: vi-VN.',
  'must be an address that begins with https:// or http://': 'Địa chỉ phải bắt đầu bằng https:// hoặc http://.',
  'is a private address; webhooks are sent to public addresses only, and to those in SWATH_ALLOW_PRIVATE_ADDRESSES':
    'Địa chỉ này ở mạng nội bộ. Webhook chỉ gửi đến địa chỉ công khai hoặc địa chỉ có trong SWATH_ALLOW_PRIVATE_ADDRESSES.',
  'must be an address that begins with https://': 'Địa chỉ phải bắt đầu bằng https://.',
  'must be the address of the issuer only, without a query': 'Chỉ nhập địa chỉ của nhà cung cấp, không có phần sau dấu hỏi.',
  'must be a domain such as example.com': 'Xin nhập tên miền, ví dụ example.com.',
  'belongs to another issuer already': 'Nhà cung cấp khác đã dùng.',
  'must not have a user name or password in it': 'Trong địa chỉ không được có tên hay mật khẩu.',
  // Spreadsheet import
  'can be read in two ways: write it without the comma': 'Có thể hiểu hai cách: xin viết không có dấu phẩy.',
  'is required: an invitation is sent to it': 'Cần email để gửi thư mời.',
  'has a unit that we do not know: use công, sào, ha or m²': 'Đơn vị lạ: xin dùng công, sào, ha hoặc m².',
  'is in a unit whose size is not chosen yet': 'Chưa chọn đơn vị này là bao nhiêu.',
  'is in another unit than ours, and cannot be converted': 'Khác đơn vị của công ty, không đổi được.',
  'is too long': 'Dài quá.',
  'must be a date: 2026-11-17 or 17/11/2026': 'Phải là ngày: 17/11/2026.',
  'must be a time: 06:00': 'Phải là giờ: 06:00.',
  'must not be farmer: import farmers as farmers': 'Nông dân thì nhập ở phần Nông dân.',
  'is not the start of one of our sessions': 'Không có khung giờ nào bắt đầu lúc này.',
  'was shortened by the spreadsheet program: format the column as text': 'Bảng tính đã rút gọn số này: hãy định dạng cột là văn bản.',
  'must be from {} to {}': 'Phải từ {} đến {}.',
  'is also in row {}': 'Đã có ở dòng {}.',
  'is not the number of {}: leave the column out if these numbers are not ours':
    'Không có số này. Nếu không phải số của phần mềm này, hãy bỏ cột đó.',
  'is the number of another person: leave the column out if these numbers are not ours':
    'Là số của người khác. Nếu không phải số của phần mềm này, hãy bỏ cột đó.',
  'is not the number of a field: leave the column out if these numbers are not ours':
    'Không có ruộng số này. Nếu không phải số của phần mềm này, hãy bỏ cột đó.',
  'is not the number of an order: leave the column out for new orders': 'Không có đơn số này. Đơn mới thì bỏ trống cột đó.',
  'is the number of someone who is not {}': 'Số này là của người khác loại.',
  'differs: it is changed on the page of the person': 'Khác dữ liệu đang có: hãy sửa ở trang của người đó.',
  'has been merged into another account': 'Đã gộp vào tài khoản khác.',
  '{} has been merged into another account': '{}: đã gộp vào tài khoản khác.',
  '{} has been changed since the import': '{}: đã thay đổi sau khi nhập.',
  '{} has orders since the import': '{}: đã có đơn sau khi nhập.',
  '{} has been used in mixes since the import': '{}: đã dùng để pha thuốc sau khi nhập.',
  '{} has signed in, or has orders, fields, notes, requests or jobs, or waits for a place since the import':
    '{}: đã đăng nhập, hoặc đã có đơn, ruộng, ghi chú, yêu cầu hay việc, hoặc đang chờ chỗ sau khi nhập.',
  '{}: the phone number or e-mail address belongs to an account already': '{}: số điện thoại hoặc email đã có người dùng.',
  'has been changed by someone else since the check': 'Người khác đã thay đổi sau khi kiểm tra.',
  'differs from the order: change it on the page of the order': 'Khác đơn đang có: hãy sửa ở trang của đơn.',
  'differs from the order, which can no longer be changed': 'Khác đơn đang có, mà đơn không sửa được nữa.',
  'differs from the order, which is paid, invoiced or being paid by card':
    'Khác đơn đang có, mà đơn đã trả tiền, đã có hóa đơn hoặc đang trả bằng thẻ.',
  'differs from the field of the order: change it on the page of the order': 'Khác ruộng của đơn: hãy sửa ở trang của đơn.',
  'differs from the order, but a file may change at most {} orders: put this row into another file':
    'Khác đơn đang có, nhưng mỗi tệp chỉ sửa được nhiều nhất {} đơn: hãy tách tệp và đưa dòng này sang tệp khác.',
  'cannot be booked': 'Không đặt được.',
  'is the number of a farmer who is deactivated': 'Nông dân có số này đã bị khóa.',
  'is a day on which this session is closed': 'Khung giờ này đóng vào ngày đó.',
  'is a session that is full on this day': 'Khung giờ này ngày đó đã đầy.',
  'is the name of several fields of this farmer: add the column with the number': 'Nông dân có nhiều ruộng tên này: hãy thêm cột mã ruộng.',
  'is not the number of the farmer of this field': 'Không phải số của chủ ruộng này.',
  'belongs to no farmer: import the farmers first': 'Chưa có nông dân số này: hãy nhập nông dân trước.',
  'is not a field of this list': 'Không có mục này.',
  'is not a column of the file': 'Tệp không có cột này.',
  'has the column of another field': 'Cột này đã dùng cho mục khác.',
  'is required: the dates can be read in two ways': 'Ngày có thể hiểu hai cách: xin chọn.',
  'is required: its size differs by region': 'Mỗi vùng một khác: xin chọn.',
};

/** Fallback for messages without a translation. */
const fallback = 'Chỗ này chưa đúng, xin xem lại.';

export function fieldWords(language: Language, message: string): string {
  const formatPart = (part: string) => withLocalDates(language, language === 'vi' ? withDecimalComma(part) : part);
  const known = translateMessage(language === 'vi' ? vi : en, message, formatPart);
  if (known !== undefined) return known;
  // A refusal of one of many orders is the detail of a refusal of the order alone.
  const detail = language === 'vi' ? translateDetail(message) : undefined;
  if (detail !== undefined) return detail;
  return language === 'vi' ? fallback : withLocalDates(language, `${capitalised(message)}.`);
}

const withDecimalComma = (value: string): string => value.replace(/^(-?\d+)\.(\d+)$/, '$1,$2');
