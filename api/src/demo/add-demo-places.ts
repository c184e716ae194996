import type { Tx } from '../platform/postgres/database.ts';
import { checkPlace, type PlaceInput } from '../sensitive-places/check-sensitive-place.ts';
import { insertPlace } from '../sensitive-places/sensitive-place-store.ts';

const places: PlaceInput[] = [
  {
    kind: 'hives',
    name: 'Trại ong ấp Long Hòa',
    geometry: { type: 'Point', coordinates: [105.4542, 10.5318] },
    bufferMetres: 300,
    contact: { name: 'Trần Văn Sáu', phoneNumber: '0912 000 901', email: 'ong.sau@swath.example', language: 'vi', asksNotice: true },
    notes: '40 thùng ong, từ tháng 11 đến tháng 3.',
  },
  {
    kind: 'school',
    name: 'Trường tiểu học Kiến Thành',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [105.3946, 10.5201],
          [105.3953, 10.5201],
          [105.3953, 10.5207],
          [105.3946, 10.5207],
          [105.3946, 10.5201],
        ],
      ],
    },
    bufferMetres: 100,
    contact: { name: 'Nguyễn Thị Hồng', phoneNumber: '0912 000 902', language: 'vi' },
    notes: 'Không phun trong giờ học.',
  },
  {
    kind: 'water',
    name: 'Ao nuôi cá cồn Én',
    geometry: { type: 'Point', coordinates: [105.5039, 10.5193] },
    bufferMetres: 150,
    contact: { name: 'Lê Văn Tư', phoneNumber: '0912 000 903', language: 'vi' },
  },
];

/** Sensitive places beside the demo fields. */
export async function addDemoPlaces(tx: Tx, since: Date): Promise<void> {
  for (const place of places) await insertPlace(tx, checkPlace(place, 'vi'), since);
}
