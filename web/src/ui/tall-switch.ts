/** Styles of a switch without a description: a tap target of 44 px, also when switches are below each other. */
export const tallSwitch = { body: { minHeight: 44, alignItems: 'center' } } as const;
