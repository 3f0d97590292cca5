import type { Random } from '../random.ts'
import type { Step } from './step.ts'

/** What a plot can build on. */
export interface Setting {
  random: Random
  /** What the user asked for. */
  request: string
  /** The repository's folder inside the sandbox. */
  folder: string
  repository: string
  branch: string
}

/** A kind of work that the scripted agent can play. */
export interface Plot {
  name: string
  /** Words in a request that call for this plot. */
  suits: RegExp
  /** How the work begins, once. */
  opening(setting: Setting): Step[]
  /** One round of the work, different for every `round`; long histories are many rounds. */
  chapter(setting: Setting, round: number): Step[]
  /** How the work ends, with `finish` as its last step. */
  ending(setting: Setting): Step[]
}
