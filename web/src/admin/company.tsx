import { Suspense } from 'react';
import { Link, Navigate, NavLink, Route, Routes } from 'react-router';
import { IconBroadcast } from '../icons/broadcast.ts';
import { IconBuildingBank } from '../icons/building-bank.ts';
import { IconCalendarOff } from '../icons/calendar-off.ts';
import { IconClock } from '../icons/clock.ts';
import { IconCloudRain } from '../icons/cloud-rain.ts';
import { IconFlask } from '../icons/flask.ts';
import { IconHistory } from '../icons/history.ts';
import { IconId } from '../icons/id.ts';
import { IconKey } from '../icons/key.ts';
import { IconLogin2 } from '../icons/login-2.ts';
import { IconMailForward } from '../icons/mail-forward.ts';
import { IconMailX } from '../icons/mail-x.ts';
import { IconMap2 } from '../icons/map-2.ts';
import { IconPlant2 } from '../icons/plant-2.ts';
import { IconRoute } from '../icons/route.ts';
import { IconSettings } from '../icons/settings.ts';
import { IconUsers } from '../icons/users.ts';
import { IconWebhook } from '../icons/webhook.ts';
import { NotFound } from '../ui/error-page.tsx';
import { useWords } from '../ui/language.tsx';
import rows from '../ui/list-rows.module.css';
import { Page } from '../ui/page.tsx';
import { lazyPage } from '../ui/pages.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { Loading } from '../ui/states.tsx';
import styles from './company.module.css';
import { companyWords } from './company-words.ts';

const Users = lazyPage(() => import('./users-page.tsx'), 'UsersPage');
const NewUser = lazyPage(() => import('./new-user-page.tsx'), 'NewUserPage');
const User = lazyPage(() => import('./user-page.tsx'), 'UserPage');
const Crops = lazyPage(() => import('./crops-page.tsx'), 'CropsPage');
const Products = lazyPage(() => import('../products/products-page.tsx'), 'ProductsPage');
const NewProduct = lazyPage(() => import('../products/product-page.tsx'), 'NewProductPage');
const Product = lazyPage(() => import('../products/product-page.tsx'), 'ProductPage');
const Equipment = lazyPage(() => import('../equipment/equipment-page.tsx'), 'EquipmentPage');
const Sessions = lazyPage(() => import('./sessions-page.tsx'), 'SessionsPage');
const Closures = lazyPage(() => import('../catalog/closures.tsx'), 'Closures');
const Settings = lazyPage(() => import('./settings-page.tsx'), 'SettingsPage');
const Weather = lazyPage(() => import('./weather-page.tsx'), 'WeatherPage');
const Planner = lazyPage(() => import('./planner-page.tsx'), 'PlannerPage');
const MapArea = lazyPage(() => import('./map-area-page.tsx'), 'MapAreaPage');
const BankAccount = lazyPage(() => import('./bank-account-page.tsx'), 'BankAccountPage');
const Webhooks = lazyPage(() => import('./webhooks-page.tsx'), 'WebhooksPage');
const NewWebhook = lazyPage(() => import('./new-webhook-page.tsx'), 'NewWebhookPage');
const Webhook = lazyPage(() => import('./webhook-page.tsx'), 'WebhookPage');
const ApiKeys = lazyPage(() => import('./api-keys-page.tsx'), 'ApiKeysPage');
const NewApiKey = lazyPage(() => import('./new-api-key-page.tsx'), 'NewApiKeyPage');
const Issuers = lazyPage(() => import('./issuers-page.tsx'), 'IssuersPage');
const NewIssuer = lazyPage(() => import('./issuer-page.tsx'), 'NewIssuerPage');
const Issuer = lazyPage(() => import('./issuer-page.tsx'), 'IssuerPage');
const Channels = lazyPage(() => import('../channels/channels-page.tsx'), 'ChannelsPage');
const Messages = lazyPage(() => import('../channels/messages-page.tsx'), 'MessagesPage');
const DeadLetters = lazyPage(() => import('./dead-letters-page.tsx'), 'DeadLettersPage');
const Audit = lazyPage(() => import('./audit-page.tsx'), 'AuditPage');

