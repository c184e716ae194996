import type { AppError, ErrorCode, FieldError } from '../../errors.ts';

interface Kind {
  status: number;
  title: string;
}

/** HTTP status and title of every error code. */
export const problemKinds: Record<ErrorCode, Kind> = {
  VALIDATION_FAILED: { status: 400, title: 'Invalid input' },
  MALFORMED_REQUEST: { status: 400, title: 'The request cannot be read' },
  BAD_SIGNATURE: { status: 400, title: 'Invalid signature' },
  DATE_NOT_BOOKABLE: { status: 400, title: 'Date cannot be booked' },
  UNAUTHENTICATED: { status: 401, title: 'Sign-in required' },
  BAD_CREDENTIALS: { status: 401, title: 'Sign-in failed' },
  FORBIDDEN: { status: 403, title: 'Not allowed for your role' },
  SCOPE_MISSING: { status: 403, title: 'Outside the scopes of the API key' },
  FOREIGN_ORIGIN: { status: 403, title: 'Request from another site' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  REQUEST_TIMEOUT: { status: 408, title: 'The request took too long to arrive' },
  ACCOUNT_EXISTS: { status: 409, title: 'Account already exists' },
  PASSKEY_REFUSED: { status: 409, title: 'The passkey was refused' },
  TOO_MANY_PASSKEYS: { status: 409, title: 'Too many passkeys' },
  PHONE_CODES_OFF: { status: 409, title: 'Codes by SMS are not available' },
  PHONE_CODE_REFUSED: { status: 409, title: 'The code was refused' },
  PHONE_NOT_VERIFIED: { status: 409, title: 'The number is not confirmed' },
  OIDC_REFUSED: { status: 409, title: 'The sign-in could not be verified' },
  OIDC_CANCELLED: { status: 409, title: 'The sign-in was cancelled' },
  OIDC_EMAIL_UNVERIFIED: { status: 409, title: 'No verified e-mail address' },
  OIDC_ACCOUNT_UNCONFIRMED: { status: 409, title: 'The account has not confirmed its e-mail address' },
  OIDC_NO_ACCOUNT: { status: 409, title: 'No account for this sign-in' },
  OIDC_REGISTRATION_NEEDED: { status: 409, title: 'Registration needed' },
  OIDC_NOT_ACCEPTED: { status: 409, title: 'Not accepted for this account' },
  OIDC_IDENTITY_TAKEN: { status: 409, title: 'Linked with another account' },
  OIDC_ALREADY_LINKED: { status: 409, title: 'Account already linked' },
  LAST_SIGN_IN_METHOD: { status: 409, title: 'Last way to sign in' },
  PASSWORD_EXISTS: { status: 409, title: 'There is a password already' },
  SIGN_IN_TOO_OLD: { status: 409, title: 'The sign-in is too old' },
  ISSUER_EXISTS: { status: 409, title: 'Issuer already exists' },
  API_KEY_EXISTS: { status: 409, title: 'API key already exists' },
  SETUP_CLOSED: { status: 409, title: 'Set-up is finished' },
  RESET_CLOSED: { status: 409, title: 'Link no longer valid' },
  CANNOT_SEND_LINK: { status: 409, title: 'Link cannot be sent' },
  LINKS_ARE_MAILED: { status: 409, title: 'Links are sent by e-mail' },
  NO_MAIL_SERVER: { status: 409, title: 'No mail server is set up' },
  STAFF_HAS_JOBS: { status: 409, title: 'Staff member has jobs' },
  FARMER_HAS_ORDERS: { status: 409, title: 'Farmer has open orders' },
  FARMER_DEACTIVATED: { status: 409, title: 'The farmer is deactivated' },
  FARMER_MERGED: { status: 409, title: 'The account has been merged into another' },
  CHANNEL_NOT_SET_UP: { status: 409, title: 'The channel is not set up' },
  LAST_ADMIN: { status: 409, title: 'Last admin' },
  CROP_EXISTS: { status: 409, title: 'Crop already exists' },
  PRODUCT_EXISTS: { status: 409, title: 'Product already exists' },
  PRODUCT_CHANGED: { status: 409, title: 'The product has changed' },
  LABEL_NOT_FOLLOWED: { status: 409, title: 'The mix does not follow a label' },
  DOSE_OUTSIDE_LABEL: { status: 409, title: 'The dose is outside the label' },
  CROP_NOT_ON_LABEL: { status: 409, title: 'The crop is not on the label' },
  PRODUCT_WITHDRAWN: { status: 409, title: 'The product is withdrawn' },
  TOO_MANY_APPLICATIONS: { status: 409, title: 'Too many applications in the season' },
  MIX_CHANGED: { status: 409, title: 'The mix has changed' },
  SENSITIVE_PLACE_CHANGED: { status: 409, title: 'The sensitive place has changed' },
  LICENCE_EXPIRED: { status: 409, title: 'No valid licence' },
  LICENCE_EXISTS: { status: 409, title: 'Licence already exists' },
  DRONE_EXISTS: { status: 409, title: 'Drone already exists' },
  DRONE_TAKEN: { status: 409, title: 'Drone is used by another order of the session' },
  IMPORT_STATE: { status: 409, title: 'The import is in another state' },
  SESSION_IN_USE: { status: 409, title: 'The session has open orders' },
  SESSION_OVERLAPS: { status: 409, title: 'Sessions overlap' },
  CURRENCY_IN_USE: { status: 409, title: 'Currency in use' },
  UNIT_IN_USE: { status: 409, title: 'Unit of area in use' },
  SESSION_BEGUN: { status: 409, title: 'Session has started' },
  SESSION_FULL: { status: 409, title: 'Session is full' },
  SESSION_CLOSED: { status: 409, title: 'That session is closed' },
  TOO_MANY_OPEN_BOOKINGS: { status: 409, title: 'Too many open orders' },
  PLACE_FREE: { status: 409, title: 'A place is free' },
  WAITING_LIMIT: { status: 409, title: 'Too many entries on the waiting list' },
  WAITING_ENTRY_CLOSED: { status: 409, title: 'No longer on the waiting list' },
  OFFER_ENDED: { status: 409, title: 'The offer has ended' },
  AREA_TOO_LARGE: { status: 409, title: 'That area does not fit into the session' },
  COST_FIXED: { status: 409, title: 'The price cannot change any more' },
  THREAD_CLOSED: { status: 409, title: 'The messages of this order are closed' },
  ACTION_NOT_ALLOWED: { status: 409, title: 'Not possible in this status' },
  ORDER_CHANGED: { status: 409, title: 'The order has changed' },
  FIELD_CHANGED: { status: 409, title: 'The field has changed' },
  BULK_BLOCKED: { status: 409, title: 'Some of the orders stand in the way' },
  PROPOSAL_STALE: { status: 409, title: 'The proposal is out of date' },
  PROPOSAL_CLOSED: { status: 409, title: 'The proposal is closed' },
  PLACE_NOT_USABLE: { status: 409, title: 'This place cannot be used' },
  NOTHING_TO_REBOOK: { status: 409, title: 'There is nothing to rebook' },
  CANNOT_UNDO: { status: 409, title: 'This cannot be undone' },
  ALREADY_UNDONE: { status: 409, title: 'This is undone already' },
  UNDO_EXPIRED: { status: 409, title: 'Too late to undo' },
  ALREADY_REFUNDED: { status: 409, title: 'The payment has been refunded' },
  TOO_LATE_TO_CANCEL: { status: 409, title: 'Too late to cancel' },
  TOO_LATE_TO_RESCHEDULE: { status: 409, title: 'Too late to reschedule' },
  NOT_THE_DAY: { status: 409, title: 'Not possible on this day' },
  SPRAY_WINDOW_STOP: { status: 409, title: 'The weather says stop' },
  CREW_UNKNOWN: { status: 409, title: 'Not an active sprayer' },
  CREW_BUSY: { status: 409, title: 'The crew is busy' },
  CREW_ABSENT: { status: 409, title: 'The crew is absent' },
  CREW_DAY_LIMIT: { status: 409, title: 'The crew has enough jobs that day' },
  CREW_PINNED: { status: 409, title: 'The order is pinned to another crew' },
  CREW_BANNED: { status: 409, title: 'A ban rules out this crew' },
  BAN_EXISTS: { status: 409, title: 'There is such a ban already' },
  ABSENCE_EXISTS: { status: 409, title: 'There is such an absence already' },
  REQUEST_DECIDED: { status: 409, title: 'The request has been decided' },
  BASE_NOT_SET: { status: 409, title: 'No base is set' },
  NO_SPRAYERS: { status: 409, title: 'There are no active sprayers' },
  NOTHING_TO_PLAN: { status: 409, title: 'There is nothing to plan' },
  TOO_MUCH_TO_PLAN: { status: 409, title: 'Too much to plan at once' },
  RECORD_CHANGED: { status: 409, title: 'The spray record has changed' },
  PLAN_RUNNING: { status: 409, title: 'The date is being planned' },
  CREW_TOO_FAR: { status: 409, title: 'The crew cannot be there in time' },
  CREW_NEEDS_TWO: { status: 409, title: 'The order needs two sprayers' },
  CREW_NEEDS_SENIOR: { status: 409, title: 'Crew needs an experienced sprayer' },
  NO_CREW_FREE: { status: 409, title: 'No crew is free' },
  CASH_TOO_LITTLE: { status: 409, title: 'Not enough cash' },
  CARD_ORDER: { status: 409, title: 'This order is paid by card' },
  WRONG_CODE: { status: 409, title: 'Wrong code' },
  OBJECTION_OPEN: { status: 409, title: 'There is an open objection' },
  NO_OBJECTION: { status: 409, title: 'There is no open objection' },
  TOO_LATE_TO_OBJECT: { status: 409, title: 'Too late to object' },
  NOT_COMPLETED: { status: 409, title: 'The order is not completed' },
  FEEDBACK_EXISTS: { status: 409, title: 'Feedback already exists' },
  NO_FEEDBACK: { status: 409, title: 'There is no feedback yet' },
  TOO_MANY_PHOTOS: { status: 409, title: 'Too many photos' },
  TOO_MANY_WEBHOOKS: { status: 409, title: 'Too many webhooks' },
  CASH_ORDER: { status: 409, title: 'This order is paid in cash' },
  ALREADY_PAID: { status: 409, title: 'This order is paid' },
  NOTHING_TO_RETURN: { status: 409, title: 'Nothing to refund' },
  NOTHING_TO_PAY: { status: 409, title: 'Nothing to pay' },
  PAYMENT_IN_PROGRESS: { status: 409, title: 'A card payment is being processed' },
  TRANSFERS_OFF: { status: 409, title: 'Bank transfers are not offered' },
  NO_TRANSFER_REPORTED: { status: 409, title: 'No transfer is reported' },
  NOT_PAID: { status: 409, title: 'This order is not paid' },
  CANNOT_SEND_MAIL: { status: 409, title: 'E-mail cannot be sent' },
  NOT_CASH: { status: 409, title: 'Not a cash payment' },
  ALREADY_CORRECTED: { status: 409, title: 'Already corrected' },
  NOTHING_TO_DECIDE: { status: 409, title: 'There is nothing to decide about the work' },
  CASH_NOT_OUTSTANDING: { status: 409, title: 'Cash not outstanding' },
  INTENT_CLOSED: { status: 409, title: 'This payment is closed' },
  CARD_PAYMENTS_OFF: { status: 409, title: 'Card payments are off' },
  CARD_AMOUNT_REFUSED: { status: 409, title: 'This amount cannot be paid by card' },
  EXPORT_TOO_LARGE: { status: 409, title: 'The file would be too large' },
  BODY_TOO_LARGE: { status: 413, title: 'The request is too large' },
  STATEMENT_TOO_LARGE: { status: 413, title: 'The bank statement is too large' },
  SHEET_TOO_LARGE: { status: 413, title: 'The spreadsheet is too large' },
  PICTURE_TOO_LARGE: { status: 413, title: 'The picture is too large to decode' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'Unsupported content type' },
  STATEMENT_UNREADABLE: { status: 415, title: 'Not a bank statement that we can read' },
  SHEET_UNREADABLE: { status: 415, title: 'Not a spreadsheet that we can read' },
  FIELD_FILE_UNREADABLE: { status: 415, title: 'Not a file with fields that we can read' },
  NOT_A_PICTURE: { status: 415, title: 'Not a readable picture' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The Idempotency-Key was used for something else' },
  PHONE_CODES_USED_UP: { status: 429, title: 'No more codes today' },
  TOO_MANY_ATTEMPTS: { status: 429, title: 'Too many attempts' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests' },
  TOO_MANY_STREAMS: { status: 429, title: 'Too many streams are open' },
  HEADERS_TOO_LARGE: { status: 431, title: 'The headers are too large' },
  INTERNAL: { status: 500, title: 'Internal error' },
  CHANNEL_PROVIDER_UNAVAILABLE: { status: 503, title: 'Provider of the channel not available' },
  PAYMENT_PROVIDER_UNAVAILABLE: { status: 503, title: 'Payment provider not available' },
  PHOTO_STORAGE_UNAVAILABLE: { status: 503, title: 'The photo storage is not available' },
  OIDC_UNAVAILABLE: { status: 503, title: 'The issuer is not available' },
  DATABASE_UNAVAILABLE: { status: 503, title: 'The service is not ready' },
  OVERLOADED: { status: 503, title: 'Service overloaded' },
  PHOTO_STORAGE_FULL: { status: 507, title: 'The photo storage is full' },
};

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  traceId: string;
  errors?: FieldError[];
}

export function toProblem(error: AppError, instance: string, traceId: string): Problem {
  const kind = problemKinds[error.code];
  return {
    type: `/api/docs#${error.code}`,
    title: kind.title,
    status: kind.status,
    detail: error.message,
    instance,
    code: error.code,
    traceId,
    ...(error.facts.errors === undefined ? {} : { errors: error.facts.errors }),
  };
}

export function problemHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'application/problem+json; charset=utf-8' };
  const { retryAfterSeconds, allow } = error.facts;
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterSeconds)));
  if (allow !== undefined) headers.allow = allow.join(', ');
  if (problemKinds[error.code].status === 401) headers['www-authenticate'] = 'Bearer realm="swath"';
  if (error.code === 'SCOPE_MISSING') headers['www-authenticate'] = 'Bearer realm="swath", error="insufficient_scope"';
  return headers;
}

