/** Every fault is tried so often, each time at other moments. `npm run test:soak` asks for more. */
export const RUNS = Number(process.env.HANDRAIL_FAULT_RUNS ?? 5)

/** Seeds of the runs: the same faults at the same places, every time the suite is run. */
export const seeds: number[] = Array.from({ length: RUNS }, (_, at) => at + 1)

/** A whole number from `least` up to, but not including, `most`. */
export type Chance = (least: number, most: number) => number

/** Numbers that look random and follow from the seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed
  return (least, most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    const share = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
    return least + Math.floor(share * (most - least))
  }
}
