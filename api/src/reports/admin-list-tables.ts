import {
  area,
  cellText,
  computed,
  date,
  flag,
  instant,
  type ListItem,
  money,
  number,
  session,
  text,
  timeOfDay,
  valueAt,
  word,
} from './list-columns.ts';
import type { ListTable } from './list-table.ts';
import { listWords as words } from './list-words.ts';
import { people } from './sheet-tables.ts';

interface AuditChange {
  field: string;
  from?: unknown;
  to?: unknown;
}

/** The changes of an audit entry, one in each line. */
const changesOf = (item: ListItem): string | null =>
  cellText(
    ((valueAt(item, 'changes') ?? []) as AuditChange[])
      .map(({ field, from, to }) => `${field}: ${cellText(from) ?? ''} → ${cellText(to) ?? ''}`)
      .join('\n'),
  );

const measures = [
  number('Orders', 'Số đơn', 'orders'),
  area('Area', 'Diện tích', 'area'),
  money('Revenue', 'Doanh thu', 'income'),
  number('Cancelled', 'Đơn hủy', 'cancelled'),
  number('Capacity used', 'Tỷ lệ kín lịch', 'utilisation'),
  number('On time', 'Đúng giờ', 'punctuality'),
  number('Rating', 'Đánh giá', 'rating'),
  number('Ratings', 'Lượt đánh giá', 'ratings'),
];
// Their CSV files have routes of their own, with the names of the fields as titles.
const report = { formats: ['xlsx'] } as const;

