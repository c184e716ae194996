const en = {
  title: 'Waiting list',
  text: 'When a place of a full session becomes free, it is held for the farmer who has waited longest.',
  offerMinutes: 'Minutes that an offer holds the place',
  offerMinutesHint: 'From 10 minutes to a day (1,440). Offers that are open keep their time.',
  quietFrom: 'Send no offers from',
  quietTo: 'until',
  quietHint:
    'Places that become free at night are held, and offered at the end of these hours. Two equal times: offers are sent at any time.',
  badMinutes: 'Enter 10 to 1,440 minutes.',
  update: 'Update waiting list',
};

const vi: typeof en = {
  title: 'Danh sách chờ',
  text: 'Khi một khung giờ đã hết chỗ lại có chỗ trống, chỗ đó được giữ cho người chờ lâu nhất.',
  offerMinutes: 'Số phút giữ chỗ cho mỗi lời mời',
  offerMinutesHint: 'Từ 10 phút đến một ngày (1.440). Lời mời đang mở vẫn giữ hạn cũ.',
  quietFrom: 'Không gửi lời mời từ',
  quietTo: 'đến',
  quietHint: 'Chỗ trống ban đêm vẫn được giữ và mời khi hết giờ này. Hai giờ bằng nhau: gửi bất cứ lúc nào.',
  badMinutes: 'Nhập từ 10 đến 1.440 phút.',
  update: 'Cập nhật danh sách chờ',
};

export const waitingSettingWords = { en, vi };
