import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'

const folder = join(import.meta.dirname, '../../data/openapi')

function load(file: string) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ $id: file, ...JSON.parse(readFileSync(join(folder, file), 'utf8')) })
  return (pointer: string) => {
    const validate = ajv.compile({ $ref: `${file}#${pointer}` })
    return (value: unknown) => {
      validate(value)
      expect(validate.errors ?? [], JSON.stringify(value)?.slice(0, 600)).toEqual([])
    }
  }
}

/** Checks a value against a schema of the published cloud interface. */
export const cloud = load('cloud-openapi.json')

/** Checks a value against a schema of agent server 1.58.0. */
export const agent = load('agent-openapi-1.58.0.json')

/** Checks a value against a schema of the version of agent server that a service imitates. */
export const agentOf = { '1.58': agent, '1.34': load('agent-openapi-1.34.0.json') }

/** The pointer of an operation's answer. */
export function answerOf(path: string, method = 'get'): string {
  const escaped = path.replaceAll('~', '~0').replaceAll('/', '~1')
  return `/paths/${escaped}/${method}/responses/200/content/application~1json/schema`
}

/** Names of the fields of a schema of the published cloud interface. */
export function propertiesOf(schema: string): string[] {
  const { components } = JSON.parse(readFileSync(join(folder, 'cloud-openapi.json'), 'utf8'))
  return Object.keys(components.schemas[schema].properties)
}
