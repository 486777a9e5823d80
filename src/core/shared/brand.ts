declare const brand: unique symbol;

/** A primitive that only its parser can make. */
export type Brand<Base, Name extends string> = Base & { readonly [brand]: Name };
