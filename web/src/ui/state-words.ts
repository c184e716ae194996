const en = {
  order: {
    pending: 'To be confirmed',
    confirmed: 'Confirmed',
    assigned: 'Crew assigned',
    in_progress: 'In progress',
    awaiting_sign_off: 'Waiting for sign-off',
    completed: 'Completed',
    cancelled: 'Cancelled',
  },
  payment: { pending: 'Not paid', paid: 'Paid', failed: 'Payment failed' },
  method: { cash: 'Cash', transfer: 'Bank transfer', visa: 'Visa', mastercard: 'Mastercard' },
  role: { farmer: 'Farmer', receptionist: 'Receptionist', sprayer: 'Sprayer', admin: 'Admin' },
  expertise: { apprentice: 'Apprentice', adept: 'Adept', expert: 'Expert' },
  /** The crops that every company begins with; others go by the name they were given. */
  crop: { fruit: 'Fruit', cereal: 'Cereal', vegetable: 'Vegetables' } as Record<string, string>,
};

const vi: typeof en = {
  order: {
    pending: 'Chờ xác nhận',
    confirmed: 'Đã xác nhận',
    assigned: 'Đã xếp đội',
    in_progress: 'Đang phun',
    awaiting_sign_off: 'Chờ nghiệm thu',
    completed: 'Hoàn tất',
    cancelled: 'Đã hủy',
  },
  payment: { pending: 'Chưa thanh toán', paid: 'Đã thanh toán', failed: 'Thanh toán lỗi' },
  method: { cash: 'Tiền mặt', transfer: 'Chuyển khoản', visa: 'Visa', mastercard: 'Mastercard' },
  role: { farmer: 'Nông dân', receptionist: 'Văn phòng', sprayer: 'Thợ phun', admin: 'Quản trị' },
  expertise: { apprentice: 'Thợ học việc', adept: 'Thợ lành nghề', expert: 'Thợ bậc cao' },
  crop: { fruit: 'Cây ăn trái', cereal: 'Lúa, ngũ cốc', vegetable: 'Rau màu' },
};

export const stateWords = { en, vi };
