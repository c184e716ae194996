import type { Plugin } from 'vite';

const iconImport = /import \{([^}]*)\} from '@tabler\/icons-react';/g;

/**
 * Imports each icon from its own file. The entry file of the package exports all 6,000, and the bundler would read and parse every one before it
 * drops those that are not used.
 */
export function iconFiles(): Plugin {
  return {
    name: 'swath-icon-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.tsx?$/, code: '@tabler/icons-react' },
      handler: (code) =>
        code.replace(iconImport, (_, names: string) =>
          names
            .split(',')
            .map((name) => name.trim())
            .filter((name) => name !== '' && !name.startsWith('type '))
            .map((name) => {
              const [exported, local = exported] = name.split(' as ');
              return `import ${local} from '@tabler/icons-react/dist/esm/icons/${exported}.mjs';`;
            })
            .join(''),
        ),
    },
  };
}
