import { date, instant, number, text } from './list-columns.ts';
import type { ListTable } from './list-table.ts';
import { absences, cashEntries, licences, ownWaiting, sprayRecords } from './office-list-tables.ts';
import { farmerOrders, fields, sprayerOrders } from './sheet-tables.ts';

/** A person's own lists, by the operation that answers them. */
export const ownListTables: Readonly<Record<string, ListTable>> = {
  listFarmerOrders: farmerOrders,
  listUnpaidOrders: { ...farmerOrders, file: 'unpaid-orders', name: { en: 'Orders to pay', vi: 'Đơn chưa trả tiền' } },
  listFarmerFields: fields,
  listMySprayRecords: sprayRecords,
  listMyWaitingEntries: ownWaiting,
  listSprayerOrders: sprayerOrders,
  listMyAbsences: absences,
  listMyCashEntries: cashEntries,
  listMyLicences: licences,
  listJobSprayRecords: sprayRecords,
  listNotifications: {
    file: 'notifications',
    name: { en: 'Notifications', vi: 'Thông báo' },
    columns: [
      instant('Received', 'Nhận lúc', 'timestamp'),
      text('Subject', 'Tiêu đề', 'subject'),
      text('Text', 'Nội dung', 'text'),
      number('Order', 'Số đơn', 'order.id'),
      date('Date of the order', 'Ngày phun', 'order.date'),
      text('Place', 'Địa điểm', 'order.location'),
    ],
  },
};
