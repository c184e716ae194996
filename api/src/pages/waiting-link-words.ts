const en = {
  acceptTitle: 'Take this place?',
  declineTitle: 'Decline this place?',
  accept: 'Yes, book it',
  decline: 'No, thank you',
  work: (area: string, crop: string) => `${area} of ${crop}`,
  until: (time: string) => `We hold the place for you until ${time}.`,
  hint: 'If you decline or do not answer, the place goes to the next in line, and you stay on the waiting list.',
  accepted: 'Your spray is booked',
  acceptedText: (order: string) => `Order ${order} is confirmed. You get a notification when a crew is assigned.`,
  seeOrder: 'Show the order',
  declined: 'You have declined this place',
  declinedText: 'You stay on the waiting list for your other times. We write to you when one becomes free.',
  ended: 'This offer has ended',
  endedText:
    'The place has gone to the next in line. You stay on the waiting list for your other times; you can also book a free time or call the office.',
  seeList: 'Show my waiting list',
};

const vi: typeof en = {
  acceptTitle: 'Nhận chỗ này?',
  declineTitle: 'Không nhận chỗ này?',
  accept: 'Nhận, đặt cho tôi',
  decline: 'Không nhận',
  work: (area, crop) => `${area} ${crop}`,
  until: (time) => `Chúng tôi giữ chỗ đến ${time}.`,
  hint: 'Nếu không nhận hoặc không trả lời, chỗ này chuyển cho người kế tiếp, còn bà con vẫn ở trong danh sách chờ.',
  accepted: 'Đã đặt lịch phun',
  acceptedText: (order) => `Đơn ${order} đã xác nhận. Chúng tôi sẽ thông báo khi xếp đội phun.`,
  seeOrder: 'Xem đơn',
  declined: 'Đã từ chối chỗ này',
  declinedText: 'Bà con vẫn ở trong danh sách chờ cho các giờ khác. Có chỗ trống chúng tôi sẽ báo.',
  ended: 'Đã hết hạn giữ chỗ',
  endedText:
    'Chỗ này đã chuyển cho người kế tiếp. Bà con vẫn ở trong danh sách chờ cho các giờ khác; cũng có thể đặt giờ còn trống hoặc gọi văn phòng.',
  seeList: 'Xem danh sách chờ',
};

export const waitingLinkWords = { en, vi };
