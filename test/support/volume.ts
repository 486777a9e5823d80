/** How much of a thing a test does: little in `npm test`, much in `npm run test:long`. */
export function volume(little: number, much: number): number {
  return process.env.PARLEY_LONG === undefined ? little : much;
}
