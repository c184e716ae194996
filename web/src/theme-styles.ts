// Global styles of Mantine. In the build they follow the component styles, which win because their class selectors are more specific.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core';
