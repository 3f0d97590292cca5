import { hexOf } from '../ids.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { invalid, missing, outside } from './refusal.ts'

type Place = (string | number)[]

/** Refuses a value of a body as FastAPI does, when it is not of a type. */
export type Check = (value: Json, at: Place) => void

export const text: Check = (value, at) => {
  if (typeof value !== 'string') throw invalid('string_type', at, 'Input should be a valid string', value)
}

export const flag: Check = (value, at) => {
  if (typeof value !== 'boolean') throw invalid('bool_type', at, 'Input should be a valid boolean', value)
}

export const whole: Check = (value, at) => {
  if (!Number.isInteger(value)) throw invalid('int_type', at, 'Input should be a valid integer', value)
}

export const uuid: Check = (value, at) => {
  if (typeof value !== 'string')
    throw invalid('uuid_type', at, 'UUID input should be a string, bytes or UUID object', value)
  if (hexOf(value) !== undefined) return
  const error = `invalid length: found ${value.length}`
  throw invalid('uuid_parsing', at, `Input should be a valid UUID, ${error}`, value, { error })
}

export const oneOf =
  (choices: readonly string[]): Check =>
  (value, at) => {
    if (!choices.some((choice) => choice === value)) throw outside(at, choices, value)
  }

export const orNull =
  (check: Check): Check =>
  (value, at) => {
    if (value !== null) check(value, at)
  }

export const listOf =
  (check: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value)) throw invalid('list_type', at, 'Input should be a valid list', value)
    for (const [n, item] of value.entries()) check(item, [...at, n])
  }

export const mapOf =
  (check: Check): Check =>
  (value, at) => {
    if (!isObject(value)) throw invalid('dict_type', at, 'Input should be a valid dictionary', value)
    for (const [name, item] of Object.entries(value)) check(item, [...at, name])
  }

export const anything: Check = () => undefined

/** An object whose named fields are checked when they are there; `required` ones have to be. */
export const objectOf =
  (fields: Record<string, Check>, required: readonly string[] = []): Check =>
  (value, at) => {
    if (!isObject(value)) throw invalid('model_attributes_type', at, 'Input should be a valid dictionary', value)
    for (const name of required) if (value[name] === undefined) throw missing([...at, name], value)
    checkFields(fields, value, at)
  }

function checkFields(fields: Record<string, Check>, value: JsonObject, at: Place): void {
  for (const [name, check] of Object.entries(fields)) {
    const item = value[name]
    if (item !== undefined) check(item, [...at, name])
  }
}
