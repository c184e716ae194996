const en = {
  map: 'Map',
  mapToPick: 'Map: tap where the field is. With the keyboard, move the map with the arrow keys and press Enter to set the pin.',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  twoFingers: 'Move the map with two fingers',
  holdControl: 'Hold Ctrl to zoom with the wheel',
  noMap: 'The map cannot be shown just now. Everything else works.',
  noMapToPick: 'The map cannot be shown just now. You can type the coordinates instead.',
  latitude: 'Latitude',
  longitude: 'Longitude',
  notLatitude: 'A number from −90 to 90, such as 10.045',
  notLongitude: 'A number from −180 to 180, such as 105.747',
  iAmHere: 'I am at the field now',
  notFound: 'Your phone did not tell us where you are. Allow it to share its location, or tap the map.',
  picked: 'The field',
};

const vi: typeof en = {
  map: 'Bản đồ',
  mapToPick: 'Bản đồ: chạm vào chỗ ruộng. Dùng bàn phím: các phím mũi tên để dời bản đồ, Enter để ghim.',
  zoomIn: 'Phóng to',
  zoomOut: 'Thu nhỏ',
  twoFingers: 'Dùng hai ngón tay để dời bản đồ',
  holdControl: 'Giữ phím Ctrl rồi lăn chuột để phóng to',
  noMap: 'Chưa hiện được bản đồ. Những thứ khác vẫn dùng bình thường.',
  noMapToPick: 'Chưa hiện được bản đồ. Bà con có thể gõ tọa độ vào ô bên dưới.',
  latitude: 'Vĩ độ',
  longitude: 'Kinh độ',
  notLatitude: 'Một số từ −90 đến 90, ví dụ 10,045',
  notLongitude: 'Một số từ −180 đến 180, ví dụ 105,747',
  iAmHere: 'Tôi đang đứng ở ruộng',
  notFound: 'Điện thoại chưa cho biết vị trí. Xin bật định vị, hoặc chạm vào bản đồ.',
  picked: 'Ruộng',
};

export const mapWords = { en, vi };
