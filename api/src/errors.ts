/** All expected errors. platform/http/problem.ts maps each to an HTTP status. */
export type ErrorCode =
  | 'VALIDATION_FAILED'
  | 'MALFORMED_REQUEST'
  | 'UNAUTHENTICATED'
  | 'BAD_CREDENTIALS'
  | 'FORBIDDEN'
  | 'SCOPE_MISSING'
  | 'FOREIGN_ORIGIN'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'BODY_TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_MANY_REQUESTS'
  | 'TOO_MANY_STREAMS'
  | 'TOO_MANY_WEBHOOKS'
  | 'API_KEY_EXISTS'
  | 'PASSKEY_REFUSED'
  | 'TOO_MANY_PASSKEYS'
  | 'PHONE_CODES_OFF'
  | 'PHONE_CODE_REFUSED'
  | 'PHONE_CODES_USED_UP'
  | 'PHONE_NOT_VERIFIED'
  | 'OIDC_REFUSED'
  | 'OIDC_CANCELLED'
  | 'OIDC_UNAVAILABLE'
  | 'OIDC_EMAIL_UNVERIFIED'
  | 'OIDC_ACCOUNT_UNCONFIRMED'
  | 'OIDC_NO_ACCOUNT'
  | 'OIDC_REGISTRATION_NEEDED'
  | 'OIDC_NOT_ACCEPTED'
  | 'OIDC_IDENTITY_TAKEN'
  | 'OIDC_ALREADY_LINKED'
  | 'LAST_SIGN_IN_METHOD'
  | 'PASSWORD_EXISTS'
  | 'SIGN_IN_TOO_OLD'
  | 'ISSUER_EXISTS'
  | 'ACCOUNT_EXISTS'
  | 'SETUP_CLOSED'
  | 'RESET_CLOSED'
  | 'CANNOT_SEND_LINK'
  | 'LINKS_ARE_MAILED'
  | 'NO_MAIL_SERVER'
  | 'STAFF_HAS_JOBS'
  | 'FARMER_HAS_ORDERS'
  | 'FARMER_DEACTIVATED'
  | 'FARMER_MERGED'
  | 'LAST_ADMIN'
  | 'CROP_EXISTS'
  | 'PRODUCT_EXISTS'
  | 'PRODUCT_CHANGED'
  | 'LABEL_NOT_FOLLOWED'
  | 'DOSE_OUTSIDE_LABEL'
  | 'CROP_NOT_ON_LABEL'
  | 'PRODUCT_WITHDRAWN'
  | 'TOO_MANY_APPLICATIONS'
  | 'MIX_CHANGED'
  | 'SENSITIVE_PLACE_CHANGED'
  | 'LICENCE_EXPIRED'
  | 'LICENCE_EXISTS'
  | 'DRONE_EXISTS'
  | 'DRONE_TAKEN'
  | 'SHEET_UNREADABLE'
  | 'SHEET_TOO_LARGE'
  | 'IMPORT_STATE'
  | 'SESSION_IN_USE'
  | 'SESSION_OVERLAPS'
  | 'CURRENCY_IN_USE'
  | 'UNIT_IN_USE'
  | 'DATE_NOT_BOOKABLE'
  | 'SESSION_BEGUN'
  | 'SESSION_FULL'
  | 'SESSION_CLOSED'
  | 'TOO_MANY_OPEN_BOOKINGS'
  | 'PLACE_FREE'
  | 'WAITING_LIMIT'
  | 'WAITING_ENTRY_CLOSED'
  | 'OFFER_ENDED'
  | 'AREA_TOO_LARGE'
  | 'COST_FIXED'
  | 'THREAD_CLOSED'
  | 'ACTION_NOT_ALLOWED'
  | 'ORDER_CHANGED'
  | 'RECORD_CHANGED'
  | 'FIELD_CHANGED'
  | 'BULK_BLOCKED'
  | 'PROPOSAL_STALE'
  | 'PROPOSAL_CLOSED'
  | 'PLACE_NOT_USABLE'
  | 'NOTHING_TO_REBOOK'
  | 'CANNOT_UNDO'
  | 'ALREADY_UNDONE'
  | 'UNDO_EXPIRED'
  | 'ALREADY_REFUNDED'
  | 'TOO_LATE_TO_CANCEL'
  | 'TOO_LATE_TO_RESCHEDULE'
  | 'NOT_THE_DAY'
  | 'SPRAY_WINDOW_STOP'
  | 'CREW_UNKNOWN'
  | 'CREW_BUSY'
  | 'CREW_ABSENT'
  | 'CREW_DAY_LIMIT'
  | 'CREW_PINNED'
  | 'CREW_BANNED'
  | 'BAN_EXISTS'
  | 'ABSENCE_EXISTS'
  | 'REQUEST_DECIDED'
  | 'BASE_NOT_SET'
  | 'NO_SPRAYERS'
  | 'NOTHING_TO_PLAN'
  | 'TOO_MUCH_TO_PLAN'
  | 'PLAN_RUNNING'
  | 'CREW_TOO_FAR'
  | 'CREW_NEEDS_TWO'
  | 'CREW_NEEDS_SENIOR'
  | 'NO_CREW_FREE'
  | 'CASH_TOO_LITTLE'
  | 'CARD_ORDER'
  | 'WRONG_CODE'
  | 'OBJECTION_OPEN'
  | 'NO_OBJECTION'
  | 'TOO_LATE_TO_OBJECT'
  | 'NOT_COMPLETED'
  | 'FEEDBACK_EXISTS'
  | 'NO_FEEDBACK'
  | 'TOO_MANY_PHOTOS'
  | 'NOT_A_PICTURE'
  | 'PICTURE_TOO_LARGE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'CASH_ORDER'
  | 'ALREADY_PAID'
  | 'NOTHING_TO_PAY'
  | 'PAYMENT_IN_PROGRESS'
  | 'TRANSFERS_OFF'
  | 'NO_TRANSFER_REPORTED'
  | 'STATEMENT_UNREADABLE'
  | 'FIELD_FILE_UNREADABLE'
  | 'STATEMENT_TOO_LARGE'
  | 'EXPORT_TOO_LARGE'
  | 'NOTHING_TO_RETURN'
  | 'NOTHING_TO_DECIDE'
  | 'NOT_CASH'
  | 'ALREADY_CORRECTED'
  | 'CASH_NOT_OUTSTANDING'
  | 'INTENT_CLOSED'
  | 'NOT_PAID'
  | 'CANNOT_SEND_MAIL'
  | 'CARD_AMOUNT_REFUSED'
  | 'CARD_PAYMENTS_OFF'
  | 'BAD_SIGNATURE'
  | 'CHANNEL_NOT_SET_UP'
  | 'CHANNEL_PROVIDER_UNAVAILABLE'
  | 'PAYMENT_PROVIDER_UNAVAILABLE'
  | 'PHOTO_STORAGE_UNAVAILABLE'
  | 'PHOTO_STORAGE_FULL'
  | 'DATABASE_UNAVAILABLE'
  | 'OVERLOADED'
  | 'INTERNAL';

