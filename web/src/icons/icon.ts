import { type ComponentProps, createElement, type FunctionComponent } from 'react';

interface IconProps extends Omit<ComponentProps<'svg'>, 'stroke' | 'children'> {
  size?: number;
  /** Width of the lines, for an icon of 24 pixels. */
  stroke?: number;
}

export type Icon = FunctionComponent<IconProps>;

export function outlineIcon(...paths: string[]): Icon {
  return ({ size = 24, stroke = 2, ...rest }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: stroke,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      ...paths.map(toPath),
    );
}

export function filledIcon(...paths: string[]): Icon {
  return ({ size = 24, stroke: _, ...rest }) =>
    createElement('svg', { width: size, height: size, viewBox: '0 0 24 24', fill: 'currentColor', ...rest }, ...paths.map(toPath));
}

const toPath = (d: string) => createElement('path', { d });
