import { accountRoutes } from './accounts/account-routes.ts';
import { addressRoutes } from './accounts/address-routes.ts';
import { signedInAnswer } from './accounts/answer-signed-in.ts';
import { deviceRoutes } from './accounts/device-routes.ts';
import { endedAccessRoutes } from './accounts/ended-access-routes.ts';
import { farmerLookupRoutes } from './accounts/farmer-lookup-routes.ts';
import type { KnownDevices } from './accounts/known-devices.ts';
import type { IssuerClients } from './accounts/oidc-client.ts';
import { oidcRoutes } from './accounts/oidc-routes.ts';
import { passkeyRoutes } from './accounts/passkey-routes.ts';
import { phoneCodeRoutes } from './accounts/phone-code-routes.ts';
import { profileRoutes } from './accounts/profile-routes.ts';
import { apiKeyRoutes } from './admin/api-key-routes.ts';
import { auditRoutes } from './admin/audit-routes.ts';
import { catalogAdminRoutes } from './admin/catalog-admin-routes.ts';
import { issuerRoutes } from './admin/issuer-routes.ts';
import { logoRoutes } from './admin/logo-routes.ts';
import { mapAreaRoutes } from './admin/map-area-routes.ts';
import { productFileRoutes } from './admin/product-file-routes.ts';
import { settingRoutes } from './admin/setting-routes.ts';
import { setupRoutes } from './admin/setup-routes.ts';
import { userAdminRoutes } from './admin/user-admin-routes.ts';
import type { EventIds } from './calendar/calendar-events.ts';
import { calendarRoutes } from './calendar/calendar-routes.ts';
import type { Catalog } from './catalog/catalog.ts';
import { catalogRoutes } from './catalog/catalog-routes.ts';
import { closureRoutes } from './catalog/closure-routes.ts';
import { companyRoutes } from './catalog/company-routes.ts';
import { mapRoutes } from './catalog/map-routes.ts';
import type { Channels } from './channels/build-channels.ts';
import { channelAlarmRoutes } from './channels/channel-alarm-routes.ts';
import { channelSettingRoutes } from './channels/channel-setting-routes.ts';
import { isCodeBudgetLeft } from './channels/deliver-codes.ts';
import { gatewayHookRoutes } from './channels/gateway-hook-routes.ts';
import { messageLogRoutes } from './channels/message-log-routes.ts';
import { preferenceRoutes } from './channels/preference-routes.ts';
import { pushRoutes } from './channels/push-routes.ts';
import { smsHookRoutes } from './channels/sms-hook-routes.ts';
import { zaloHookRoutes } from './channels/zalo-hook-routes.ts';
import { zaloSettingRoutes } from './channels/zalo-setting-routes.ts';
import { adviceRoutes } from './crew-plan/advice-routes.ts';
import { crewPlanChangeRoutes } from './crew-plan/crew-plan-change-routes.ts';
import { crewPlanRoutes } from './crew-plan/crew-plan-routes.ts';
import type { PlanRunner } from './crew-plan/plan-runner.ts';
import { customerAccountRoutes } from './customers/customer-account-routes.ts';
import { customerRoutes } from './customers/customer-routes.ts';
import { absenceRoutes } from './dispatch/absence-routes.ts';
import { banRoutes } from './dispatch/ban-routes.ts';
import { bulkRoutes } from './dispatch/bulk-routes.ts';
import { crewNoteRoutes } from './dispatch/crew-note-routes.ts';
import { daySheetRoutes } from './dispatch/day-sheet-routes.ts';
import { dispatchRoutes } from './dispatch/dispatch-routes.ts';
import { handOverRoutes } from './dispatch/hand-over-routes.ts';
import { orderSprayWindowRoute } from './dispatch/order-spray-window-route.ts';
import { pinRoutes } from './dispatch/pin-routes.ts';
import { plannerSettingRoutes } from './dispatch/planner-setting-routes.ts';
import { planningRoutes } from './dispatch/planning-routes.ts';
import { sprayerPlanningRoutes } from './dispatch/sprayer-planning-routes.ts';
import { droneRoutes } from './equipment/drone-routes.ts';
import { licenceRoutes } from './equipment/licence-routes.ts';
import { feedbackRoutes } from './feedback/feedback-routes.ts';
import { orderPhotoRoutes } from './feedback/order-photo-routes.ts';
import { photoRoutes } from './feedback/photo-routes.ts';
import type { PhotoStorage } from './feedback/photo-storage.ts';
import { fieldFileRoutes } from './fields/field-file-routes.ts';
import { fieldMapRoutes } from './fields/field-map-routes.ts';
import { fieldRoutes } from './fields/field-routes.ts';
import { fieldworkRoutes } from './fieldwork/fieldwork-routes.ts';
import { lateReportRoutes } from './fieldwork/late-report-routes.ts';
import { notSprayedRoutes } from './fieldwork/not-sprayed-routes.ts';
import { objectionRoutes } from './fieldwork/objection-routes.ts';
import { orderMessageRoutes } from './fieldwork/order-message-routes.ts';
import { orderPriceRoutes } from './fieldwork/order-price-routes.ts';
import { workReportRoutes } from './fieldwork/report-routes.ts';
import { startRoutes } from './fieldwork/start-routes.ts';
import { mixRoutes } from './mixes/mix-routes.ts';
import { orderDroneRoutes } from './mixes/order-drone-routes.ts';
import { deadLetterRoutes } from './notifications/dead-letter-routes.ts';
import { inboxRoutes } from './notifications/inbox-routes.ts';
import { invoiceMailRoutes } from './notifications/invoice-mail-routes.ts';
import type { LiveStreams } from './notifications/live-streams.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import type { MessageContext } from './notifications/send-messages.ts';
import { orderWebhook } from './notifications/webhook-document.ts';
import { webhookRoutes } from './notifications/webhook-routes.ts';
import { attentionRoutes } from './orders/attention-routes.ts';
import { bookingCheckRoutes } from './orders/booking-check-routes.ts';
import { bookingLimitRoutes } from './orders/booking-limit-routes.ts';
import { bookingRequestRoutes } from './orders/booking-request-routes.ts';
import { editRoutes } from './orders/edit-routes.ts';
import { officeOrderRoutes } from './orders/office-order-routes.ts';
import { orderFieldRoutes } from './orders/order-field-routes.ts';
import { orderMoveRoutes } from './orders/order-move-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import type { OrderWriter } from './orders/order-store.ts';
import { orderUnitRoutes } from './orders/order-unit-routes.ts';
import { orderWindowRoutes } from './orders/order-window-routes.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { rebookingLinkRoutes } from './pages/rebooking-link-routes.ts';
import { waitingLinkRoutes } from './pages/waiting-link-routes.ts';
import { bankAccountRoutes } from './payments/bank-account-routes.ts';
import { billRoutes } from './payments/bill-routes.ts';
import { cashRoutes } from './payments/cash-routes.ts';
import { followLedger } from './payments/follow-ledger.ts';
import { ledgerRoutes } from './payments/ledger-routes.ts';
import { paymentMethodRoutes } from './payments/payment-method-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import type { PaymentProvider } from './payments/provider.ts';
import { SandboxProvider } from './payments/sandbox.ts';
import { statementRoutes } from './payments/statement-routes.ts';
import { transferRoutes } from './payments/transfer-routes.ts';
import { withdrawOpenIntents } from './payments/withdraw-intents.ts';
import type { Basemap, MapTiles } from './platform/config/map-config.ts';
import type { TokenCache } from './platform/http/auth.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import type { OwnOrigin } from './platform/http/own-origin.ts';
import type { Route } from './platform/http/route.ts';
import { metricsRoute, serviceRoutes } from './platform/http/service-routes.ts';
import type { SignedLinks } from './platform/links/signed-links.ts';
import type { IsAllowed } from './platform/outgoing/allowed-addresses.ts';
import type { Database } from './platform/postgres/database.ts';
import type { InstallationKeys } from './platform/secrets/installation-keys.ts';
import type { SecretBox } from './platform/secrets/secret-box.ts';
import type { Log } from './platform/telemetry/log.ts';
import type { Metrics } from './platform/telemetry/metrics.ts';
import type { Clock } from './platform/time/clock.ts';
import { productRoutes } from './products/product-routes.ts';
import { rebookingRoutes } from './rebooking/rebooking-routes.ts';
import { exportRoutes } from './reports/export-routes.ts';
import { listExportRoutes } from './reports/list-export-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { sprayRecordExportRoutes } from './reports/spray-record-export-routes.ts';
import { templateRoutes } from './reports/template-routes.ts';
import { orderGroundRoutes } from './sensitive-places/order-ground-routes.ts';
import { sensitivePlaceRoutes } from './sensitive-places/sensitive-place-routes.ts';
import { recordCheckRoutes } from './spray-records/check-routes.ts';
import { formRoutes } from './spray-records/form-routes.ts';
import { harvestRoutes } from './spray-records/harvest-routes.ts';
import { intervalRoutes } from './spray-records/interval-routes.ts';
import { recordPdfRoutes } from './spray-records/record-pdf-routes.ts';
import { recordRoutes } from './spray-records/record-routes.ts';
import { recordSettingRoutes } from './spray-records/record-setting-routes.ts';
import type { ImportRunner } from './spreadsheets/import-runner.ts';
import { sheetImportRoutes } from './spreadsheets/sheet-import-routes.ts';
import { waitingFarmerRoutes } from './waiting/waiting-farmer-routes.ts';
import { waitingOfficeRoutes } from './waiting/waiting-office-routes.ts';
import { waitingSettingRoutes } from './waiting/waiting-setting-routes.ts';
import type { WeatherContext } from './weather/spray-window.ts';
import { weatherRoutes } from './weather/weather-routes.ts';