const mentionsIntent = /payment[^a-z]*intent/i;

/** Matches client secrets of payments, tokens of links, and other segments of that length. */
const looksSecret = (segment: string): boolean => /secret/i.test(segment) || segment.length > 40;

/**
 * A path for logs, traces and problems, without its query and without secrets. Paths without a route are masked as well:
 * `payment-intent;x=1/…` is a misspelled path with a real secret.
 */
export function safePath(url: string): string {
  const path = url.split(/[?#]/, 1)[0] ?? '/';
  let behindIntent = false;
  let isMasked = false;
  const mask = (segment: string) => {
    const isIntent = mentionsIntent.test(segment);
    const isSecret = segment !== '' && (behindIntent || looksSecret(segment) || (isIntent && !/^payment-intent$/i.test(segment)));
    behindIntent ||= isIntent;
    isMasked ||= isSecret;
    return isSecret ? '[redacted]' : segment;
  };
  const masked = decodeAscii(path).split('/').map(mask).join('/');
  return (isMasked ? masked : path).slice(0, 300);
}

/** Decodes repeatedly, because a path may be encoded twice and still contain a readable secret. */
function decodeAscii(path: string): string {
  let text = path;
  for (let round = 0; round < 3; round++) {
    text = text.replace(/%([2-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return text;
}