export interface FieldError {
  /** Path of an invalid field, `session.id`, of a blocking order, `order.42`, or of weather that stops the work, `factor.wind`. */
  path: string;
  message: string;
  /** Why the order of a bulk action is blocked, or which rule of a label a mix breaks. */
  code?: ErrorCode;
}

export interface ErrorFacts {
  errors?: FieldError[];
  retryAfterSeconds?: number;
  allow?: string[];
  cause?: unknown;
}

/** An expected error. `message` is shown to the client, so it never contains secrets or personal data of others. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly facts: ErrorFacts;

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, { cause: facts.cause });
    this.name = 'AppError';
    this.code = code;
    this.facts = facts;
  }
}

export function invalid(...errors: FieldError[]): AppError {
  return new AppError('VALIDATION_FAILED', summary(errors), { errors });
}

/** Nothing is queued then, because it would reach nobody. `instead`: what to do. */
export const noMailServer = (instead: string): AppError =>
  new AppError('NO_MAIL_SERVER', `No mail server is set up, so nothing was sent. ${instead}`);

function summary(errors: FieldError[]): string {
  const names = [...new Set(errors.map((error) => error.path).filter((path) => path !== ''))];
  return names.length === 0 ? 'The request is not valid.' : `Please check: ${names.join(', ')}.`;
}
