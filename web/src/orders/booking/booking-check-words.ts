const en = {
  sameField: (count: number) => (count === 1 ? 'This field has another open booking.' : `This field has ${count} other open bookings.`),
  sameFieldNote: 'You can still book it again.',
  otherOrder: (id: number, time: string) => `Open order ${id}, ${time}`,
  stop: (reasons: string) =>
    `The forecast says not to spray at that time: ${reasons}. You can book it; we will move it if the forecast stays bad.`,
  tooLarge: (area: string) => `Only ${area} can still be sprayed at that time.`,
  tooLargeNone: 'No more area can be sprayed at that time.',
  tooLargeNote: 'Choose another time or a smaller area. Or send this to the office, and we will call you.',
  officeMay: 'The office can book it anyway.',
  ask: 'Send to the office',
  asked: 'The office has your request and will call you. Nothing is booked yet.',
  requests: 'Requests to call back',
  requestsText: 'Too large to book online. Call the farmer, book it if it can be done, then close it.',
  requestFor: (name: string) => `Request of ${name}`,
  book: 'Book for the farmer',
  close: 'Close',
  closeName: (name: string) => `Close request of ${name}`,
  closed: 'Request closed.',
};

const vi: typeof en = {
  sameField: (count) => (count === 1 ? 'Ruộng này còn một lần đặt chưa phun.' : `Ruộng này còn ${count} lần đặt chưa phun.`),
  sameFieldNote: 'Nếu đúng ý thì vẫn đặt thêm được.',
  otherOrder: (id, time) => `Xem đơn ${id}, ${time}`,
  stop: (reasons) => `Theo dự báo, giờ đó không nên phun: ${reasons}. Vẫn đặt được; nếu dự báo còn xấu, chúng tôi sẽ dời lịch.`,
  tooLarge: (area) => `Giờ đó chỉ còn phun được ${area}.`,
  tooLargeNone: 'Giờ đó không còn nhận thêm diện tích.',
  tooLargeNote: 'Xin chọn giờ khác hoặc diện tích nhỏ hơn. Hoặc gửi cho văn phòng, chúng tôi sẽ gọi lại.',
  officeMay: 'Văn phòng vẫn đặt được.',
  ask: 'Gửi cho văn phòng',
  asked: 'Văn phòng đã nhận và sẽ gọi lại. Chưa đặt lịch nào.',
  requests: 'Yêu cầu cần gọi lại',
  requestsText: 'Diện tích lớn, không đặt qua mạng được. Gọi bà con, đặt nếu được, rồi đóng lại.',
  requestFor: (name) => `Yêu cầu của ${name}`,
  book: 'Đặt hộ bà con',
  close: 'Đóng',
  closeName: (name) => `Đóng yêu cầu của ${name}`,
  closed: 'Đã đóng yêu cầu.',
};

export const bookingCheckWords = { en, vi };