/** Lists of the admin, by the operation that answers them. */
export const adminListTables: Readonly<Record<string, ListTable>> = {
  listUsers: people,
  listPricedCrops: {
    file: 'crops',
    name: { en: 'Crops', vi: 'Cây trồng' },
    columns: [word('Crop', 'Cây trồng', 'name', words.crop), money('Price', 'Giá', 'price'), flag('In use', 'Đang dùng', 'active')],
  },
  listSessionPlaces: {
    file: 'sessions',
    name: { en: 'Sessions', vi: 'Khung giờ' },
    columns: [
      timeOfDay('From', 'Từ giờ', 'startTime'),
      timeOfDay('To', 'Đến giờ', 'endTime'),
      number('Places', 'Số chỗ', 'capacity'),
      area('Largest area', 'Diện tích nhiều nhất', 'maxArea'),
      flag('In use', 'Đang dùng', 'active'),
    ],
  },
  listApiKeys: {
    file: 'api-keys',
    name: { en: 'API keys', vi: 'Khóa API' },
    columns: [
      text('Name', 'Tên', 'name'),
      text('Begins with', 'Bắt đầu bằng', 'hint'),
      text('Acts as', 'Thay cho', 'user.fullName'),
      word('Role', 'Vai trò', 'user.role', words.role),
      text('Scopes', 'Việc được phép', 'scopes'),
      number('Requests per minute', 'Yêu cầu mỗi phút', 'requestsPerMinute'),
      word('State', 'Tình trạng', 'state', words.apiKey),
      instant('Made', 'Tạo lúc', 'createdAt'),
      instant('Expires', 'Hết hạn', 'expiresAt'),
      instant('Last used', 'Dùng lần cuối', 'lastUsedAt'),
      instant('Revoked', 'Thu hồi lúc', 'revokedAt'),
    ],
  },
  listAudit: {
    file: 'audit',
    name: { en: 'Audit trail', vi: 'Nhật ký thay đổi' },
    columns: [
      instant('Time', 'Lúc', 'timestamp'),
      text('User', 'Người dùng', 'actor.fullName'),
      word('Role', 'Vai trò', 'actor.role', words.role),
      text('Action', 'Thao tác', 'action'),
      text('Subject', 'Đối tượng', 'subjectType'),
      number('Number of the subject', 'Số của đối tượng', 'subjectId'),
      text('Name of the subject', 'Tên đối tượng', 'subjectName'),
      computed('Changes', 'Thay đổi', changesOf),
    ],
  },
  listWebhooks: {
    file: 'webhooks',
    name: { en: 'Webhooks', vi: 'Webhook' },
    columns: [
      number('Number', 'Số', 'id'),
      text('URL', 'Địa chỉ', 'url'),
      text('Description', 'Mô tả', 'description'),
      text('Events', 'Loại thông báo', 'eventTypes'),
      flag('In use', 'Đang dùng', 'active'),
      instant('Made', 'Tạo lúc', 'createdAt'),
      instant('Failing since', 'Lỗi từ', 'failingSince'),
    ],
  },
  listWebhookDeliveries: {
    file: 'webhook-deliveries',
    name: { en: 'Webhook deliveries', vi: 'Lượt gửi webhook' },
    columns: [
      text('Message', 'Mã thông báo', 'messageId'),
      text('Event', 'Loại thông báo', 'type'),
      word('State', 'Tình trạng', 'status', words.delivery),
      number('Attempts', 'Số lần thử', 'attempts'),
      number('Status code', 'Mã trả lời', 'responseCode'),
      text('Error', 'Lỗi', 'lastError'),
      instant('Made', 'Tạo lúc', 'createdAt'),
      instant('Last attempt', 'Thử lần cuối', 'lastAttemptAt'),
      instant('Next attempt', 'Thử lần tới', 'nextAttemptAt'),
    ],
  },
  listMessages: {
    file: 'messages',
    name: { en: 'Message log', vi: 'Nhật ký tin nhắn' },
    columns: [
      instant('Time', 'Lúc', 'timestamp'),
      text('Event', 'Loại thông báo', 'type'),
      text('Recipient', 'Người nhận', 'recipient'),
      number('Order', 'Số đơn', 'orderId'),
      text('Subject', 'Tiêu đề', 'subject'),
      word('Channel', 'Kênh', 'channel', words.channel),
      word('State', 'Tình trạng', 'status', words.message),
      flag('Urgent', 'Khẩn', 'urgent'),
      number('Attempts', 'Số lần thử', 'attempts'),
      number('SMS parts', 'Số phần SMS', 'parts'),
      money('Cost', 'Chi phí', 'cost'),
      text('Error', 'Lỗi', 'lastError'),
      text('Number at the provider', 'Mã của nhà cung cấp', 'providerId'),
      instant('Last attempt', 'Thử lần cuối', 'lastAttemptAt'),
      instant('Due', 'Gửi lúc', 'dueAt'),
    ],
  },
  listDeadLetters: {
    file: 'dead-letters',
    name: { en: 'Failed notifications', vi: 'Thông báo bị lỗi' },
    columns: [
      text('Event', 'Loại thông báo', 'type'),
      number('Order', 'Số đơn', 'orderId'),
      instant('Time', 'Lúc', 'timestamp'),
      number('Attempts', 'Số lần thử', 'attempts'),
      text('Error', 'Lỗi', 'lastError'),
      instant('Failed', 'Lỗi lúc', 'failedAt'),
    ],
  },
  listWeekFigures: {
    ...report,
    file: 'weeks',
    name: { en: 'Weeks', vi: 'Theo tuần' },
    columns: [date('From', 'Từ ngày', 'from'), date('To', 'Đến ngày', 'to'), ...measures],
  },
  listCropFigures: {
    ...report,
    file: 'crop-report',
    name: { en: 'Crops', vi: 'Theo cây trồng' },
    columns: [word('Crop', 'Cây trồng', 'cropType.name', words.crop), ...measures],
  },
  listSessionFigures: {
    ...report,
    file: 'session-report',
    name: { en: 'Sessions', vi: 'Theo khung giờ' },
    columns: [session('Session', 'Khung giờ', 'session'), ...measures],
  },
  listSprayerFigures: {
    ...report,
    file: 'sprayer-report',
    name: { en: 'Sprayers', vi: 'Theo thợ phun' },
    columns: [
      text('Sprayer', 'Thợ phun', 'sprayer.fullName'),
      word('Expertise', 'Tay nghề', 'sprayer.expertise', words.expertise),
      number('Jobs', 'Số việc', 'jobs'),
      ...measures,
      number('Change of rating', 'Đánh giá so với kỳ trước', 'ratingChange'),
      number('Jobs before', 'Số việc kỳ trước', 'before.jobs'),
      area('Area before', 'Diện tích kỳ trước', 'before.area'),
      number('Rating before', 'Đánh giá kỳ trước', 'before.rating'),
    ],
  },
  listUnpaidFigures: {
    ...report,
    file: 'unpaid-report',
    name: { en: 'Unpaid orders', vi: 'Đơn chưa trả tiền' },
    columns: [
      text('Days since completion', 'Số ngày từ khi xong', 'age'),
      number('Orders', 'Số đơn', 'orders'),
      money('Amount', 'Số tiền', 'amount'),
    ],
  },
};
