import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core';

const leaf: MantineColorsTuple = [
  '#eef6e9',
  '#dcebd3',
  '#bbd8ac',
  '#97c480',
  '#78b35b',
  '#5e9f41',
  '#3f7f2a',
  '#2f6b1f',
  '#2a5f1c',
  '#1d4513',
];
const sky: MantineColorsTuple = [
  '#e8f3fb',
  '#d0e5f6',
  '#a3cbee',
  '#73b0e5',
  '#4b98dc',
  '#2f84cf',
  '#1c6cb3',
  '#0f5a9c',
  '#0b4a82',
  '#07345d',
];
const clay: MantineColorsTuple = [
  '#fceeea',
  '#f8dbd3',
  '#efb6a7',
  '#e58f79',
  '#dc6d52',
  '#cf5337',
  '#b53c22',
  '#9c2f18',
  '#842512',
  '#5e180a',
];
/** Warm greys for the light theme. */
const gray: MantineColorsTuple = [
  '#faf7f1',
  '#f3eee4',
  '#e9e2d4',
  '#ddd4c3',
  '#c8bda9',
  '#a69a86',
  '#7a6f5f',
  '#5a5145',
  '#3d362d',
  '#231d14',
];
/** The same for the dark theme. */
const dark: MantineColorsTuple = [
  '#f3ecdf',
  '#d8cdbb',
  '#c2b7a6',
  '#8e8271',
  '#4a4035',
  '#342b22',
  '#221c15',
  '#17130e',
  '#100d09',
  '#0a0806',
];

export const theme = createTheme({
  colors: { leaf, sky, clay, gray, dark },
  primaryColor: 'leaf',
  // Both shades have enough contrast with the text of filled buttons.
  primaryShade: { light: 7, dark: 4 },
  // Filled components are dark in the light theme and light in the dark theme; their text is the opposite.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    return input.variant === 'filled' ? { ...colors, color: 'var(--on-filled)' } : colors;
  },
  black: '#231d14',
  fontFamily: '"Be Vietnam Pro", "Be Vietnam Pro as Roboto", "Be Vietnam Pro as Arial", system-ui, sans-serif',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.875rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '40px' },
  radius: { xs: '4px', sm: '8px', md: '12px', lg: '12px', xl: '24px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: { defaultProps: { size: 'md' } },
    ActionIcon: { defaultProps: { size: 'var(--icon-target)', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    // Mantine leaves the placeholder at the top of a field that is higher than its text.
    MultiSelect: { defaultProps: { size: 'md' }, styles: { input: { display: 'flex', alignItems: 'center' }, pillsList: { flex: 1 } } },
    Card: { defaultProps: { withBorder: true, padding: 'md', shadow: undefined } },
    Paper: { defaultProps: { shadow: undefined } },
    Tabs: { defaultProps: { keepMounted: false } },
    // The header of a dialog must not be a second banner landmark.
    Modal: { defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.4 }, attributes: { header: { role: 'presentation' } } } },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Anchor: { defaultProps: { c: 'var(--link)', underline: 'always' } },
  },
});

/** Colours of Mantine; the other tokens are in tokens.css. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-line-height': '1.5',
  },
  light: {
    '--mantine-color-body': '#fbf8f1',
    '--mantine-color-text': '#231d14',
    '--mantine-color-dimmed': '#574e42',
    '--mantine-color-placeholder': '#6f6556',
    '--mantine-color-default': '#ffffff',
    '--mantine-color-default-hover': '#f5f0e6',
    '--mantine-color-default-border': '#ddd4c3',
    '--mantine-color-anchor': '#0b4a82',
    '--mantine-color-error': '#9c2f18',
  },
  dark: {
    '--mantine-color-body': '#17130e',
    '--mantine-color-text': '#f3ecdf',
    '--mantine-color-dimmed': '#c2b7a6',
    '--mantine-color-placeholder': '#a89c8a',
    '--mantine-color-default': '#221c15',
    '--mantine-color-default-hover': '#2c241b',
    '--mantine-color-default-border': '#4a4035',
    '--mantine-color-anchor': '#a3cbee',
    '--mantine-color-error': '#efb6a7',
  },
});
