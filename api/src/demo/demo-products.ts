import type { DoseUnit } from '../products/product.ts';

/** A product of the demo data: invented names and numbers. */
export interface DemoProduct {
  name: string;
  number: string;
  ingredients: string;
  reEntryHours: number;
  rainFastHours: number | null;
  beeHazard: 'none' | 'moderate' | 'high';
  bufferMetres: number;
  /** Days before today on which it was withdrawn; undefined: it is authorised. */
  withdrawnDaysAgo?: number;
  uses: {
    crop: 'fruit' | 'cereal' | 'vegetable';
    target: string;
    dose: [number, number];
    unit: DoseUnit;
    water: number;
    harvest: number;
  }[];
}

export const demoProducts: readonly DemoProduct[] = [
  {
    ...{ name: 'Rầy Xanh 250', number: 'DEMO-001/CNKT-BVTV', ingredients: 'buprofezin 250 g/l', reEntryHours: 24, rainFastHours: 2 },
    ...{ beeHazard: 'none', bufferMetres: 10 },
    uses: [{ crop: 'cereal', target: 'Rầy nâu', dose: [0.3, 0.5], unit: 'l/ha', water: 20, harvest: 14 }],
  },
  {
    ...{ name: 'Đạo Ôn Vàng 750', number: 'DEMO-002/CNKT-BVTV', ingredients: 'tricyclazole 750 g/kg', reEntryHours: 24, rainFastHours: 3 },
    ...{ beeHazard: 'none', bufferMetres: 5 },
    uses: [{ crop: 'cereal', target: 'Đạo ôn', dose: [250, 400], unit: 'g/ha', water: 20, harvest: 21 }],
  },
  {
    ...{ name: 'Khô Vằn Sạch', number: 'DEMO-003/CNKT-BVTV', ingredients: 'validamycin 50 g/l', reEntryHours: 12, rainFastHours: 2 },
    ...{ beeHazard: 'none', bufferMetres: 5 },
    uses: [
      { crop: 'cereal', target: 'Khô vằn', dose: [0.8, 1.2], unit: 'l/ha', water: 25, harvest: 7 },
      { crop: 'vegetable', target: 'Lở cổ rễ', dose: [0.6, 1], unit: 'l/ha', water: 30, harvest: 7 },
    ],
  },
  {
    ...{ name: 'Nhện Đỏ Stop', number: 'DEMO-004/CNKT-BVTV', ingredients: 'abamectin 36 g/l', reEntryHours: 48, rainFastHours: 4 },
    ...{ beeHazard: 'high', bufferMetres: 30 },
    uses: [{ crop: 'fruit', target: 'Nhện đỏ', dose: [0.2, 0.4], unit: 'l/ha', water: 40, harvest: 7 }],
  },
  {
    ...{ name: 'Thán Thư Guard', number: 'DEMO-005/CNKT-BVTV', ingredients: 'azoxystrobin 250 g/l', reEntryHours: 24, rainFastHours: 2 },
    ...{ beeHazard: 'none', bufferMetres: 10 },
    uses: [
      { crop: 'fruit', target: 'Thán thư', dose: [0.4, 0.6], unit: 'l/ha', water: 40, harvest: 14 },
      { crop: 'vegetable', target: 'Thán thư', dose: [0.3, 0.5], unit: 'l/ha', water: 30, harvest: 7 },
    ],
  },
  {
    ...{
      name: 'Sâu Tơ Bio',
      number: 'DEMO-006/CNKT-BVTV',
      ingredients: 'Bacillus thuringiensis 16000 IU/mg',
      reEntryHours: 4,
      rainFastHours: 6,
    },
    ...{ beeHazard: 'none', bufferMetres: 0 },
    uses: [{ crop: 'vegetable', target: 'Sâu tơ', dose: [0.5, 1], unit: 'kg/ha', water: 30, harvest: 1 }],
  },
  {
    ...{ name: 'Bọ Trĩ Max', number: 'DEMO-007/CNKT-BVTV', ingredients: 'spinetoram 60 g/l', reEntryHours: 24, rainFastHours: 3 },
    ...{ beeHazard: 'high', bufferMetres: 20 },
    uses: [
      { crop: 'vegetable', target: 'Bọ trĩ', dose: [300, 500], unit: 'ml/ha', water: 30, harvest: 7 },
      { crop: 'fruit', target: 'Bọ trĩ', dose: [400, 600], unit: 'ml/ha', water: 40, harvest: 14 },
    ],
  },
  {
    ...{ name: 'Cháy Lá Clean', number: 'DEMO-008/CNKT-BVTV', ingredients: 'oxolinic acid 200 g/kg', reEntryHours: 24, rainFastHours: 4 },
    ...{ beeHazard: 'moderate', bufferMetres: 10 },
    uses: [{ crop: 'cereal', target: 'Bạc lá', dose: [500, 600], unit: 'g/ha', water: 25, harvest: 14 }],
  },
  {
    ...{ name: 'Lá Xanh Amino', number: 'DEMO-009/PB', ingredients: 'amino acids 120 g/l', reEntryHours: 0, rainFastHours: 1 },
    ...{ beeHazard: 'none', bufferMetres: 0 },
    uses: [
      { crop: 'cereal', target: 'Dưỡng lá', dose: [0.5, 1], unit: 'l/ha', water: 20, harvest: 0 },
      { crop: 'fruit', target: 'Dưỡng lá', dose: [1, 2], unit: 'l/ha', water: 40, harvest: 0 },
      { crop: 'vegetable', target: 'Dưỡng lá', dose: [0.5, 1], unit: 'l/ha', water: 30, harvest: 0 },
    ],
  },
  {
    ...{ name: 'Cỏ Cũ 480', number: 'DEMO-010/CNKT-BVTV', ingredients: 'glyphosate 480 g/l', reEntryHours: 24, rainFastHours: 6 },
    ...{ beeHazard: 'moderate', bufferMetres: 20, withdrawnDaysAgo: 400 },
    uses: [{ crop: 'fruit', target: 'Cỏ dại', dose: [2, 3], unit: 'l/ha', water: 40, harvest: 30 }],
  },
];
