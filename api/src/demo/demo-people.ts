import type { NewUser } from '../accounts/account-store.ts';

export const demoPassword = 'Spray-Demo-1';

export interface DemoPerson extends Pick<NewUser, 'fullName' | 'phoneNumber' | 'street' | 'role' | 'expertise' | 'language'> {
  /** Local part of the e-mail address. */
  name: string;
  /** Accounts with a title can sign in and are listed at start-up. */
  title?: string;
}

const farmer = { role: 'farmer', expertise: null, language: 'vi' } as const;
const office = { role: 'receptionist', expertise: null, language: 'vi' } as const;
const sprayer = { role: 'sprayer', language: 'vi' } as const;

export const demoPeople = [
  { ...farmer, name: 'farmer', fullName: 'Nguyễn Văn Lúa', phoneNumber: '0901 234 561', street: '12 Ấp Long Hòa', title: 'farmer' },
  {
    ...farmer,
    name: 'farmer2',
    fullName: 'Phạm Thị Hoa',
    phoneNumber: '0901 234 562',
    street: '48 Ấp Mỹ Thạnh',
    language: 'en',
    title: 'farmer, in English',
  },
  {
    ...office,
    name: 'receptionist',
    fullName: 'Trần Thị Mai',
    phoneNumber: '0901 234 563',
    street: '5 Nguyễn Huệ',
    title: 'receptionist',
  },
  {
    ...office,
    name: 'receptionist2',
    fullName: 'Đỗ Ngọc Lan',
    phoneNumber: '0901 234 564',
    street: '27 Lê Lợi',
    language: 'en',
    title: 'receptionist, in English',
  },
  {
    ...sprayer,
    name: 'sprayer',
    fullName: 'Lê Văn Bay',
    phoneNumber: '0901 234 565',
    street: '9 Ấp Thị 1',
    expertise: 'expert',
    title: 'sprayer, expert',
  },
  {
    ...sprayer,
    name: 'sprayer2',
    fullName: 'Huỳnh Quốc Cường',
    phoneNumber: '0901 234 566',
    street: '33 Ấp Long Bình',
    expertise: 'adept',
    title: 'sprayer, adept',
  },
  {
    ...sprayer,
    name: 'sprayer3',
    fullName: 'Võ Minh Tâm',
    phoneNumber: '0901 234 567',
    street: '71 Ấp Phú Hạ',
    expertise: 'apprentice',
    title: 'sprayer, apprentice',
  },
  {
    name: 'admin',
    fullName: 'Bùi Thanh Sơn',
    phoneNumber: '0901 234 568',
    street: '1 Trần Hưng Đạo',
    role: 'admin',
    expertise: null,
    language: 'en',
    title: 'admin',
  },
  { ...farmer, name: 'farmer3', fullName: 'Trương Văn Út', phoneNumber: '0901 234 569', street: '3 Ấp Kiến Bình' },
  { ...farmer, name: 'farmer4', fullName: 'Lâm Thị Sáu', phoneNumber: '0901 234 570', street: '19 Ấp Nhơn Lợi' },
  { ...farmer, name: 'farmer5', fullName: 'Ngô Hữu Phước', phoneNumber: '0901 234 571', street: '56 Ấp An Thuận' },
  { ...farmer, name: 'farmer6', fullName: 'Đặng Thị Bưởi', phoneNumber: '0901 234 572', street: '8 Ấp Tấn Hưng' },
  { ...sprayer, name: 'sprayer4', fullName: 'Phan Văn Đực', phoneNumber: '0901 234 573', street: '40 Ấp Long Thuận', expertise: 'expert' },
  { ...sprayer, name: 'sprayer5', fullName: 'Nguyễn Thị Thắm', phoneNumber: '0901 234 574', street: '15 Ấp Hòa Trung', expertise: 'adept' },
  { ...sprayer, name: 'sprayer6', fullName: 'Trần Gia Bảo', phoneNumber: '0901 234 575', street: '62 Ấp Mỹ Hòa', expertise: 'apprentice' },
] as const satisfies readonly DemoPerson[];

export type DemoName = (typeof demoPeople)[number]['name'];

export const demoEmail = (name: string): string => `${name}@swath.example`;

/** Accounts that can sign in. */
export const demoAccounts: { email: string; title: string }[] = demoPeople.flatMap((person) =>
  'title' in person ? [{ email: demoEmail(person.name), title: person.title }] : [],
);

export function newDemoUser({ name, title, ...rest }: DemoPerson, passwordHash: string): NewUser {
  return {
    ...rest,
    email: demoEmail(name),
    phoneConfirmed: true,
    city: 'Chợ Mới',
    province: 'An Giang',
    postalCode: '90000',
    passwordHash: title === undefined ? null : passwordHash,
  };
}