/** What the routes of all features need. */
export interface RouteDeps {
  issuerClients: IssuerClients;
  secrets: SecretBox | undefined;
  keys: InstallationKeys;
  database: Database;
  catalog: Catalog;
  orders: OrderWriter;
  clock: Clock;
  log: Log;
  tokens: TokenCache;
  devices: KnownDevices;
  trustsProxy: boolean;
  publicUrl: string;
  ownOrigin: OwnOrigin;
  provider: PaymentProvider | undefined;
  photos: PhotoStorage;
  hasMailServer: boolean;
  tiles: MapTiles | undefined;
  basemap: Basemap | undefined;
  weather: WeatherContext;
  streams: LiveStreams;
  links: SignedLinks;
  planRunner: PlanRunner;
  importRunner: ImportRunner;
  eventIds: EventIds;
  channels: Channels;
  messages: MessageContext;
  isAllowedAddress: IsAllowed;
  wakeWebhooks: () => void;
  wakeMessages: () => void;
  wakeCodes: () => void;
  metrics: Metrics;
  metricsToken: string | undefined;
}

/** The routes of all features. */
export function allRoutes(deps: RouteDeps): Route[] {
  const { database, catalog, clock, log, tokens, devices, trustsProxy, publicUrl, provider, photos, hasMailServer } = deps;
  const { tiles, basemap, weather, streams, links, wakeWebhooks, metrics, metricsToken, secrets, issuerClients } = deps;
  const hasPhoneCodes = deps.channels.codes !== undefined;
  const routes: Route[] = [
    ...accountRoutes({ database, tokens, clock, devices, trustsProxy }),
    ...farmerLookupRoutes(database),
    ...profileRoutes({ database, tokens, clock, answerSignedIn: signedInAnswer(deps), hasPhoneCodes }),
    ...endedAccessRoutes(deps),
    ...deviceRoutes(deps),
    ...passkeyRoutes({
      ...deps,
      companyName: async () => (await catalog.facts()).company.name,
      answerSignedIn: signedInAnswer(deps),
      hasPhoneCodes,
    }),
    ...phoneCodeRoutes({
      ...deps,
      answerSignedIn: signedInAnswer(deps),
      phoneCodes: deps.channels.codes && {
        secrets: deps.channels.codes.secrets,
        hasBudget: (budget) => isCodeBudgetLeft(deps, budget),
        wake: deps.wakeCodes,
      },
    }),
    ...oidcRoutes({ database, clock, secrets, trustsProxy, clients: issuerClients, hasPhoneCodes, answerSignedIn: signedInAnswer(deps) }),
    ...catalogRoutes(database, catalog, clock),
    ...closureRoutes(deps),
    ...companyRoutes({ catalog, clock, tiles, cardProvider: provider?.name ?? null, sendsMail: hasMailServer }),
    ...mapRoutes(database, basemap),
    ...productRoutes(deps),
    ...fieldRoutes(deps),
    ...fieldFileRoutes(deps),
    ...fieldMapRoutes(deps),
    ...licenceRoutes(deps),
    ...droneRoutes(deps),
    ...weatherRoutes(weather),
    ...orderRoutes(deps),
    ...orderFieldRoutes(deps),
    ...orderWindowRoutes(weather),
    ...orderSprayWindowRoute(weather),
    ...orderMoveRoutes(deps),
    ...officeOrderRoutes(deps),
    ...editRoutes(deps, (actor, orderId, now) => withdrawOpenIntents({ database, provider, log }, actor, orderId, now), followLedger),
    ...bookingCheckRoutes(deps),
    ...bookingRequestRoutes(deps),
    ...bookingLimitRoutes(deps),
    ...objectionRoutes(deps),
    ...notSprayedRoutes(deps),
    ...attentionRoutes(deps, weather),
    ...paymentRoutes(deps, provider, log),
    ...paymentMethodRoutes(deps, provider, log),
    ...transferRoutes(deps),
    ...statementRoutes(deps),
    ...bankAccountRoutes(deps),
    ...billRoutes(deps),
    ...ledgerRoutes(deps),
    ...cashRoutes(deps),
    ...dispatchRoutes(deps),
    ...crewNoteRoutes(deps),
    ...planningRoutes(deps),
    ...absenceRoutes(deps),
    ...pinRoutes(deps),
    ...banRoutes(deps),
    ...sprayerPlanningRoutes(deps),
    ...plannerSettingRoutes(deps),
    ...bulkRoutes(deps),
    ...adviceRoutes(deps),
    ...crewPlanRoutes(deps, deps.planRunner),
    ...crewPlanChangeRoutes(deps, deps.planRunner),
    ...rebookingRoutes(deps, weather),
    ...handOverRoutes(deps),
    ...daySheetRoutes(deps),
    ...mixRoutes(deps),
    ...orderDroneRoutes(deps),
    ...sensitivePlaceRoutes(deps),
    ...orderGroundRoutes(deps),
    ...recordRoutes(deps),
    ...recordPdfRoutes(deps),
    ...recordSettingRoutes(deps),
    ...formRoutes(deps),
    ...harvestRoutes(deps),
    ...intervalRoutes(deps),
    ...recordCheckRoutes(deps),
    ...fieldworkRoutes(deps, weather),
    ...startRoutes(deps, weather),
    ...workReportRoutes(deps),
    ...orderPriceRoutes(deps),
    ...orderUnitRoutes(deps),
    ...lateReportRoutes(deps),
    ...orderMessageRoutes(deps),
    ...feedbackRoutes(deps),
    ...photoRoutes(deps, photos),
    ...orderPhotoRoutes(deps, photos),
    ...calendarRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...channelRoutes(deps),
    ...notificationRoutes(deps, streams),
    ...inboxRoutes(database, clock),
    ...invoiceMailRoutes(deps),
    ...deadLetterRoutes(database, clock),
    ...waitingFarmerRoutes(deps),
    ...waitingOfficeRoutes(deps),
    ...waitingSettingRoutes(deps),
    ...customerRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...customerAccountRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...sheetImportRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...reportRoutes(deps),
    ...sprayRecordExportRoutes(deps),
    ...exportRoutes(deps),
    ...templateRoutes(deps),
    ...addressRoutes({ database, clock }),
    ...userAdminRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...catalogAdminRoutes(deps),
    ...apiKeyRoutes({ ...deps, hasSms: hasPhoneCodes }),
    ...issuerRoutes({ database, clock, secrets, clients: issuerClients }),
    ...productFileRoutes(deps),
    ...settingRoutes(deps),
    ...auditRoutes(deps),
    ...mapAreaRoutes(deps),
    ...logoRoutes({ database, clock }),
    ...setupRoutes({ database, clock, hasCardPayments: provider !== undefined, hasMailServer }),
    ...webhookRoutes({ database, clock, isAllowedAddress: deps.isAllowedAddress, box: secrets, wake: wakeWebhooks }),
  ];
  routes.push(...listExportRoutes(routes, deps));
  const document = () => openApiDocument(routes, [orderWebhook]);
  routes.push(
    ...serviceRoutes(database, document),
    metricsRoute({ metrics, token: metricsToken }),
    ...rebookingLinkRoutes(weather, links),
    ...pageRoutes({ document, publicUrl, sandbox: provider instanceof SandboxProvider }),
    ...waitingLinkRoutes(deps),
  );
  return routes;
}

function channelRoutes({ database, catalog, clock, publicUrl, hasMailServer, channels, wakeMessages: wake }: RouteDeps): Route[] {
  const { available, sms, pushKeys, pushServices, zalo } = channels;
  return [
    ...preferenceRoutes({ database, available, hasMailServer, services: pushServices }),
    ...pushRoutes({ database, clock, keys: pushKeys, services: pushServices, hasSms: sms !== undefined }),
    ...channelSettingRoutes({ database, catalog, clock, available, smsProvider: sms?.name ?? null, hasMailServer }),
    ...messageLogRoutes({ database, clock, hasMailServer, wake }),
    ...zaloSettingRoutes({ database, clock, publicUrl, zalo }),
    ...(zalo === undefined ? [] : zaloHookRoutes({ database, clock, box: zalo.box })),
    ...(sms === undefined ? [] : smsHookRoutes({ database, clock, provider: sms, publicUrl, wake })),
    ...(sms === undefined ? [] : gatewayHookRoutes({ database, clock, provider: sms, wake })),
    ...channelAlarmRoutes({ database, catalog, clock }),
  ];
}
