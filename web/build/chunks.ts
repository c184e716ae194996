import type { Rollup } from 'vite';

/** Mantine components by the chunk that contains them. */
const mantine = {
  start:
    'Box|Button|UnstyledButton|Loader|Skeleton|Stack|Group|Text|Title|ActionIcon|Anchor|Paper|Card|Transition|CloseButton|VisuallyHidden|Alert|Indicator|Collapse',
  inputs: 'Input|InputBase|TextInput|InlineInput|InputsGroupFieldset|Switch',
  forms: 'PasswordInput|Textarea|NativeSelect|Checkbox|Radio',
  overlays: 'Modal|ModalBase|Drawer|Overlay|FocusTrap|Portal|ScrollArea|RemoveScroll|NavLink|Menu|Popover|Floating',
};

const inMantine = (parts: string) => new RegExp(`/@mantine/core/esm/(?:components|utils)/(${parts})/`);
const inPackage = (names: string) => new RegExp(`/node_modules/(${names})/`);
const inSource = (names: string) => new RegExp(`/web/src/(${names})`);

/** One chunk per loading stage instead of a hundred small files. The first match wins. */
const chunks: [name: string, parts: RegExp[]][] = [
  ['theme', [/\/ScrollArea\/utils\/to-int/]],
  [
    'first',
    [/preload-helper/, inSource('main|api/preload-page-files|page-files|ui/(page-file|dates|phone-media)|api/prefetch|api/session-hint')],
  ],
  ['react', [/commonjsHelpers/, inPackage('react|react-dom|scheduler'), inSource('react\\.ts')]],
  ['inputs', [inMantine(mantine.inputs), inSource('ui/(tall-switch|plain-text|initials)')]],
  [
    'forms',
    [
      inPackage('@mantine/form|klona|fast-deep-equal'),
      inMantine(mantine.forms),
      // Must precede the styles of Combobox, which overrides the padding of Popover.
      /\/Popover\/Popover\.(module|styles)/,
      /\/Combobox\/(ComboboxChevron|get-parsed-combobox-data|Combobox\.(module|styles))/,
      inSource('accounts/(words|password-field)'),
    ],
  ],
  [
    'overlays',
    [
      inPackage('react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|tslib|get-nonce'),
      inPackage('@floating-ui/[^/]+|tabbable'),
      inMantine(mantine.overlays),
      /\/Accordion\/AccordionChevron\./,
      inSource('ui/(sheet-frame|deferred-open)|accounts/sign-out|shell/(own-menu|more-places)'),
    ],
  ],
  ['libraries', [inPackage('react-router|cookie|set-cookie-parser|@tanstack/[^/]+|idb-keyval|openapi-fetch'), inSource('libraries\\.ts')]],
  [
    'theme',
    [
      inPackage('clsx|@mantine/hooks|@mantine/store'),
      /\/@mantine\/core\/(esm\/core|styles)\//,
      /\/@mantine\/notifications\/esm\/notifications\.store/,
      inMantine(mantine.start),
      inSource('theme-styles\\.ts'),
      // One style file for the parts that most pages share.
      inSource('(ui|shell|find|weather)/[\\w-]+(\\.module)?\\.css|accounts/outside-frame\\.module'),
    ],
  ],
  [
    'start',
    [
      inSource('icons/(icon|plant-2|cloud-off|mood-sad|map-off|language|fingerprint|message|phone)\\.ts'),
      inSource(
        'start|app|routes|restore|register-service-worker|api/|accounts/(signed-out|outside-frame|change-language|safe-next)|shell/company-mark|orders/(office-call|call-button)|fieldwork/(field-(actions|conflicts)|unsent)',
      ),
      inSource(
        'ui/(action|device-links|error-(boundary|page)|idle|intl|keep-focus|language|logo|online|pages|phone|problem-words|service-messages|sheet-history|states|theme|words|fonts|tokens)',
      ),
    ],
  ],
  [
    'frame',
    [
      inSource(
        'shell/shell|accounts/(signed-in|ask-to-sign-in\\.)|notifications/(bell|unread)|ui/(confirm|format|navigation|page|preload-on-interaction|render-when-visible|scroll-restoration|segments|sheet|state)',
      ),
      inSource(
        'orders/(shown-state|order-state|order-area|adjusted-prices)|catalog/lunar-dates|find/find|ui/(keys|shortcuts|shortcut-words|type-ahead)',
      ),
    ],
  ],
  ['sign-in', [inSource('accounts/(sign-in|issuer|oidc-words|passkey-(sign-in|words)|phone-code-(link|offer|words))')]],
  [
    'field-data',
    [inSource('(?:fields/field|mixes/mix|equipment/equipment|orders/report/report|sensitive-places/place|spray-records/record)-queries')],
  ],
  ['field-map', [inSource('map/(field-map\\.|position-rules)|fields/(order-field|field-words|field-area)')]],
  ['field-errors', [inSource('ui/field-(errors|words)')]],
  [
    'farmer',
    [
      inSource(
        'waiting/(home-waiting|offer-card|waiting-(queries|words)|waiting\\.module)|spray-records/(home-intervals|intervals|interval-words)',
      ),
      inSource('accounts/(greeting|address-words)'),
      inSource(
        'orders/(?:[\\w-]+/)?(action-button|spray-time|order-card|farmer-home|next-spray|farmer-queries|farmer-words|next-step|section)',
      ),
    ],
  ],
  [
    'book',
    [
      inSource('orders/(?:[\\w-]+/)?(book-spray|booking-(draft|field|fields|frame|send|steps|summary|words)|booking\\.module)'),
      inSource('catalog/(area-rules|availability|quote|taken)'),
    ],
  ],
  [
    'office',
    [
      inSource('catalog/(span-rules|closure-(queries|words))'),
      inSource(
        'crew-plan/(start-plan|report-illness|crew-plan-(queries|words))|dispatch/print/print-words|rebooking/rebooking-words|ui/(drag|search-field|short-names)',
      ),
      inSource('orders/(bulk/(bulk-(bar|words)|selection)|detail/kept-position|board/(board-rules|week-data|[\\w-]+\\.module))'),
      inSource('orders/(?:[\\w-]+/)?(side-panel|chosen-order|attention|office-order-(data|words)|inbox-words|to-do-icons)'),
    ],
  ],
  ['week', [inSource('catalog/week')]],
  ['weather', [inSource('weather/')]],
  ['steps', [inSource('orders/(?:[\\w-]+/)?(booking|calendar-file)')]],
  [
    'number',
    [
      inPackage('react-number-format'),
      inMantine('NumberInput'),
      inSource('catalog/|ui/(choice-cards|decimal-)|orders/(?:[\\w-]+/)?(method-choice|place-picker)'),
    ],
  ],
  [
    'field',
    [
      inSource(
        'fieldwork/(words|my-day|prefetch-jobs|jobs|fieldwork\\.module|current-job|job-weather|job-facts|job-actions|day-switcher|job-card|refusals|start-(step|words)|stop-(dialog|reason-rules)|measured-(form|rules)|not-sprayed(-words)?\\.|take-back-start|photo-queue)|feedback/send-order-photo|map/(download-map|outline\\.json)',
      ),
    ],
  ],
  [
    'company',
    [
      inSource('admin/(company|part|admin-keys|setting-(card|form)|catalog-|switch-button|users-words|user-form|webhook-(queries|words))'),
      inSource('ui/(infinite-list|list-rows|on-off)'),
    ],
  ],
];

/** Chunks of first pages, and the folders of first pages that have no chunk above. */
const firstChunks = ['start', 'frame', 'sign-in', 'farmer', 'book', 'office', 'weather', 'field', 'field-map'];
const firstFolders = inSource('orders/board/|reports/');
const inIcons = inSource('icons/');

/** The chunk of a module. An icon is in the frame if a first page shows it, and otherwise in the chunk with the icons of all other pages. */
export function chunkOf(id: string, { getModuleInfo }: Pick<Rollup.ManualChunkMeta, 'getModuleInfo'>): string | undefined {
  if (!inIcons.test(id)) return listedChunk(id);
  const importers = getModuleInfo(id)?.importers ?? [];
  const isOnFirstPage = importers.some((importer) => firstFolders.test(importer) || firstChunks.includes(listedChunk(importer) ?? ''));
  return listedChunk(id) ?? (isOnFirstPage ? 'frame' : 'icons');
}

const listedChunk = (id: string): string | undefined => chunks.find(([, parts]) => parts.some((part) => part.test(id)))?.[0];