const parts = [
  { name: 'users', icon: IconUsers },
  { name: 'crops', icon: IconPlant2 },
  { name: 'products', icon: IconFlask },
  { name: 'equipment', icon: IconId },
  { name: 'sessions', icon: IconClock },
  { name: 'closed-days', icon: IconCalendarOff },
  { name: 'settings', icon: IconSettings },
  { name: 'weather', icon: IconCloudRain },
  { name: 'planner', icon: IconRoute },
  { name: 'map', icon: IconMap2 },
  { name: 'bank', icon: IconBuildingBank },
  { name: 'channels', icon: IconBroadcast },
  { name: 'messages', icon: IconMailForward },
  { name: 'webhooks', icon: IconWebhook },
  { name: 'api-keys', icon: IconKey },
  { name: 'sign-in', icon: IconLogin2 },
  { name: 'failed-messages', icon: IconMailX },
  { name: 'audit', icon: IconHistory },
] as const;

/** The admin pages, each at its own address. */
export function CompanyPages() {
  const isPhone = useIsPhone();
  const words = useWords(companyWords);
  const pages = (
    <Suspense fallback={<Loading lines={5} />}>
      <Routes>
        <Route index element={isPhone ? <PartsList /> : <Navigate to="/company/users" replace />} />
        <Route path="users" element={<Users />} />
        <Route path="users/new" element={<NewUser />} />
        <Route path="users/:id" element={<User />} />
        <Route path="crops" element={<Crops />} />
        <Route path="products" element={<Products />} />
        <Route path="products/new" element={<NewProduct />} />
        <Route path="products/:id" element={<Product />} />
        <Route path="equipment" element={<Equipment />} />
        <Route path="sessions" element={<Sessions />} />
        <Route path="closed-days" element={<Closures />} />
        <Route path="settings" element={<Settings />} />
        <Route path="weather" element={<Weather />} />
        <Route path="planner" element={<Planner />} />
        <Route path="map" element={<MapArea />} />
        <Route path="bank" element={<BankAccount />} />
        <Route path="channels" element={<Channels />} />
        <Route path="messages" element={<Messages />} />
        <Route path="webhooks" element={<Webhooks />} />
        <Route path="webhooks/new" element={<NewWebhook />} />
        <Route path="webhooks/:id" element={<Webhook />} />
        <Route path="api-keys" element={<ApiKeys />} />
        <Route path="api-keys/new" element={<NewApiKey />} />
        <Route path="sign-in" element={<Issuers />} />
        <Route path="sign-in/new" element={<NewIssuer />} />
        <Route path="sign-in/:id" element={<Issuer />} />
        <Route path="failed-messages" element={<DeadLetters />} />
        <Route path="audit" element={<Audit />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
  if (isPhone) return pages;
  return (
    <div className={styles.frame}>
      <nav className={styles.rail} aria-label={words.title}>
        {parts.map(({ name, icon: Icon }) => (
          <NavLink key={name} to={`/company/${name}`} className={styles.part ?? ''}>
            <Icon size={22} stroke={1.75} aria-hidden />
            {words.pages[name]}
          </NavLink>
        ))}
      </nav>
      <div className={styles.page}>{pages}</div>
    </div>
  );
}

function PartsList() {
  const words = useWords(companyWords);
  return (
    <Page title={words.title}>
      <ul className={rows.list}>
        {parts.map(({ name, icon: Icon }) => (
          <li key={name}>
            <Link to={`/company/${name}`} className={styles.item}>
              <Icon size={28} stroke={1.75} aria-hidden />
              <span>
                <strong>{words.pages[name]}</strong>
                <span className={rows.note}>{words.notes[name]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  );
}
