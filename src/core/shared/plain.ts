/**
 * The same data as an anonymous type: what is written as an interface is not taken for JSON by the compiler,
 * though it is nothing else.
 */
export type Plain<T> = T extends string | number | boolean | null
  ? T
  : { readonly [Key in keyof T]: Plain<T[Key]> };
