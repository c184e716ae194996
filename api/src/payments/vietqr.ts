import { Banks, QRPay } from 'vietnam-qr-pay';

export interface Bank {
  /** Bank identification number at NAPAS. */
  bin: string;
  shortName: string;
  name: string;
}

/** Banks that receive transfers by VietQR, by name. For a shared BIN, the first one is used. */
export const banks: readonly Bank[] = Banks.filter(({ vietQRStatus, deprecated }) => vietQRStatus >= 0 && deprecated !== true)
  .map(({ bin, shortName, name }) => ({ bin, shortName, name }))
  .filter(({ bin }, at, all) => all.findIndex((other) => other.bin === bin) === at)
  .sort((one, other) => one.shortName.localeCompare(other.shortName, 'vi'));

export const findBank = (bin: string): Bank | undefined => banks.find((bank) => bank.bin === bin);

export interface TransferRequest {
  bankBin: string;
  accountNumber: string;
  /** In dong, a whole number. */
  amount: string;
  reference: string;
}

/** The content of a VietQR code (EMVCo merchant-presented mode), which banking apps read. */
export const vietQrPayload = ({ bankBin, accountNumber, amount, reference }: TransferRequest): string =>
  QRPay.initVietQR({ bankBin, bankNumber: accountNumber, amount, purpose: reference }).build();
