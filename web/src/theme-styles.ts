// What holds for all of Mantine's parts. In the built file it stands behind the parts, which say what they say by class, and so more strongly.
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
import '@mantine/core';
