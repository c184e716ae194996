import type { FieldForm } from './demo-boundary.ts';
import type { DemoName } from './demo-people.ts';

/** Chợ Mới, where the demo fields are: maps open here. */
export const demoArea = { west: 105.3, south: 10.42, east: 105.6, north: 10.6 };

export interface Field {
  location: string;
  latitude: number;
  longitude: number;
  crop: 'fruit' | 'cereal' | 'vegetable';
  area: number;
  /** The drawn boundary: a form, and the direction of its long side in degrees from north. undefined: no boundary. */
  outline?: readonly [form: FieldForm, bearing: number];
}

export type FarmerName = Extract<DemoName, `farmer${string}`>;

/** Fields of each farmer, in the communes of Chợ Mới. */
export const fieldsOf: Record<FarmerName, readonly Field[]> = {
  farmer: [
    { location: 'Ruộng sau đình, Long Điền A', latitude: 10.5312, longitude: 105.4551, crop: 'cereal', area: 12.5, outline: ['strip', 42] },
    {
      location: 'Ruộng kênh Cà Mau, Long Điền B',
      latitude: 10.5084,
      longitude: 105.4402,
      crop: 'cereal',
      area: 18,
      outline: ['canal', 118],
    },
    { location: 'Rẫy bắp bờ sông, Kiến An', latitude: 10.5603, longitude: 105.3718, crop: 'vegetable', area: 4.5, outline: ['bend', 15] },
    { location: 'Ruộng gò, ấp Long Hòa, Long Điền A', latitude: 10.5367, longitude: 105.4479, crop: 'cereal', area: 9 },
  ],
  farmer2: [
    { location: 'Vườn xoài cồn Én, Tấn Mỹ', latitude: 10.5189, longitude: 105.5047, crop: 'fruit', area: 15, outline: ['block', 70] },
    { location: 'Vườn xoài đầu cồn, Mỹ Hiệp', latitude: 10.5021, longitude: 105.5463, crop: 'fruit', area: 22, outline: ['bend', 155] },
    { location: 'Vườn nhãn, ấp Bình Phú, Bình Phước Xuân', latitude: 10.4688, longitude: 105.5542, crop: 'fruit', area: 7.5 },
    { location: 'Rẫy ớt gần chợ, Mỹ Hội Đông', latitude: 10.5003, longitude: 105.3461, crop: 'vegetable', area: 3, outline: ['strip', 8] },
  ],
  farmer3: [
    {
      location: 'Ruộng cặp rạch Ông Chưởng, Kiến Thành',
      latitude: 10.5206,
      longitude: 105.3957,
      crop: 'cereal',
      area: 26,
      outline: ['canal', 96],
    },
    { location: 'Rẫy cải, ấp Kiến Bình, Kiến An', latitude: 10.5571, longitude: 105.3792, crop: 'vegetable', area: 2.5 },
  ],
  farmer4: [
    {
      location: 'Ruộng nếp, ấp Nhơn Lợi, Nhơn Mỹ',
      latitude: 10.4713,
      longitude: 105.3836,
      crop: 'cereal',
      area: 14,
      outline: ['block', 33],
    },
    { location: 'Ruộng ba công, Long Giang', latitude: 10.4739, longitude: 105.4395, crop: 'cereal', area: 3 },
  ],
  farmer5: [
    { location: 'Ruộng giáp đê, Hòa Bình', latitude: 10.4092, longitude: 105.4788, crop: 'cereal', area: 30, outline: ['strip', 64] },
    { location: 'Vườn cam sau nhà, An Thạnh Trung', latitude: 10.4231, longitude: 105.5018, crop: 'fruit', area: 6 },
  ],
  farmer6: [
    {
      location: 'Vườn bưởi, ấp Tấn Hưng, Tấn Mỹ',
      latitude: 10.5124,
      longitude: 105.5138,
      crop: 'fruit',
      area: 8.25,
      outline: ['block', 121],
    },
    { location: 'Rẫy đậu bắp, Hội An', latitude: 10.4367, longitude: 105.5519, crop: 'vegetable', area: 5 },
  ],
};

/** Fields that are not booked yet, some of them without a boundary. */
export const unbookedFieldsOf: Partial<Record<FarmerName, readonly Field[]>> = {
  farmer: [
    {
      ...{ location: 'Ruộng lung, ấp Long Quới, Long Điền B', latitude: 10.5131, longitude: 105.4468, crop: 'cereal', area: 11 },
      outline: ['canal', 27],
    },
    { location: 'Rẫy mè sau nhà, Kiến An', latitude: 10.5538, longitude: 105.3755, crop: 'vegetable', area: 2 },
  ],
  farmer2: [
    {
      ...{ location: 'Vườn xoài mới trồng, Tấn Mỹ', latitude: 10.5226, longitude: 105.5089, crop: 'fruit', area: 9.5 },
      outline: ['strip', 140],
    },
    { location: 'Vườn ổi ven rạch, Mỹ Hiệp', latitude: 10.4987, longitude: 105.5391, crop: 'fruit', area: 4 },
  ],
};
