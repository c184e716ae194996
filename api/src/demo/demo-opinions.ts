export interface Opinion {
  overallRating: number;
  attentiveRating: number;
  friendlyRating: number;
  professionalRating: number;
  text: string;
}

const rated = (overall: number, attentive: number, friendly: number, professional: number, text: string): Opinion => ({
  overallRating: overall,
  attentiveRating: attentive,
  friendlyRating: friendly,
  professionalRating: professional,
  text,
});

/** Feedback texts by language. */
export const opinions: Record<'en' | 'vi', readonly Opinion[]> = {
  vi: [
    rated(5, 5, 5, 5, 'Đúng giờ, phun đều, dặn dò kỹ. Lần sau vẫn gọi.'),
    rated(4, 4, 5, 4, 'Phun tốt, chỉ có góc sát hàng dừa còn sót một ít.'),
    rated(5, 5, 4, 5, 'Máy chạy êm, xong gọn trong buổi. Sâu rầy giảm hẳn sau ba ngày.'),
    rated(3, 3, 4, 3, 'Quên gọi trước khi tới, tôi phải chạy từ nhà ra.'),
    rated(5, 4, 5, 5, 'Anh em vui vẻ, hỏi kỹ rồi mới pha thuốc.'),
    rated(2, 2, 3, 2, 'Phun lấn qua đất nhà bên, tôi phải qua xin lỗi. Mong đội coi kỹ ranh đất.'),
    rated(4, 5, 4, 4, 'Làm gọn, rửa bình cẩn thận, không đổ nước thuốc xuống kênh.'),
    rated(5, 5, 5, 4, 'Gọi trước nửa tiếng để tôi ra đón. Rất chu đáo.'),
    rated(4, 4, 4, 5, 'Giá hợp lý, phun đều tay. Ứng dụng dễ xài.'),
    rated(1, 1, 2, 1, 'Bờ phía tây không phun mà vẫn báo xong. Gọi văn phòng mới quay lại phun bù.'),
    rated(5, 5, 5, 5, 'Sâu hết sạch. Cảm ơn đội phun.'),
    rated(4, 3, 4, 4, 'Ổn, nhưng nên báo sớm hơn ai sẽ tới.'),
    rated(5, 4, 5, 5, 'Anh em còn trẻ mà làm kỹ, tôi rất yên tâm.'),
    rated(3, 4, 4, 3, 'Phun được, nhưng béc bị nghẹt phải dừng giữa chừng.'),
    rated(5, 5, 4, 5, 'Phun nhẹ tay đúng như tôi dặn, không dập lá.'),
    rated(4, 4, 5, 4, 'Thái độ tốt. Đường vô khó mà vẫn chịu vô.'),
    rated(5, 5, 5, 5, ''),
    rated(2, 3, 3, 2, 'Đúng giờ nhưng làm vội, phía cuối phun mỏng.'),
    rated(4, 4, 4, 4, 'Được.'),
    rated(5, 5, 5, 4, 'Má tôi ở nhà một mình, mấy chú chỉ cách xác nhận trên điện thoại rất nhiệt tình.'),
    rated(4, 5, 5, 4, 'Phun xong có chụp hình gửi lại cho coi. Hay.'),
    rated(3, 2, 3, 4, 'Tay nghề khá nhưng ít nói, hỏi gì cũng ừ.'),
    rated(5, 4, 4, 5, 'Nhanh hơn phun tay nhiều, chưa tới một tiếng là xong.'),
    rated(4, 4, 4, 4, 'Tốt. Mong có thêm suất buổi chiều.'),
    rated(5, 5, 5, 5, 'Vụ này phun ba lần đều ưng ý.'),
    rated(4, 3, 5, 4, 'Vui tính, làm kỹ, chỉ quên đóng cổng.'),
    rated(5, 5, 4, 4, 'Đúng liều, không bị cháy lá.'),
  ],
  en: [
    rated(5, 5, 5, 5, 'On time, even cover, and they walked the rows with me afterwards.'),
    rated(4, 4, 5, 4, 'Good work. The last two rows by the canal were a bit thin.'),
    rated(2, 2, 3, 2, 'They rushed it. The far end is thin and I had to call the office.'),
    rated(5, 4, 5, 5, 'Gentle with the young leaves. I will book the same crew again.'),
    rated(3, 4, 4, 2, 'Friendly people, but a hose burst and we had to wait for a spare.'),
    rated(5, 5, 5, 4, 'They called before they came and left the gate as they found it.'),
    rated(4, 4, 3, 5, 'Very professional, not very talkative. The pests are gone, so I am happy.'),
    rated(1, 1, 1, 2, 'They went to the wrong field first, and nobody apologised. The office sorted it out.'),
    rated(5, 5, 5, 5, 'Booking on the phone took a minute, and the spray was perfect.'),
    rated(4, 5, 4, 4, 'Careful around the beehives, as I had asked.'),
    rated(4, 4, 4, 4, 'Fine.'),
  ],
};

/** Reasons for cancellations by the office. */
export const reasons: readonly string[] = [
  'Dự báo mưa lớn, phun không có tác dụng. Mời bà con đặt lại.',
  'Dự báo gió trên cấp 4, không phun được an toàn.',
  'Máy phun hỏng, chưa có máy thay.',
  'Ruộng kế bên đang thả ong, bà con xin dời.',
];

/** A question of the farmer to the crew, and the office's answer. */
export const messages = [
  'Đường vô ruộng đang sửa, đội đi cổng sau giúp tôi. Mấy giờ đội tới?',
  'Đội sẽ đi cổng sau và tới trước giờ hẹn 10 phút ạ.',
] as const;
