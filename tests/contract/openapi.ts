import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { generate } from 'json-schema-faker'
import { z } from 'zod'

const documentSchema = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})

/** A published OpenAPI document: what its schemas accept, and values that they do. */
export class OpenApi {
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false })
  readonly #file: string
  readonly #document: z.infer<typeof documentSchema>
  readonly #checks = new Map<string, ValidateFunction>()

  constructor(file: string) {
    this.#file = file
    const text = readFileSync(join(import.meta.dirname, '../data/openapi', file), 'utf8')
    this.#document = documentSchema.parse(JSON.parse(text))
    this.#ajv.addSchema({ $id: file, ...this.#document })
  }

  has(name: string): boolean {
    return name in this.#document.components.schemas
  }

  accepts(name: string, value: unknown): boolean {
    let check = this.#checks.get(name)
    if (check === undefined) {
      check = this.#ajv.compile({ $ref: `${this.#file}#/components/schemas/${name}` })
      this.#checks.set(name, check)
    }
    return check(value)
  }

  /** A value made from the schema alone; the same for the same seed. Some seeds fill every optional field. */
  sample(name: string, seed: number): Promise<unknown> {
    return generate(
      { $ref: `#/components/schemas/${name}`, components: this.#document.components },
      { seed, maxDepth: 12, refDepth: 12, maxItems: 2, optionalsProbability: seed % 3 === 0 ? 1 : 0.6 },
    )
  }
}
