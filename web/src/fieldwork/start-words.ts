const en = {
  measure: 'Enter measured weather',
  measureHint: 'Optional. It counts beside the forecast: the worse value decides.',
  measured: (factor: string) => `Measured here. ${factor}`,
  wind: 'Wind',
  gusts: 'Gusts',
  temperature: 'Temperature',
  humidity: 'Humidity',
  needWind: 'Enter the wind, too.',
  outOfRange: (from: number, to: number) => `Enter a number from ${from} to ${to}.`,
  stopTitle: 'The weather says: do not spray',
  stopText: 'If you start anyway, say why. The office and the farmer see the reason.',
  reason: 'Why do you start anyway?',
  needReason: 'Write a reason to start.',
  startAnyway: 'Start anyway',
  doNotStart: 'Do not start',
};

const vi: typeof en = {
  measure: 'Nhập thời tiết đo tại ruộng',
  measureHint: 'Không bắt buộc. Số đo được xét cùng dự báo, bên nào xấu hơn thì tính bên đó.',
  measured: (factor) => `Đo tại ruộng. ${factor}`,
  wind: 'Gió',
  gusts: 'Gió giật',
  temperature: 'Nhiệt độ',
  humidity: 'Độ ẩm',
  needWind: 'Nhập thêm sức gió.',
  outOfRange: (from, to) => `Nhập số từ ${from} đến ${to}.`,
  stopTitle: 'Thời tiết này không nên phun',
  stopText: 'Nếu vẫn phun thì ghi lý do. Văn phòng và bà con đều thấy lý do này.',
  reason: 'Vì sao vẫn phun?',
  needReason: 'Ghi lý do rồi mới bắt đầu được.',
  startAnyway: 'Vẫn bắt đầu',
  doNotStart: 'Không phun',
};

export const startWords = { en, vi };
